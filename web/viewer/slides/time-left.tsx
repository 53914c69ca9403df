import '../styles/time-left.css';
import type { ViewerSlide } from '../../../src/contract/viewer.ts';
import { formatDuration } from '../../shared/format-duration.ts';
import { useNow } from '../../shared/use-now.ts';
import { toSecondsLeft } from './seconds-left.ts';

/**
 * Renders the remaining time of a slide's countdown. It never takes more room than when it is rendered first. Screen
 * readers read it only on request. [D76]
 */
export function TimeLeft({ slide }: { slide: ViewerSlide }) {
  const now = useNow(slide.until === undefined ? null : 1_000);
  return (
    <div class="time-left" role="timer" aria-live="off" dir="ltr">
      {formatDuration(toSecondsLeft(slide, now))}
    </div>
  );
}
