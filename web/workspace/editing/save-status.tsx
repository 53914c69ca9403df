import { useRef } from 'preact/hooks';
import { formatTimeOfDay } from '../../ui/format-time-of-day.ts';
import { useWorkspace } from '../workspace-context.ts';
import type { EditedDocument } from './edited-document.ts';

/** Renders whether a document is saved, and the choice between two versions if someone else saved it meanwhile. */
export function SaveStatus<Content>({ edited }: { readonly edited: EditedDocument<Content> }) {
  const { page, strings } = useWorkspace();
  const { value: state } = edited.state;
  const texts = strings.frame;
  /** Text of the last save. It stays while the next one runs, so that it is announced once a minute at most. */
  const savedText = useRef('');
  if (state.kind === 'saved')
    savedText.current = state.at ? texts.savedAt(formatTimeOfDay(new Date(state.at), page.language)) : texts.saved;
  else if (state.kind !== 'saving') savedText.current = '';
  return (
    <div class="save-status" data-state={state.kind}>
      <p role="status" class={state.kind === 'saved' ? undefined : 'unseen'}>
        {savedText.current}
      </p>
      {state.kind === 'saving' && <p>{texts.saving}</p>}
      {state.kind === 'failed' && (
        <div role="alert">
          <p>
            {texts.notSaved} {state.message}
          </p>
          <button type="button" onClick={edited.save}>
            {texts.tryAgain}
          </button>
        </div>
      )}
      {state.kind === 'missing' && <p role="alert">{texts.missing}</p>}
      {state.kind === 'overtaken' && (
        <div role="alert">
          <p>{texts.overtaken}</p>
          <div class="row">
            <button type="button" onClick={() => edited.resolve('mine')}>
              {texts.keepMine}
            </button>
            <button type="button" onClick={() => edited.resolve('theirs')}>
              {texts.takeTheirs}
            </button>
          </div>
        </div>
      )}
    </div>
  );
}
