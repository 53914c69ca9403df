/**
 * How much a run measures. `seconds` are those of a round of reads, `viewers` those of one Live, and `polls` those of 200 Lives;
 * `folder` is a temporary one, on the file system that the servers' data are on.
 */
export type Extent = { rounds: number; seconds: number; viewers: number; polls: number; folder: string };
