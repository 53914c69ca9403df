import { REMOTE_WRITES_PER_SECOND } from '../../contract/limits.ts';

/** Limits the writes of each remote link per second on this node. [D68] */
export class RemoteWriteLimiter {
  #counts = new Map<string, number>();
  #second = 0;

  /** Counts a write. Returns false if the link has exceeded its limit in this second. */
  admit(linkId: string): boolean {
    const second = Math.floor(performance.now() / 1_000);
    if (second !== this.#second) this.#counts = new Map();
    this.#second = second;
    const count = (this.#counts.get(linkId) ?? 0) + 1;
    this.#counts.set(linkId, count);
    return count <= REMOTE_WRITES_PER_SECOND;
  }
}
