/**
 * How much a run measures. `seconds` are those of a round of reads, `viewers` those of one Live, and `polls` those of
 * 200 Lives; `folder` is a temporary one, on the file system that the servers' data are on.
 */
export type BenchmarkExtent = { rounds: number; seconds: number; viewers: number; polls: number; folder: string };

/**
 * Length of a slice when servers are read alternately: short enough that a change of the machine's speed affects all of
 * them, long enough for thousands of requests.
 */
export const SLICE_SECONDS = 0.25;

/** Turns of each, which are as long together as the rounds. */
export const countSlices = ({ rounds, seconds }: BenchmarkExtent): number =>
  Math.ceil((rounds * seconds) / SLICE_SECONDS);
