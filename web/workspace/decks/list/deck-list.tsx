import { useComputed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { foldText } from '../../../../src/contract/fold-text.ts';
import { NAME_MAX_CHARACTERS } from '../../../../src/contract/limits.ts';
import type { DeckKind } from '../../../../src/contract/schemas/presentation.ts';
import { workspacePath } from '../../../../src/contract/workspace-page.ts';
import type { ProblemMessage } from '../../../session/describe-problem.tsx';
import type { DeckListItem } from '../../../session/fetch-decks.ts';
import { type PickedFile, readEntries, toPickedFiles } from '../../../ui/dropped-files.ts';
import { later } from '../../../ui/later.tsx';
import { leavePage } from '../../../ui/leave-page.ts';
import { LoadProblem } from '../../load-problem.tsx';
import { useAction } from '../../use-action.ts';
import { type DeckDocument, EMPTY_DECK } from '../document/deck-document.ts';
import { useDecks } from '../document/use-decks.ts';
import { ImagesDialog } from '../images/images-dialog.tsx';
import { WindowDrop } from '../images/window-drop.tsx';
import { DECK_ORDERS, readDeckOrder } from './deck-orders.ts';
import { DeckRow } from './deck-row.tsx';
import { DeckSearch, readDeckFilter } from './deck-search.tsx';
import { useDeckDeletion } from './use-deck-deletion.ts';

const SongImportDialog = later(async () => (await import('../song/song-import-dialog.tsx')).SongImportDialog);

/** Decks that are shown before all are wanted. */
const SHOWN_AT_FIRST = 300;

/** Renders the list of decks with its search. */
export function DeckList() {
  const { page, rest, strings, toasts, mayEdit, toMessage } = useDecks();
  const address = new URLSearchParams(location.search);
  const decks = useSignal<readonly DeckListItem[] | null>(null);
  const problem = useSignal<ProblemMessage | null>(null);
  const { busy, run } = useAction();
  const query = useSignal(address.get('q') ?? '');
  const filter = useSignal(readDeckFilter(address.get('kind')));
  const order = useSignal(readDeckOrder(address.get('order')));
  const isShowingImages = useSignal(false);
  const shownMax = useSignal(SHOWN_AT_FIRST);
  /** Files to import; null while the dialog is closed. */
  const songs = useSignal<readonly PickedFile[] | null>(null);
  const openImport = () => {
    songs.value = [];
  };
  const { deleting, remove: removeDeck } = useDeckDeletion((id) => {
    decks.value = (decks.value ?? []).filter((deck) => deck.id !== id);
  });
  const visible = useComputed(() => {
    const words = foldText(query.value).split(/\s+/).filter(Boolean);
    return (decks.value ?? [])
      .filter(({ id, kind, title, authors, first_line, songbook }) => {
        const folded = foldText(
          [title, authors, first_line, songbook?.name, songbook?.number].filter(Boolean).join(' '),
        );
        return (
          !deleting.value.has(id) &&
          (filter.value === 'all' || kind === filter.value) &&
          words.every((word) => folded.includes(word))
        );
      })
      .toSorted(DECK_ORDERS[order.value]);
  });

  const load = async () => {
    try {
      decks.value = await rest.list();
      problem.value = null;
    } catch (error) {
      // A list that is already shown stays, with the dialog over it.
      if (decks.value) toasts.show({ kind: 'problem', text: toMessage(error) });
      else problem.value = toMessage(error);
    }
  };
  useEffect(() => {
    void load();
  }, []);

  const keepAddress = () => {
    const parameters = new URLSearchParams();
    if (query.value) parameters.set('q', query.value);
    if (filter.value !== 'all') parameters.set('kind', filter.value);
    if (order.value !== 'changed') parameters.set('order', order.value);
    history.replaceState(null, '', parameters.size > 0 ? `?${parameters}` : location.pathname);
  };
  const pathOf = (id: string) => workspacePath(page.owner.id, 'decks', id);
  const create = (kind: DeckKind) =>
    run(async () => {
      const title = kind === 'song' ? strings.untitledSong : strings.untitledSlides;
      const { id } = await rest.create({ ...EMPTY_DECK, title, kind });
      await leavePage(`${pathOf(id)}#new`);
    });
  /** Loads the list again after a failure: someone else may have deleted the deck. */
  const act = async (task: () => Promise<unknown>) => {
    if (!(await run(task))) await load();
  };
  const duplicate = ({ id }: DeckListItem) =>
    act(async () => {
      const { document } = await rest.get(id);
      const copy: DeckDocument = { ...document, title: toCopyTitle(document.title, strings.copyTitle) };
      await rest.create(copy);
      await load();
      toasts.show({ text: strings.duplicated(copy.title) });
    });
  const remove = (deck: DeckListItem) => act(() => removeDeck(deck));

  const all = decks.value;
  return (
    <div class="deck-list-page">
      <WindowDrop
        isEnabled={mayEdit}
        hint={strings.dropSongs}
        onFiles={async (files, _target, entries) => {
          const picked = entries.length > 0 ? await readEntries(entries) : toPickedFiles(files);
          if (picked.length > 0) songs.value ??= picked;
        }}
      />
      <div class="page-head">
        <h1>{strings.title}</h1>
        <div class="page-acts">
          {all && all.length > 0 && (
            <a class="button" href={`/account/organizations/${page.owner.id}/usage`}>
              {strings.usage}
            </a>
          )}
          {all && all.length > 0 && (
            <button
              type="button"
              onClick={() => {
                isShowingImages.value = true;
              }}
            >
              {strings.images}
            </button>
          )}
          {mayEdit && (
            <>
              <button type="button" onClick={openImport}>
                {strings.importSongs}
              </button>
              <button type="button" disabled={busy.value} onClick={() => create('slides')}>
                {strings.newSlides}
              </button>
              <button type="button" class="primary" disabled={busy.value} onClick={() => create('song')}>
                {strings.newSong}
              </button>
            </>
          )}
        </div>
      </div>
      <LoadProblem problem={problem.value} load={load} />
      {all === null ? (
        problem.value === null && (
          <p class="meta" role="status">
            {strings.loading}
          </p>
        )
      ) : all.length === 0 ? (
        <div class="empty">
          <p>{strings.empty}</p>
          {mayEdit && (
            <>
              <p>{strings.emptyImport}</p>
              <button type="button" class="primary" onClick={openImport}>
                {strings.importSongs}
              </button>
            </>
          )}
        </div>
      ) : (
        <>
          <DeckSearch query={query} filter={filter} order={order} onChange={keepAddress} found={visible.value.length} />
          {visible.value.length === 0 ? (
            <div class="empty">
              <p>{strings.foundNone}</p>
              <button
                type="button"
                onClick={() => {
                  query.value = '';
                  filter.value = 'all';
                  keepAddress();
                }}
              >
                {strings.showAll}
              </button>
            </div>
          ) : (
            <ul class="resource-list deck-list">
              {visible.value.slice(0, shownMax.value).map((deck) => (
                <DeckRow key={deck.id} deck={deck} duplicate={() => duplicate(deck)} remove={() => remove(deck)} />
              ))}
            </ul>
          )}
          {visible.value.length > shownMax.value && (
            <button
              type="button"
              onClick={() => {
                shownMax.value = Number.POSITIVE_INFINITY;
              }}
            >
              {strings.showAll}
            </button>
          )}
        </>
      )}
      {songs.value && (
        <SongImportDialog
          files={songs.value}
          onClose={() => {
            songs.value = null;
          }}
          onChanged={load}
        />
      )}
      {isShowingImages.value && (
        <ImagesDialog
          onClose={() => {
            isShowingImages.value = false;
          }}
        />
      )}
    </div>
  );
}

/** Returns the title of a copy, which is not longer than a title can be. */
function toCopyTitle(title: string, pattern: (title: string) => string): string {
  const room = NAME_MAX_CHARACTERS - pattern('').length;
  return pattern(title.slice(0, room).trimEnd());
}
