/**
 * The end of a turn of the event loop: what came in one turn is done together. A crowd that comes at once can make a turn
 * as long as a second, since the loop reads all sockets first; so whoever handles requests says `hurry` now and then, and
 * what has waited too long goes on.
 */
const OVERDUE_MS = 2;

const waiting: (() => void)[] = [];
let since = 0;

/** Calls back once: at the end of this turn, or before where somebody hurries. */
export function runAtTickEnd(callback: () => void): void {
  if (waiting.length === 0) {
    since = performance.now();
    setImmediate(goOn);
  }
  waiting.push(callback);
}

/** Lets go on what is overdue. Cheap. */
export function flush(): void {
  if (waiting.length > 0 && performance.now() - since > OVERDUE_MS) goOn();
}

function goOn(): void {
  for (const callback of waiting.splice(0)) callback();
}
