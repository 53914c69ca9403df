/**
 * Loaded with `NODE_OPTIONS=--import`. At each SIGUSR2 the wall clock of the process jumps, alternately to an hour
 * ahead of the real time and an hour behind, and the process reports it on standard output. Timers and `performance`
 * are not affected, as when the system's clock is set.
 */
const HOUR_MS = 3_600_000;
const RealDate = Date;
let offsetMs = 0;

class SteppedDate extends RealDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(RealDate.now() + offsetMs);
    else super(...(given as [number]));
  }

  static override now(): number {
    return RealDate.now() + offsetMs;
  }
}
globalThis.Date = SteppedDate as DateConstructor;

process.on('SIGUSR2', () => {
  offsetMs = offsetMs > 0 ? -HOUR_MS : HOUR_MS;
  process.stdout.write(`clock ${offsetMs}\n`);
});

export {};
