export interface TurnLimits {
  /** The most pieces of work that run at a time. */
  readonly running: number;
  /** The most pieces of one owner that run at a time. */
  readonly runningPerOwner: number;
  /** The most pieces of one owner that wait. */
  readonly waitingPerOwner: number;
}

interface Entry<Work> {
  readonly work: Work;
  readonly background: boolean;
}

interface OwnerTurns<Work> {
  running: number;
  /** Number of the latest turn; 0 before the first. */
  latest: number;
  readonly waiting: Entry<Work>[];
}

/**
 * Decides when work may run, so that one owner cannot keep the others waiting. The next turn is that of the owner with
 * the least running work, and among several that of the one whose last turn is longest ago. The work of one owner runs
 * in order, that in the background after the rest. The queue has no clock and runs nothing itself.
 */
export class TurnQueue<Work> {
  readonly #limits: TurnLimits;
  readonly #owners = new Map<string, OwnerTurns<Work>>();
  #running = 0;
  #turns = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /**
   * Adds work. If it runs, call `leave` at its end. `waitingMax` replaces the limit of waiting work, which applies to
   * work in the background and to the rest separately.
   */
  enter(
    owner: string,
    work: Work,
    { waitingMax = this.#limits.waitingPerOwner, background = false } = {},
  ): 'runs' | 'waits' | 'refused' {
    const turns = this.#owners.get(owner) ?? { running: 0, latest: 0, waiting: [] };
    const runs = this.#running < this.#limits.running && turns.running < this.#limits.runningPerOwner;
    const isAlike = (entry: Entry<Work>) => entry.background === background;
    if (!runs && turns.waiting.filter(isAlike).length >= waitingMax) return 'refused';
    this.#owners.set(owner, turns);
    if (runs) this.#begin(turns);
    else turns.waiting.push({ work, background });
    return runs ? 'runs' : 'waits';
  }

  /** Ends a turn of an owner. Returns the work that runs next, or null. */
  leave(owner: string): Work | null {
    const ended = this.#owners.get(owner)!;
    ended.running--;
    this.#running--;
    this.#forgetIdle(owner, ended);
    const [next] = [...this.#owners.values()]
      .filter(({ running, waiting }) => waiting.length > 0 && running < this.#limits.runningPerOwner)
      .sort((one, other) => one.running - other.running || one.latest - other.latest);
    if (!next) return null;
    this.#begin(next);
    const first = next.waiting.findIndex(({ background }) => !background);
    return next.waiting.splice(Math.max(0, first), 1)[0]!.work;
  }

  /** Removes waiting work. Returns false if it no longer waits. */
  withdraw(owner: string, work: Work): boolean {
    const turns = this.#owners.get(owner);
    const index = turns?.waiting.findIndex((entry) => entry.work === work) ?? -1;
    if (!turns || index < 0) return false;
    turns.waiting.splice(index, 1);
    this.#forgetIdle(owner, turns);
    return true;
  }

  #begin(turns: OwnerTurns<Work>): void {
    turns.running++;
    turns.latest = ++this.#turns;
    this.#running++;
  }

  #forgetIdle(owner: string, { running, waiting }: OwnerTurns<Work>): void {
    if (running === 0 && waiting.length === 0) this.#owners.delete(owner);
  }
}
