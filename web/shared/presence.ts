const root = document.documentElement;

interface Options {
  /** How long somebody counts as present after the last sign of them. */
  lastsMs: number;
  /** Whether a key is such a sign. */
  keys?: boolean;
  onArrival?: () => void;
}

/** Marks the page with `data-awake` while somebody is at it: moves a pointer, touches it or presses a key. Returns what ends that. */
export function watchPresence({ lastsMs, keys = false, onArrival }: Options): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const sleep = () => root.removeAttribute('data-awake');
  const wake = (event: Event) => {
    // A pointer that rests is said to move when what lies under it changes.
    if (event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY) return;
    const arrives = !root.hasAttribute('data-awake');
    root.setAttribute('data-awake', '');
    if (arrives) onArrival?.();
    clearTimeout(timer);
    timer = setTimeout(sleep, lastsMs);
  };
  const types = ['pointermove', 'pointerdown', ...(keys ? ['keydown'] : [])];
  for (const type of types) addEventListener(type, wake);
  return () => {
    for (const type of types) removeEventListener(type, wake);
    clearTimeout(timer);
    sleep();
  };
}
