import { type AudienceState, toAudienceState } from '../../session/audience-state.ts';
import type { LiveControl } from '../live/live-control.ts';

export type LiveFlag = AudienceState | 'offline' | 'checking';

/** Returns what the audience sees of the Live. `checking` and `offline`: unknown, for lack of a connection. */
export function liveFlag({ connection, now }: LiveControl): LiveFlag {
  if (connection.value.state === 'lost') return 'offline';
  if (connection.value.state === 'checking' || !now.value) return 'checking';
  return toAudienceState(now.value);
}
