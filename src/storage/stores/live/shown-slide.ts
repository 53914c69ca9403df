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
  /** Duration of the slide's countdown, which begins when the slide is put on air. [D76] */
  readonly seconds?: number;
  /** Ends of the countdowns that have begun or were moved since the deck was presented, by slide id. [D76] */
  readonly ends?: Readonly<Record<string, string>>;
}
