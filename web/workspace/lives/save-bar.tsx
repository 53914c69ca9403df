import type { ReadonlySignal } from '@preact/signals';
import { formatTimeOfDay } from '../../ui/format-time-of-day.ts';
import { useWorkspace } from '../workspace-context.ts';

export type DraftSaveState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved'; readonly at: Date }
  | { readonly kind: 'failed'; readonly reason: string };

interface Props {
  readonly state: ReadonlySignal<DraftSaveState>;
  readonly isChanged: boolean;
  /** Effect of saving, if that is not obvious. */
  readonly hint?: string;
  save(): unknown;
  discard(): void;
}

/** Renders whether changes are saved, and the buttons that save or discard them. */
export function SaveBar({ state, isChanged, hint, save, discard }: Props) {
  const { page, strings } = useWorkspace();
  const { save: texts } = strings.lives;
  const { value: now } = state;
  const isSaving = now.kind === 'saving';
  const text = () => {
    if (now.kind === 'saving') return texts.saving;
    if (now.kind === 'failed') return texts.notSaved(now.reason);
    if (isChanged) return texts.unsaved;
    return now.kind === 'saved' ? texts.saved(formatTimeOfDay(now.at, page.language)) : '';
  };
  return (
    <div class="save-bar" data-changed={isChanged || now.kind === 'failed'}>
      <p class={now.kind === 'failed' ? 'problem' : 'save-text'} role={now.kind === 'failed' ? 'alert' : 'status'}>
        {text()}
      </p>
      {hint && isChanged && now.kind !== 'failed' && <p class="meta">{hint}</p>}
      {isChanged && (
        <div class="row">
          <button type="button" disabled={isSaving} onClick={discard}>
            {texts.discard}
          </button>
          <button type="button" class="primary" disabled={isSaving} onClick={save}>
            {now.kind === 'failed' ? texts.again : texts.save}
          </button>
        </div>
      )}
    </div>
  );
}
