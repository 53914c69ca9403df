import { LecternError } from '../../contract/lectern-error.ts';
import type { StageMessage, Storage } from '../../storage/storage.ts';
import { toAuditRecord } from '../audit/audit.ts';
import type { Actors } from './actors.ts';
import type { LiveBroadcasts } from './live-broadcasts.ts';
import type { LiveStates } from './live-states.ts';
import type { LiveWrite } from './live-writes.ts';
import { requireOwned } from './require-live.ts';

/** A write that changes no content, and so has no precondition. */
export type BackstageWrite = Pick<LiveWrite, 'owner' | 'actor' | 'recheck'>;

/** Writes what stands beside the content of Lives: it is durable, and then told to those who follow. */
export class BackstageWrites {
  readonly #storage: Storage;
  readonly #actors: Actors;
  readonly #states: LiveStates;
  readonly #news: LiveBroadcasts;

  constructor(storage: Storage, actors: Actors, states: LiveStates, news: LiveBroadcasts) {
    this.#storage = storage;
    this.#actors = actors;
    this.#states = states;
    this.#news = news;
  }

  /** In the turn of the Live, so that what is told has one order. Throws `not_found`, what `recheck` throws, and `unavailable`. */
  setStage(id: string, { owner, actor, recheck }: BackstageWrite, stage: StageMessage | null): Promise<void> {
    const late = this.#actors.isBusy(id);
    return this.#actors.run(id, async () => {
      await recheck?.(late);
      const { name } = requireOwned(await this.#states.load(id), owner).record;
      // Not what it says: that is meant for a moment, and the audit is kept for a year.
      const audit = toAuditRecord(actor, { owner, resource: id, resourceName: name });
      try {
        const aside = await this.#storage.lives.setStage(id, stage, audit);
        if (!aside) throw new LecternError('not_found', 'There is no such Live.');
        this.#news.adoptBackstage(id, aside);
      } catch (error) {
        // The outcome may be unknown: what is true is read from the storage next time.
        this.#states.forget(id);
        throw error;
      }
    });
  }
}
