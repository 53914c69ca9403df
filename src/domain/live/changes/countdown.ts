import type { LiveRecord, LiveState, ShownSlide, SnapshotSlide } from '../../../storage/storage.ts';
import { toTime } from '../../clock.ts';
import type { Transition } from './transitions.ts';

/** The fields of a slide that say whether it is a countdown, and until when. */
export type Countdown = Pick<SnapshotSlide, 'layout' | 'until'>;

/** Returns when the countdown of a shown slide ends; null if the slide has none, or if it has not begun. [D76] */
export const toCountdownEnd = (
  { layout, until }: Countdown,
  { slideId, ends }: Pick<ShownSlide, 'slideId' | 'ends'>,
): string | null => (layout === 'countdown' ? (ends?.[slideId] ?? until ?? null) : null);

/** Returns what a Live keeps of the slide at an index. */
export function toShownPlace(
  slides: readonly SnapshotSlide[],
  index: number,
): Pick<ShownSlide, 'slideId' | 'index' | 'seconds'> {
  const { id, seconds } = slides[index]!;
  return { slideId: id, index, ...(seconds && { seconds }) };
}

/** Begins the countdown of a slide that is put on air for the first time since it was presented. [D76] */
export function beginCountdown(record: LiveRecord, now: number): LiveRecord {
  const { slide, showing } = record;
  if (!showing || !slide?.seconds || slide.blank || slide.ends?.[slide.slideId]) return record;
  return { ...record, slide: withEnd(slide, toTime(now + slide.seconds * 1_000)) };
}

/** The latest time that requests and responses can have. */
const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** Moves the end of a countdown, never before now. One that is over begins again from now. [D76] */
export function moveEnd(end: string, bySeconds: number, now: number): string {
  const ms = Date.parse(end);
  if (bySeconds > 0) return toTime(Math.min(Math.max(ms, now) + bySeconds * 1_000, LATEST_MS));
  return toTime(Math.max(ms + bySeconds * 1_000, Math.min(ms, now)));
}

/** Moves the countdown of the shown slide. Returns null if none has begun, or if its end stays. [D76] */
export function moveSlideCountdown(
  { record: { slide } }: LiveState,
  findSlide: (shown: ShownSlide) => Countdown,
  bySeconds: number,
  now: number,
): Transition | null {
  const end = slide && toCountdownEnd(findSlide(slide), slide);
  const moved = end && moveEnd(end, bySeconds, now);
  return moved && moved !== end ? { record: { slide: withEnd(slide, moved) }, queue: [] } : null;
}

const withEnd = (slide: ShownSlide, end: string): ShownSlide => ({
  ...slide,
  ends: { ...slide.ends, [slide.slideId]: end },
});
