import { picturePath } from '../../../src/contract/picture.ts';
import { useFrameScale } from '../../shared/use-frame-scale.ts';
import { useConsole } from '../state/console-context.ts';
import { liveFlag } from '../status/live-flag.ts';

/** Width in px of the page in the frame: a full HD screen. */
const SCREEN_WIDTH = 1920;

/** Renders a scaled-down screen page with what the outputs show. */
export function OnAirPicture() {
  const { live, strings } = useConsole();
  const frame = useFrameScale(SCREEN_WIDTH);
  const flag = liveFlag(live);

  return (
    <div class="picture-box">
      <div ref={frame} class="scaled-frame picture" data-state={live.pending.value?.isVisible ? 'pending' : flag}>
        <iframe src={picturePath(live.liveId)} title={strings.onAir.picture} tabIndex={-1} loading="eager" />
        {flag !== 'live' && <p class="picture-word">{strings.status[flag]}</p>}
      </div>
    </div>
  );
}
