import { useEffect, useRef } from 'preact/hooks';
import { picturePath } from '../../../src/contract/picture.ts';
import { useConsole } from '../state/console-context.ts';
import { liveFlag } from '../status/live-flag.ts';

/** Width in px of the page in the frame: a full HD screen. */
const SCREEN_WIDTH = 1920;

/** Renders a scaled-down screen page with what the outputs show. */
export function OnAirPicture() {
  const { live, strings } = useConsole();
  const frame = useRef<HTMLDivElement>(null);
  const flag = liveFlag(live);

  useEffect(() => {
    const { current } = frame;
    if (!current) return;
    const resized = new ResizeObserver(([entry]) => {
      current.style.setProperty('--picture-scale', `${entry!.contentRect.width / SCREEN_WIDTH}`);
    });
    resized.observe(current);
    return () => resized.disconnect();
  }, []);

  return (
    <div ref={frame} class="picture" data-state={live.pending.value?.isVisible ? 'pending' : flag}>
      <iframe src={picturePath(live.liveId)} title={strings.onAir.picture} tabIndex={-1} loading="eager" />
      {flag !== 'live' && <p class="picture-word">{strings.status[flag]}</p>}
    </div>
  );
}
