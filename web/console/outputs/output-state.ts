import type { LiveOutput } from '../live/live-lists.ts';

/**
 * `connected`: it has painted what is on air. `late`: it is connected, and has not painted that yet. `lost`: it was connected, and is
 * not any more. `never`: nobody has opened it.
 */
export type OutputState = 'connected' | 'late' | 'lost' | 'never';

/** Whether an output shows what it should, by what its pages report. */
export function toOutputState(
  { connections, seen_at: seenAt, sequence: painted }: LiveOutput,
  sequence: number,
): OutputState {
  if (connections === 0) return seenAt === null ? 'never' : 'lost';
  return painted !== null && painted >= sequence ? 'connected' : 'late';
}
