/** How much a run measures. `folder` is a temporary one, on the file system that the servers' data are on. */
export type Extent = { rounds: number; seconds: number; viewers: number; folder: string };
