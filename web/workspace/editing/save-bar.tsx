import { useEffect } from 'preact/hooks';
import { formatTimeOfDay } from '../../ui/format-time-of-day.ts';
import { useWorkspace } from '../workspace-context.ts';
import type { EditedDocument } from './edited-document.ts';
import { useUndoKeys } from './use-undo-keys.ts';

interface Props<Content> {
  readonly edited: EditedDocument<Content>;
  /** Effect of saving. */
  readonly hint: string;
}

/**
 * Renders whether the changes of a document are saved, and the buttons that save or discard them. For a document that
 * saves itself, use `SaveStatus`.
 */
export function SaveBar<Content>({ edited, hint }: Props<Content>) {
  const { page, strings, toasts } = useWorkspace();
  const { frame } = strings;
  const texts = strings.lives.save;
  const { value: state } = edited.state;
  const { value: isDirty } = edited.isDirty;
  const isProblem = state.kind === 'failed' || state.kind === 'missing';
  useUndoKeys(edited, () => toasts.show({ text: texts.undone }));
  useEffect(() => {
    if (edited.isRestored && !edited.conflict.peek())
      toasts.show({ text: texts.restored, action: { label: texts.discard, run: edited.discard } });
  }, [edited]);

  const discard = () => {
    edited.discard();
    toasts.show({ text: texts.discarded, action: { label: texts.undo, run: edited.undo } });
  };
  const text = () => {
    if (state.kind === 'saving') return frame.saving;
    if (state.kind === 'failed') {
      return (
        <>
          {frame.notSaved} {state.message}
        </>
      );
    }
    if (state.kind === 'missing') return frame.missing;
    if (isDirty) return texts.unsaved;
    return state.kind === 'saved' && state.at ? frame.savedAt(formatTimeOfDay(new Date(state.at), page.language)) : '';
  };
  return (
    <div class="save-bar" data-changed={isDirty || isProblem}>
      <p class={isProblem ? 'problem' : 'save-text'} role={isProblem ? 'alert' : 'status'}>
        {text()}
      </p>
      {isDirty && !isProblem && <p class="meta">{hint}</p>}
      {isDirty && (
        <div class="row">
          <button type="button" disabled={state.kind === 'saving'} onClick={discard}>
            {texts.discard}
          </button>
          <button type="button" class="primary" disabled={state.kind === 'saving'} onClick={edited.save}>
            {state.kind === 'failed' ? frame.tryAgain : texts.save}
          </button>
        </div>
      )}
    </div>
  );
}
