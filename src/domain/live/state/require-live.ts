import { LecternError } from '../../../contract/lectern-error.ts';
import type { LiveRecord, LiveState, Owner } from '../../../storage/storage.ts';

/** Returns the state. Throws `not_found` if the Live does not exist or has another owner. */
export function requireOwned(state: LiveState | null, owner: Owner): LiveState {
  if (!state || !isOwned(state, owner)) throw new LecternError('not_found', 'There is no such Live.');
  return state;
}

export const isOwned = (state: LiveState | null | undefined, owner: Owner): boolean =>
  state?.record.owner.kind === owner.kind && state.record.owner.id === owner.id;

/** Throws `presentation_mode` unless the Live is in reader mode. [States] */
export function requireReaderMode(record: LiveRecord): void {
  if (record.mode === 'presentation') throw new LecternError('presentation_mode');
}

/** Returns the position of an item in the queue. Throws `not_found`. */
export function requireItem(state: LiveState, itemId: string): number {
  const index = state.items.findIndex((item) => item.id === itemId);
  if (index < 0) throw new LecternError('not_found', 'The queue has no such item.');
  return index;
}
