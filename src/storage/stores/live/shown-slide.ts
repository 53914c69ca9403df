/** The slide that a Live in presentation mode shows, of a snapshot that never changes. [D26] */
export interface ShownSlide {
  readonly snapshotId: string;
  readonly deckId: string;
  /** Of the snapshot. */
  readonly revision: number;
  readonly slideId: string;
  /** Zero-based, in the snapshot. */
  readonly index: number;
  readonly blank: boolean;
}
