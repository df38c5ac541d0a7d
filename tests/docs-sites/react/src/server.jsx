import { renderToString } from "react-dom/server";
import { Guide } from "./guide.jsx";

export const page = () => renderToString(<Guide />);
