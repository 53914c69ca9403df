import { formatDuration } from '../../shared/format-duration.ts';
import { useNow } from '../../shared/use-now.ts';
import { CommandButton } from '../commands/command-button.tsx';
import { useConsole } from '../state/console-context.ts';

/** Renders the countdowns of the slide and of the stage, and the buttons that move them by a minute. */
export function CountdownRow() {
  const { strings, live } = useConsole();
  const { slide, stage } = live.now.value ?? {};
  const ofSlide = slide?.countdown_to ?? null;
  const ofStage = stage?.countdown_to ?? null;
  const now = useNow(ofSlide || ofStage ? 1_000 : null);
  if (!ofSlide && !ofStage) return null;
  const secondsTo = (end: string) => Math.round((Date.parse(end) - now) / 1_000);
  return (
    <div class="countdown-row">
      {ofSlide && <time dateTime={ofSlide}>{formatDuration(Math.max(0, secondsTo(ofSlide)))}</time>}
      {ofStage && (
        <span>
          {strings.onAir.stageTime}{' '}
          <time dateTime={ofStage} data-over={secondsTo(ofStage) < 0 || undefined}>
            {formatDuration(secondsTo(ofStage))}
          </time>
        </span>
      )}
      {live.mayOperate() && (
        <>
          <CommandButton command="minuteLess" label={strings.acts.minuteLess} title={strings.keys.names.minuteLess} />
          <CommandButton command="minuteMore" label={strings.acts.minuteMore} title={strings.keys.names.minuteMore} />
        </>
      )}
    </div>
  );
}
