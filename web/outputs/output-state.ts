import type { ConsoleStrings } from '../../src/locales/en/console/index.ts';
import type { LiveOutput } from './live-output.ts';

/**
 * State of an output. `connected`: it has painted what is on air, or still has time to. `late`: it is connected but has
 * not painted in time. `lost`: it has disconnected. `never`: it was never opened.
 */
export type OutputState = 'connected' | 'late' | 'lost' | 'never';

/** Returns the state of an output from its reports. `due` is the sequence that it should have painted by now. */
export function toOutputState(
  { connections, seen_at: seenAt, sequence: painted }: LiveOutput,
  due: number,
): OutputState {
  if (connections === 0) return seenAt === null ? 'never' : 'lost';
  return painted !== null && painted >= due ? 'connected' : 'late';
}

/** Returns a problem that an output has reported, in words. */
export const describeOutputProblem = (
  problem: string,
  strings: Pick<ConsoleStrings['outputs'], 'problems' | 'parameter'>,
): string => strings.problems[problem] ?? strings.parameter(problem);
