import { isLiveHidden } from '../live/is-live-hidden.ts';
import type { LiveControl } from '../live/live-control.ts';

export type LiveFlag = 'live' | 'hidden' | 'empty' | 'stopped' | 'offline' | 'checking';

/** Returns what the audience sees of the Live. `checking` and `offline`: unknown, for lack of a connection. */
export function liveFlag({ connection, now }: LiveControl): LiveFlag {
  if (connection.value.state === 'lost') return 'offline';
  if (connection.value.state === 'checking' || !now.value) return 'checking';
  if (now.value.status === 'stopped') return 'stopped';
  if (now.value.showing) return 'live';
  return isLiveHidden(now.value) ? 'hidden' : 'empty';
}
