/**
 * For `NODE_OPTIONS=--import`: a process whose time of day jumps at each SIGUSR2, an hour ahead of the real one, then an
 * hour behind, and so on, and says so on standard output. Timers and `performance` go on evenly, as the system's do when
 * somebody sets its clock.
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
