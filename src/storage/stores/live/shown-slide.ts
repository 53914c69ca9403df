/** The slide that a Live in presentation mode shows. Its snapshot never changes. [D26] */
export interface ShownSlide {
  readonly snapshotId: string;
  readonly deckId: string;
  /** Revision of the snapshot. */
  readonly revision: number;
  readonly slideId: string;
  /** Zero-based index in the snapshot. */
  readonly index: number;
  readonly blank: boolean;
}
