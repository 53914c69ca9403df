import { useEffect, useRef } from 'preact/hooks';
import type { DeckEditor } from './deck-editor.ts';
import type { StoredDeck } from './deck-rest.ts';
import { count, fill, useDecks } from './use-decks.ts';

/** Asks which version to keep after another person has changed the deck. The other one stays available with "Undo". */
export function ConflictDialog({ editor, theirs }: { readonly editor: DeckEditor; readonly theirs: StoredDeck }) {
  const { strings } = useDecks();
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => element.current?.showModal(), []);
  const describe = ({ title, slides }: StoredDeck['document']) =>
    fill(strings.version, { title, slides: count(slides.length, strings.slideCount) });
  return (
    <dialog ref={element} class="dialog" aria-labelledby="conflict-title" onCancel={(event) => event.preventDefault()}>
      <h2 id="conflict-title">{strings.conflict}</h2>
      <p>{strings.conflictHint}</p>
      <dl class="deck-versions">
        <dt>{strings.mine}</dt>
        <dd>{describe(editor.document.value)}</dd>
        <dt>{strings.theirs}</dt>
        <dd>{describe(theirs.document)}</dd>
      </dl>
      <div class="dialog-acts">
        <button type="button" onClick={() => editor.resolve('theirs')}>
          {strings.takeTheirs}
        </button>
        <button type="button" class="primary" onClick={() => editor.resolve('mine')}>
          {strings.keepMine}
        </button>
      </div>
    </dialog>
  );
}
