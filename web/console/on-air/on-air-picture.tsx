import { useEffect, useRef } from 'preact/hooks';
import { picturePath } from '../../../src/contract/picture.ts';
import { useConsole } from '../state/console-context.ts';
import { liveFlag } from '../status/live-flag.ts';

/** A full HD screen, which the page in the frame takes itself to be. */
const SCREEN_WIDTH = 1920;

/** What the screens show: the page of a screen itself, drawn small. */
export function OnAirPicture() {
  const { live, words } = useConsole();
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
    <div ref={frame} class="picture" data-state={live.pending.value?.screen ? 'pending' : flag}>
      <iframe src={picturePath(live.liveId)} title={words.onAir.picture} tabIndex={-1} loading="eager" />
      {flag !== 'live' && <p class="picture-word">{words.status[flag]}</p>}
    </div>
  );
}
