// Icons, rendered by Lucide's own function from its data. They are decorative: the element around them has a text or a label.

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
  ChevronUp,
  CircleCheck,
  CirclePlus,
  CircleX,
  Columns2,
  Copy,
  Diff,
  Download,
  FileInput,
  FilePlus,
  FileText,
  FolderOpen,
  History,
  Info,
  Keyboard,
  Link2,
  List,
  ListChecks,
  Monitor,
  Moon,
  Package,
  Pencil,
  Plus,
  Puzzle,
  RotateCcw,
  Save,
  Search,
  Share2,
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
