import { BUTTON_COMMANDS_PER_SECOND } from '../../contract/limits.ts';

const SECOND_MS = 1_000;
/** The most links whose commands are kept. */
const LINKS_MAX = 10_000;

/** Limits the commands of each button link in any one second on this node. [D74] */
export class CommandLimiter {
  /** The times of the latest admitted commands of each link. */
  readonly #admitted = new Map<string, readonly number[]>();

  /** Counts a command. Returns false if the link has used up its second. */
  admit(linkId: string, nowMs = performance.now()): boolean {
    const recent = (this.#admitted.get(linkId) ?? []).filter((at) => nowMs - at < SECOND_MS);
    if (recent.length >= BUTTON_COMMANDS_PER_SECOND) return false;
    if (this.#admitted.size >= LINKS_MAX) this.#admitted.clear();
    this.#admitted.set(linkId, [...recent, nowMs]);
    return true;
  }
}
