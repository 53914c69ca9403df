import type { ButtonNow } from '../../contract/buttons.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import { BUTTON_READS_WAITING_MAX } from '../../contract/limits.ts';
import type { LiveState, RemoteLinkWithCreator } from '../../storage/storage.ts';
import type { Lives } from '../live/lives.ts';
import type { LiveSummaries } from '../live/reading/live-summaries.ts';
import type { LiveSubscription } from '../live/state/followed-lives.ts';
import type { RemoteLinks } from '../remote-links/remote-links.ts';
import { toButtonNow } from './button-answers.ts';
import { requireUsable } from './require-usable.ts';

interface ButtonReadsDependencies {
  readonly lives: Lives;
  readonly links: RemoteLinks;
  readonly summaries: Pick<LiveSummaries, 'toSummary'>;
}

interface ReadOptions {
  /** The cursor of the answer that the client has. */
  readonly after?: string | undefined;
  readonly waitSeconds: number;
  /** Ends the wait when the client disconnects. */
  readonly signal: AbortSignal;
}

/** Ends a wait. The read then answers with the present state. */
type EndWait = () => void;

/**
 * Reads of what the audience sees, which can wait for the next answer. They take no watch. A link has a few waiting
 * reads on a node; a further one ends the oldest. [D74]
 */
export class ButtonReads {
  readonly #parts: ButtonReadsDependencies;
  /** The waits of each link, oldest first. */
  readonly #waits = new Map<string, Set<EndWait>>();
  #closed = false;

  constructor(parts: ButtonReadsDependencies) {
    this.#parts = parts;
  }

  /**
   * Returns what the audience sees. With `after`, waits until that is no longer the answer, at most until the deadline.
   * Throws `not_found` if the link or its Live has ended, and `processing_restricted`.
   */
  async read(link: RemoteLinkWithCreator, { after, waitSeconds, signal }: ReadOptions): Promise<ButtonNow> {
    const live = await this.#requireLive(link);
    const present = await this.#toNow(live);
    if (after !== present.cursor || waitSeconds === 0 || this.#closed) return present;
    await this.#waitForOther(link, { live, after, waitSeconds, signal });
    return this.#toNow(await this.#requireLive(await requireUsable(this.#parts.links, link.id)));
  }

  /** Ends the waits of links whose authority has ended. */
  async recheck(): Promise<void> {
    for (const [id, waits] of this.#waits) {
      // Reading the answer repeats a failed check, and reports its error.
      await requireUsable(this.#parts.links, id).catch(() => endAll(waits));
    }
  }

  /** Ends all waits, and lets new reads not wait. */
  close(): void {
    this.#closed = true;
    for (const waits of this.#waits.values()) endAll(waits);
  }

  async #requireLive({ liveId }: RemoteLinkWithCreator): Promise<LiveState> {
    const live = await this.#parts.lives.find(liveId);
    if (!live) throw new LecternError('not_found', 'The Live of this link no longer exists.');
    return live;
  }

  async #toNow(live: LiveState): Promise<ButtonNow> {
    return toButtonNow(await this.#parts.summaries.toSummary(live));
  }

  async #waitForOther(
    { id, liveId }: RemoteLinkWithCreator,
    { live, after, waitSeconds, signal }: ReadOptions & { readonly live: LiveState; readonly after: string },
  ): Promise<void> {
    const { promise, resolve: end } = Promise.withResolvers<void>();
    const compare = async (state: LiveState | null) => {
      // What another node has changed can arrive after it was read.
      if (state && state.record.sequence < live.record.sequence) return;
      if (!state || state.profile.restricted || (await this.#cursorOf(state)) !== after) end();
    };
    this.#add(id, end);
    const timer = setTimeout(end, waitSeconds * 1_000);
    signal.addEventListener('abort', () => end());
    if (signal.aborted) end();
    let following: LiveSubscription | null = null;
    try {
      following = await this.#parts.lives.follow(liveId, (change) => void compare(change.after));
      await compare(following?.state ?? null);
      await promise;
    } finally {
      clearTimeout(timer);
      following?.close();
      this.#delete(id, end);
    }
  }

  /** Returns null if the state cannot be read. Reading the answer then reports the error. */
  async #cursorOf(state: LiveState): Promise<string | null> {
    try {
      return (await this.#toNow(state)).cursor;
    } catch {
      return null;
    }
  }

  #add(id: string, end: EndWait): void {
    const waits = this.#waits.get(id) ?? new Set();
    this.#waits.set(id, waits.add(end));
    const [oldest] = waits;
    if (waits.size <= BUTTON_READS_WAITING_MAX) return;
    waits.delete(oldest!);
    oldest!();
  }

  #delete(id: string, end: EndWait): void {
    const waits = this.#waits.get(id);
    waits?.delete(end);
    if (waits?.size === 0) this.#waits.delete(id);
  }
}

function endAll(waits: ReadonlySet<EndWait>): void {
  for (const end of waits) end();
}
