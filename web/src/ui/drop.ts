// Files that are dragged over the page and dropped on it: the whole page accepts them, and shows that. An element with the attribute `takes-drops`
// accepts those that are dropped on it itself.
export function takeDrops(element: HTMLElement, take: (data: DataTransfer) => void): void {
  const isTaken = (event: DragEvent): boolean =>
    event.composedPath().some((target) => target instanceof Element && target.hasAttribute("takes-drops"));
  const files = (event: DragEvent): DataTransfer | undefined =>
    event.dataTransfer?.types.includes("Files") && !isTaken(event) ? event.dataTransfer : undefined;
  const dropping = (now: boolean) => element.toggleAttribute("dropping", now);
  element.addEventListener("dragover", (event) => {
    if (!files(event)) return;
    event.preventDefault();
    dropping(true);
  });
  element.addEventListener("dragleave", (event) => !event.relatedTarget && dropping(false));
  // Before the editor inserts it as text.
  element.addEventListener(
    "drop",
    (event) => {
      dropping(false);
      const data = files(event);
      if (!data) return;
      event.preventDefault();
      event.stopPropagation();
      take(data);
    },
    { capture: true },
  );
}
