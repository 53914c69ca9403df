import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Bar } from '../bar/bar.tsx';
import { CandidateList } from '../find/candidate-list.tsx';
import { RecentList } from '../find/recent-list.tsx';
import { StageMessageForm } from '../on-air/stage-message-form.tsx';
import { OutputsPanel } from '../outputs/outputs-panel.tsx';
import { PlanList } from '../plan/plan-list.tsx';
import { useConsole } from '../state/console-context.ts';
import { LiveMenu } from '../status/live-menu.tsx';
import { LockButton } from '../status/lock-button.tsx';
import { MenuLinks } from '../status/menu-links.tsx';
import { TranslationToggles } from '../status/translation-toggles.tsx';
import { PassagePad } from './passage-pad.tsx';

const PARTS = ['pad', 'plan', 'recent', 'more'] as const;

/** Renders the sheet over the rows: the bar, a keypad for passages, the plan, the recent entries, and the rest. */
export function PhoneSheet({ onClose }: { onClose(): void }) {
  const { bar, middleList, strings } = useConsole();
  const sheet = useRef<HTMLDialogElement>(null);
  const part = useSignal<(typeof PARTS)[number]>(middleList.value === 'plan' ? 'plan' : 'pad');
  const isTyping = bar.text.value !== '';
  const close = () => sheet.current?.close();
  useEffect(() => sheet.current?.show(), []);
  return (
    <dialog
      ref={sheet}
      class="sheet"
      aria-label={strings.phone.open}
      onClose={onClose}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isTyping) return;
        // Closes only the sheet: the same key hides the Live.
        event.preventDefault();
        close();
      }}
    >
      <button type="button" class="sheet-grip" aria-label={strings.strip.close} onClick={close} />
      <h2 class="unseen">{strings.phone.open}</h2>
      <Bar />
      {isTyping ? (
        <CandidateList />
      ) : (
        <>
          <div class="tabs" role="tablist">
            {PARTS.map((name) => (
              <button
                key={name}
                type="button"
                role="tab"
                aria-selected={name === part.value}
                onClick={() => {
                  part.value = name;
                  // The sheet opens at the plan again while the plan is being run.
                  middleList.value = name === 'plan' ? 'plan' : 'queue';
                }}
              >
                {name === 'plan' ? strings.plan.title : strings.phone.parts[name]}
              </button>
            ))}
          </div>
          {part.value === 'pad' && <PassagePad onShown={close} />}
          {part.value === 'plan' && (
            <div class="list-panel">
              <PlanList onShown={close} />
            </div>
          )}
          {part.value === 'recent' && <RecentList />}
          {part.value === 'more' && (
            <div class="sheet-more">
              <LiveMenu />
              <LockButton />
              <TranslationToggles />
              <OutputsPanel />
              <StageMessageForm />
              <div class="sheet-links">
                <MenuLinks />
              </div>
            </div>
          )}
        </>
      )}
    </dialog>
  );
}
