import { hydrateRoot } from "react-dom/client";
import { Guide } from "./guide.jsx";

hydrateRoot(document.querySelector("#root"), <Guide />, {
  onRecoverableError: (error) => console.error(error),
});
