// Icons, drawn by Lucide's own function from its own data. They are decoration: whatever they sit in has a text or a label.

import { guard } from "lit/directives/guard.js";
import { createElement, type IconNode } from "lucide";

export {
  ArrowDown,
  ArrowUp,
  BookOpen,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  CircleCheck,
  CircleX,
  Copy,
  Download,
  FileInput,
  FilePlus,
  FolderOpen,
  Info,
  Keyboard,
  Link2,
  List,
  Monitor,
  Moon,
  Pencil,
  Plus,
  RotateCcw,
  Save,
  Square,
  SquareArrowRight,
  Sun,
  TextAlignStart,
  Trash2,
  TriangleAlert,
  Undo2,
  Wrench,
  X,
} from "lucide";

export const icon = (node: IconNode) =>
  guard([node], () => createElement(node, { width: "16", height: "16", "aria-hidden": "true", class: "icon" }));
