import type { Slide } from '../../contract/schemas/presentation.ts';
import type { DeckRecord } from '../../storage/storage.ts';

/** A slide as it occurs in a snapshot. */
export interface SlideOccurrence {
  readonly slide: Slide;
  /** Id in the snapshot. */
  readonly id: string;
  /** Number of the slide in the deck, starting at 1. */
  readonly number: number;
}

/**
 * Lists the slides of a deck as they are presented. With an order, each occurrence has its own id, `{slide_id}~n`,
 * which no slide of a deck can have. [D70]
 */
export function toOccurrences({ slides, order }: Pick<DeckRecord, 'slides' | 'order'>): SlideOccurrence[] {
  const all = slides.map((slide, index) => ({ slide, id: slide.id, number: index + 1 }));
  if (!order) return all;
  const byId = new Map(all.map((occurrence) => [occurrence.id, occurrence]));
  const counts = new Map<string, number>();
  return order.map((id) => {
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    return { ...byId.get(id)!, id: `${id}~${count}` };
  });
}
