// Icons, rendered by Lucide's own function from its data. They are decorative: the element around them has a text or a label.
import { noChange } from "lit";
import { type ChildPart, Directive, directive } from "lit/directive.js";
import { createElement, type IconNode } from "lucide";
import { built, isAdopting } from "./adoption";

export {
  ArrowDown,
  ArrowUp,
  BookOpen,
  Bug,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  ChevronsDownUp,
  ChevronsUpDown,
  ChevronUp,
  CircleCheck,
  CirclePlus,
  CircleQuestionMark,
  CircleX,
  ClipboardPaste,
  Columns2,
  Copy,
  Diff,
  Download,
  Ellipsis,
  Equal,
  FileInput,
  FilePlus,
  FileText,
  FolderOpen,
  History,
  IndentIncrease,
  Info,
  Layers2,
  Link2,
  List,
  ListChecks,
  Maximize2,
  MessageSquareText,
  Minimize2,
  Monitor,
  Moon,
  Package,
  Pencil,
  Pin,
  Plus,
  Puzzle,
  RotateCcw,
  Save,
  Search,
  Settings,
  Share2,
  Square,
  SquareArrowRight,
  Sun,
  TextAlignStart,
  TextWrap,
  Trash2,
  TriangleAlert,
  Undo2,
  Wrench,
  X,
} from "lucide";

const ATTRIBUTES = { width: "16", height: "16", "aria-hidden": "true", class: "icon" };

class Icon extends Directive {
  #node: IconNode | undefined;

  /** During the build. */
  render(node: IconNode): unknown {
    return built.markup(createElement(node, ATTRIBUTES).outerHTML);
  }

  override update(_: ChildPart, [node]: [IconNode]): unknown {
    const isSame = node === this.#node || isAdopting();
    this.#node = node;
    return isSame ? noChange : createElement(node, ATTRIBUTES);
  }
}

export const icon = directive(Icon);
