const root = document.documentElement;

interface Options {
  /** Time in ms for which a person counts as present after the last input. */
  durationMs: number;
  /** Whether key presses count as input. */
  keys?: boolean;
  onArrival?: () => void;
}

/**
 * Sets `data-awake` on the page while a person moves a pointer, touches it or presses a key. Returns a function that
 * stops watching.
 */
export function watchPresence({ durationMs, keys = false, onArrival }: Options): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const sleep = () => root.removeAttribute('data-awake');
  const wake = (event: Event) => {
    // Browsers report a resting pointer as moving when the content below it changes.
    if (event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY) return;
    const arrives = !root.hasAttribute('data-awake');
    root.setAttribute('data-awake', '');
    if (arrives) onArrival?.();
    clearTimeout(timer);
    timer = setTimeout(sleep, durationMs);
  };
  const types = ['pointermove', 'pointerdown', ...(keys ? ['keydown'] : [])];
  for (const type of types) addEventListener(type, wake);
  return () => {
    for (const type of types) removeEventListener(type, wake);
    clearTimeout(timer);
    sleep();
  };
}
