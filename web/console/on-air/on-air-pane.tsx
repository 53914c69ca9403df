import { CommandButton } from '../commands/command-button.tsx';
import { isLiveHidden } from '../live/is-live-hidden.ts';
import { OutputsPanel } from '../outputs/outputs-panel.tsx';
import { useConsole } from '../state/console-context.ts';
import { NextUp } from './next-up.tsx';
import { OnAirPicture } from './on-air-picture.tsx';
import { OnAirText } from './on-air-text.tsx';
import { StageMessageForm } from './stage-message-form.tsx';

/** What the audience has now, what comes next, and what changes it. */
export function OnAirPane() {
  const { words, live } = useConsole();
  const hidden = isLiveHidden(live.now.value);
  return (
    <section class="pane on-air" aria-labelledby="on-air-title">
      <h2 id="on-air-title">{words.panes.onAir}</h2>
      <OnAirPicture />
      <OnAirText />
      <NextUp />
      {live.mayOperate() && (
        <div class="acts">
          <CommandButton command="hide" label={hidden ? words.acts.reveal : words.acts.hide} pressed={hidden} />
          <CommandButton command="back" label={words.acts.back} />
          <CommandButton command="undo" label={words.acts.undo} />
          <CommandButton command="clear" label={words.acts.clear} danger />
        </div>
      )}
      <OutputsPanel />
      <StageMessageForm />
    </section>
  );
}
