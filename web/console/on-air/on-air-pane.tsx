import { isLiveHidden } from '../../session/audience-state.ts';
import { CommandButton } from '../commands/command-button.tsx';
import { OutputsPanel } from '../outputs/outputs-panel.tsx';
import { useConsole } from '../state/console-context.ts';
import { nameAuthor } from '../strip/name-author.ts';
import { CountdownRow } from './countdown-row.tsx';
import { LatestChange } from './latest-change.tsx';
import { NextUp } from './next-up.tsx';
import { OnAirPicture } from './on-air-picture.tsx';
import { OnAirText } from './on-air-text.tsx';
import { PlanNote } from './plan-note.tsx';
import { StageMessageForm } from './stage-message-form.tsx';

/** Renders what is on air, what comes next, and the buttons that change it. */
export function OnAirPane() {
  const { strings, live } = useConsole();
  const { value: now } = live.now;
  const hidden = isLiveHidden(now);
  const unit = now?.mode === 'presentation' ? 'slide' : 'page';
  const next = now?.next?.queued === false ? strings.onAir.beyond : strings.acts.next[unit];
  const undone = now?.undo
    ? [nameAuthor(now.undo, strings.strip), now.undo.reference].filter(Boolean).join(' · ')
    : undefined;
  return (
    <section class="pane on-air" aria-labelledby="on-air-title">
      <h2 id="on-air-title">{strings.panes.onAir}</h2>
      <OnAirPicture />
      <OnAirText />
      <CountdownRow />
      <LatestChange />
      <NextUp />
      <PlanNote />
      {live.mayOperate() && (
        <div class="acts">
          <CommandButton command="previous" label={strings.acts.previous[unit]} />
          <CommandButton command="next" label={next} />
          <CommandButton command="hide" label={hidden ? strings.acts.reveal : strings.acts.hide} pressed={hidden} />
          <CommandButton command="back" label={strings.acts.back} />
          <CommandButton command="undo" label={strings.acts.undo} title={undone} />
          <CommandButton command="clear" label={strings.acts.clear} danger />
        </div>
      )}
      <OutputsPanel />
      <StageMessageForm />
    </section>
  );
}
