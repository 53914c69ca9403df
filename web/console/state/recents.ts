import { formatRecentTime } from '../../ui/format-time-of-day.ts';

/** Content that an entry of the history showed. */
interface Shown {
  readonly reference: string | null;
  readonly slide: { readonly deck: string } | null;
  readonly deck_title: string | null;
}

/** Returns the newest entry of each place or deck, newest first. */
export function toRecents<Entry extends Shown>(entries: readonly Entry[]): readonly Entry[] {
  const seen = new Set<string>();
  return entries.filter(({ reference, slide, deck_title }) => {
    const key = reference ?? `deck ${slide?.deck ?? deck_title}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Formats when an entry was shown: the time of today, or else with its day. */
export function formatShownAt(shownAt: string, language: string, now = new Date()): string {
  const otherDay = { weekday: 'short', day: 'numeric', month: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
  return formatRecentTime(new Date(shownAt), language, otherDay, now);
}
