// Runs in the page to measure it, before any of the page's own code: notes when keys come, when the engine is asked and answers, when the result
// is painted, which tasks are long, and when the editor and the output are first seen. All times are those of `performance.now()`.

export function probe() {
  const bench = {
    keys: [],
    asked: [],
    answered: [],
    long: [],
    frames: [],
    first: {},
  };
  globalThis.bench = bench;
  const painted = (then) =>
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => then(performance.now());
      channel.port2.postMessage(0);
    });

  // A frame after the key is the letter itself; the answer's frame is the output.
  addEventListener(
    "keydown",
    (event) => {
      const key = { at: event.timeStamp };
      bench.keys.push(key);
      painted((at) => {
        key.echo = at;
      });
    },
    true,
  );

  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...more) {
    if (message && "id" in message) bench.asked.push({ id: message.id, at: performance.now() });
    return post.call(this, message, ...more);
  };
  const listen = Worker.prototype.addEventListener;
  Worker.prototype.addEventListener = function (type, handler, ...more) {
    if (type !== "message") return listen.call(this, type, handler, ...more);
    return listen.call(
      this,
      type,
      (event) => {
        const arrived = performance.now();
        // The first look at it is what takes it apart.
        const { data } = event;
        const read = performance.now();
        handler(event);
        if (!("id" in data)) return;
        const answer = { id: data.id, at: arrived, clone: read - arrived, engine: data.milliseconds };
        bench.answered.push(answer);
        painted((at) => {
          answer.painted = at;
        });
      },
      ...more,
    );
  };

  const observe = (type, list, more) => {
    try {
      new PerformanceObserver((entries) => {
        for (const entry of entries.getEntries())
          list.push({ at: entry.startTime, ms: entry.duration, ...more?.(entry) });
      }).observe({ type, buffered: true });
    } catch {
      // This browser has no such entries.
    }
  };
  observe("longtask", bench.long);
  observe("long-animation-frame", bench.frames, ({ blockingDuration }) => ({ blocking: blockingDuration }));

  const seen = (name, selector) => {
    if (bench.first[name] !== undefined) return true;
    const elements = [...(document.querySelector("ytterby-page")?.shadowRoot?.querySelectorAll(selector) ?? [])];
    // The first view is there for several shapes of the page, and hidden where something else will be shown.
    const isSeen = (element) => element.textContent?.trim() && element.checkVisibility({ visibilityProperty: true });
    if (!elements.some(isSeen)) return false;
    bench.first[name] = 0;
    painted((at) => {
      bench.first[name] = at;
    });
    return true;
  };
  const look = () => {
    const example = seen("example", ".editor-pane .cm-line");
    const output = seen("output", ".output .cm-line");
    if (!example || !output) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
