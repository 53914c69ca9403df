import { ActButton } from '../commands/act-button.tsx';
import { isHidden } from '../live/is-hidden.ts';
import { OutputList } from '../outputs/output-list.tsx';
import { useConsole } from '../state/console-context.ts';
import { NextUp } from './next-up.tsx';
import { Picture } from './picture.tsx';
import { Place } from './place.tsx';
import { StageMessage } from './stage-message.tsx';

/** What the audience has now, what comes next, and what changes it. */
export function OnAir() {
  const { words, live } = useConsole();
  const hidden = isHidden(live.now.value);
  return (
    <section class="pane on-air" aria-labelledby="on-air-title">
      <h2 id="on-air-title">{words.panes.onAir}</h2>
      <Picture />
      <Place />
      <NextUp />
      {live.mayOperate() && (
        <div class="acts">
          <ActButton command="hide" label={hidden ? words.acts.reveal : words.acts.hide} pressed={hidden} />
          <ActButton command="back" label={words.acts.back} />
          <ActButton command="undo" label={words.acts.undo} />
          <ActButton command="clear" label={words.acts.clear} danger />
        </div>
      )}
      <OutputList />
      <StageMessage />
    </section>
  );
}
