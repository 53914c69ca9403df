/**
 * How much a run measures. `seconds` are those of a round of reads, `viewers` those of one Live, and `polls` those of 200 Lives;
 * `folder` is a temporary one, on the file system that the servers' data are on.
 */
export type BenchmarkExtent = { rounds: number; seconds: number; viewers: number; polls: number; folder: string };

/** Of servers that are read from in turn: short enough that a machine which changes its speed does so for all of them, and some thousands of requests. */
export const SLICE_SECONDS = 0.25;

/** Turns of each, which are as long together as the rounds. */
export const countSlices = ({ rounds, seconds }: BenchmarkExtent): number =>
  Math.ceil((rounds * seconds) / SLICE_SECONDS);
