import { LecternError } from '../../../contract/lectern-error.ts';
import type { StageMessage, Storage } from '../../../storage/storage.ts';
import { toAuditRecord } from '../../audit/audit.ts';
import type { Actors } from '../state/actors.ts';
import type { LiveBroadcasts } from '../state/live-broadcasts.ts';
import type { LiveStates } from '../state/live-states.ts';
import { requireOwned } from '../state/require-live.ts';
import type { LiveWrite } from './live-writes.ts';

/** A write that does not change the content and therefore needs no precondition. */
export type BackstageWrite = Pick<LiveWrite, 'owner' | 'actor' | 'recheck'>;

/** Writes the backstage fields of Lives, such as the stage message. Followers are notified after the commit. */
export class BackstageWrites {
  readonly #storage: Storage;
  readonly #actors: Actors;
  readonly #states: LiveStates;
  readonly #broadcasts: LiveBroadcasts;

  constructor(storage: Storage, actors: Actors, states: LiveStates, broadcasts: LiveBroadcasts) {
    this.#storage = storage;
    this.#actors = actors;
    this.#states = states;
    this.#broadcasts = broadcasts;
  }

  /**
   * Changes the stage message. Runs in the actor of the Live, so that followers receive changes in order. Throws
   * `not_found`, the errors of `recheck`, and `unavailable`.
   */
  setStage(
    id: string,
    { owner, actor, recheck }: BackstageWrite,
    toStage: (before: StageMessage | null) => StageMessage | null,
  ): Promise<void> {
    const late = this.#actors.isBusy(id);
    return this.#actors.run(id, async () => {
      await recheck?.(late);
      const { record } = requireOwned(await this.#states.load(id), owner);
      // The audit record does not contain the message: the message is temporary, but audit records are kept for a year.
      const audit = toAuditRecord(actor, { owner, resource: id, resourceName: record.name });
      try {
        const backstage = await this.#storage.lives.setStage(id, toStage, audit);
        if (!backstage) throw new LecternError('not_found', 'There is no such Live.');
        await this.#broadcasts.adoptBackstage(id, backstage);
      } catch (error) {
        // The outcome may be unknown, so the next read loads the state from the storage.
        this.#states.forget(id);
        throw error;
      }
    });
  }
}
