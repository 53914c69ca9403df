import type { ConsoleStrings } from '../../src/locales/en/console/index.ts';
import type { LiveOutput } from './live-output.ts';

/**
 * State of an output. `connected`: it has painted what is on air, or still has time to. `hidden`: it has painted that
 * the Live is hidden, or it is hidden itself; a stage keeps the text of a hidden Live. `late`: it is connected but has
 * not painted in time. `lost`: it has disconnected. `never`: it was never opened.
 */
export type OutputState = 'connected' | 'hidden' | 'late' | 'lost' | 'never';

/** The state that the outputs of a Live should show by now. */
export interface DueOutput {
  readonly sequence: number;
  /** The sequence of a Live whose content is hidden from the audience. Null while it is not. */
  readonly hidden: number | null;
}

/** Returns the state of an output from its reports. [D60] */
export function toOutputState(
  { connections, seen_at: seenAt, sequence: painted, view, settings }: LiveOutput,
  due: DueOutput,
): OutputState {
  if (connections === 0) return seenAt === null ? 'never' : 'lost';
  if (painted === null || painted < due.sequence) return 'late';
  if (settings.hidden) return 'hidden';
  return due.hidden !== null && painted >= due.hidden && view !== 'stage' ? 'hidden' : 'connected';
}

/** Returns a problem that an output has reported, in words. */
export const describeOutputProblem = (
  problem: string,
  strings: Pick<ConsoleStrings['outputs'], 'problems' | 'parameter'>,
): string => strings.problems[problem] ?? strings.parameter(problem);
