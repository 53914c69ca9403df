import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Bar } from '../bar/bar.tsx';
import { CandidateList } from '../find/candidate-list.tsx';
import { RecentList } from '../find/recent-list.tsx';
import { StageMessageForm } from '../on-air/stage-message-form.tsx';
import { OutputsPanel } from '../outputs/outputs-panel.tsx';
import { useConsole } from '../state/console-context.ts';
import { LiveMenu } from '../status/live-menu.tsx';
import { LockButton } from '../status/lock-button.tsx';
import { TranslationToggles } from '../status/translation-toggles.tsx';
import { PassagePad } from './passage-pad.tsx';

const PARTS = ['pad', 'recent', 'more'] as const;

/** Renders the sheet over the rows: the bar, a keypad for passages, the recent entries, and the rest. */
export function PhoneSheet({ onClose }: { onClose(): void }) {
  const { bar, strings } = useConsole();
  const sheet = useRef<HTMLDialogElement>(null);
  const part = useSignal<(typeof PARTS)[number]>('pad');
  const isTyping = bar.text.value !== '';
  useEffect(() => sheet.current?.show(), []);
  return (
    <dialog
      ref={sheet}
      class="sheet"
      aria-label={strings.phone.more}
      onClose={onClose}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isTyping) return;
        // Closes only the sheet: the same key hides the Live.
        event.preventDefault();
        sheet.current?.close();
      }}
    >
      <button
        type="button"
        class="sheet-grip"
        aria-label={strings.strip.close}
        onClick={() => sheet.current?.close()}
      />
      <h2 class="unseen">{strings.phone.more}</h2>
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
                }}
              >
                {strings.phone.parts[name]}
              </button>
            ))}
          </div>
          {part.value === 'pad' && <PassagePad onShown={() => sheet.current?.close()} />}
          {part.value === 'recent' && <RecentList />}
          {part.value === 'more' && (
            <div class="sheet-more">
              <LiveMenu />
              <LockButton />
              <TranslationToggles />
              <OutputsPanel />
              <StageMessageForm />
            </div>
          )}
        </>
      )}
    </dialog>
  );
}
