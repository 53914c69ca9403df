import type { LiveState } from '../../storage/storage.ts';
import { contentKeyOf } from '../live/changes/history.ts';

/**
 * Returns whether the content of the plan entry shown last is still what a Live has, hidden or not. Returns null if no
 * entry was shown, or if an earlier version of Lectern showed it. [D55]
 */
export function findEntryState(state: Pick<LiveState, 'record' | 'items'>): 'on_air' | 'interrupted' | null {
  const { planEntryId, planContents } = state.record;
  if (planEntryId === null || planContents === null) return null;
  const content = contentKeyOf(state);
  return content !== null && planContents.includes(content) ? 'on_air' : 'interrupted';
}
