import type { DeckEditor } from './deck-editor.ts';
import { fill, useDecks } from './use-decks.ts';

/** Renders whether the changes are saved. */
export function DeckSaveStatus({ editor }: { readonly editor: DeckEditor }) {
  const { page, strings, frame } = useDecks();
  const state = editor.saveState.value;
  if (!editor.mayEdit) return <p class="save-status meta">{strings.readOnly}</p>;
  if (state.kind === 'failed') {
    return (
      <div class="save-status row">
        <p class="problem" role="alert">
          {fill(strings.notSaved, { reason: state.message })}
        </p>
        <button type="button" onClick={() => editor.save()}>
          {frame.tryAgain}
        </button>
      </div>
    );
  }
  const time = state.kind === 'saved' && state.at?.toLocaleTimeString(page.language, { timeStyle: 'short' });
  return (
    <p class="save-status meta" role="status" data-state={state.kind}>
      {state.kind === 'saved' ? (time ? fill(strings.savedAt, { time }) : strings.saved) : strings.saving}
    </p>
  );
}
