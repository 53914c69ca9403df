/**
 * Callbacks wait for the end of the event-loop tick, so that what arrives in one tick is processed together. A burst of
 * clients can make a tick as long as a second, because the loop reads all sockets first. Request handlers therefore
 * call `flush`, which runs callbacks that have waited longer than this.
 */
const OVERDUE_MS = 2;

const waiting: (() => void)[] = [];
let waitingSince = 0;

/** Calls `callback` once: at the end of this tick, or earlier if `flush` finds it overdue. */
export function runAtTickEnd(callback: () => void): void {
  if (waiting.length === 0) {
    waitingSince = performance.now();
    setImmediate(runAll);
  }
  waiting.push(callback);
}

/** Runs the waiting callbacks if they are overdue. Cheap. */
export function flush(): void {
  if (waiting.length > 0 && performance.now() - waitingSince > OVERDUE_MS) runAll();
}

function runAll(): void {
  for (const callback of waiting.splice(0)) callback();
}
