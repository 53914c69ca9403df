import type { ViewerSlide } from '../../../src/contract/viewer.ts';
import { formatDuration } from '../../shared/format-duration.ts';
import { useNow } from '../../shared/use-now.ts';
import { toSecondsLeft } from './seconds-left.ts';

/** Returns the remaining time of a slide's countdown, updated each second; null for other slides. [D76] */
export function useTimeLeft(slide: ViewerSlide | null | undefined): string | null {
  const counts = slide?.layout === 'countdown';
  const now = useNow(counts && slide.until !== undefined ? 1_000 : null);
  return counts ? formatDuration(toSecondsLeft(slide, now)) : null;
}
