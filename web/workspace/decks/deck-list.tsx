import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { LecternProblem } from '../../../clients/typescript/src/index.ts';
import { NAME_MAX_CHARACTERS } from '../../../src/contract/limits.ts';
import type { DeckKind } from '../../../src/contract/schemas/presentation.ts';
import { workspacePath } from '../../../src/contract/workspace-page.ts';
import { foldText } from '../../shared/fold-text.ts';
import type { DeckDocument } from './deck-document.ts';
import type { ListedDeckData } from './deck-rest.ts';
import { ImagesDialog } from './images-dialog.tsx';
import { SongImportDialog } from './song-import-dialog.tsx';
import { count, fill, useDecks } from './use-decks.ts';

/** Time for which a deletion can be undone, in ms. */
const UNDO_MS = 8_000;

type Filter = DeckKind | 'all';

const readFilter = (value: string | null): Filter => (value === 'song' || value === 'slides' ? value : 'all');

/** Renders the list of decks with its search. */
export function DeckList() {
  const { page, rest, strings, frame, toasts, mayEdit, toMessage } = useDecks();
  const address = new URLSearchParams(location.search);
  const decks = useSignal<readonly ListedDeckData[] | null>(null);
  const problem = useSignal<string | null>(null);
  const busy = useSignal(false);
  const query = useSignal(address.get('q') ?? '');
  const filter = useSignal<Filter>(readFilter(address.get('kind')));
  const dialog = useSignal<'images' | null>(null);
  /** Files to import; null while the dialog is closed. */
  const songs = useSignal<readonly File[] | null>(null);
  const isDropTarget = useSignal(false);
  const openImport = () => {
    songs.value = [];
  };
  /** Decks that disappear from the list before they are deleted, so that this can be undone. */
  const deleting = useSignal<ReadonlySet<string>>(new Set());
  const commitDeletion = useRef<(() => void) | null>(null);
  const visible = useComputed(() => {
    const words = foldText(query.value).split(/\s+/).filter(Boolean);
    return (decks.value ?? [])
      .filter(({ id, kind, title }) => {
        const folded = foldText(title);
        return (
          !deleting.value.has(id) &&
          (filter.value === 'all' || kind === filter.value) &&
          words.every((word) => folded.includes(word))
        );
      })
      .toSorted((one, other) => other.updated_at.localeCompare(one.updated_at));
  });

  const load = async () => {
    try {
      decks.value = await rest.list();
      problem.value = null;
    } catch (error) {
      problem.value = toMessage(error);
    }
  };
  useEffect(() => {
    void load();
    // Deletes for good when the page is left.
    const leave = () => commitDeletion.current?.();
    addEventListener('pagehide', leave);
    return () => removeEventListener('pagehide', leave);
  }, []);

  const keepAddress = () => {
    const parameters = new URLSearchParams();
    if (query.value) parameters.set('q', query.value);
    if (filter.value !== 'all') parameters.set('kind', filter.value);
    history.replaceState(null, '', parameters.size > 0 ? `?${parameters}` : location.pathname);
  };
  const pathOf = (id: string) => workspacePath(page.owner.id, 'decks', id);
  const run = async (task: () => Promise<void>) => {
    if (busy.value) return;
    busy.value = true;
    try {
      await task();
    } catch (error) {
      toasts.show({ kind: 'problem', text: toMessage(error) });
    } finally {
      busy.value = false;
    }
  };
  const create = (kind: DeckKind) =>
    run(async () => {
      const title = kind === 'song' ? strings.untitledSong : strings.untitledSlides;
      const { id } = await rest.create({ title, kind, slides: [], order: null, footer: null });
      location.assign(`${pathOf(id)}#new`);
    });
  const duplicate = ({ id }: ListedDeckData) =>
    run(async () => {
      const { document } = await rest.get(id);
      const copy: DeckDocument = { ...document, title: toCopyTitle(document.title, strings.copyTitle) };
      await rest.create(copy);
      await load();
      toasts.show({ text: fill(strings.duplicated, { title: copy.title }) });
    });
  const remove = ({ id, title }: ListedDeckData) =>
    run(async () => {
      commitDeletion.current?.();
      const { etag } = await rest.get(id);
      deleting.value = new Set([...deleting.value, id]);
      const restore = () => {
        deleting.value = new Set([...deleting.value].filter((one) => one !== id));
      };
      const finish = () => {
        clearTimeout(timer);
        if (commitDeletion.current === commit) commitDeletion.current = null;
      };
      const commit = async () => {
        finish();
        try {
          await rest.delete(id, etag);
          decks.value = (decks.value ?? []).filter((deck) => deck.id !== id);
        } catch (error) {
          const isChanged = error instanceof LecternProblem && error.status === 412;
          const text = isChanged ? fill(strings.deleteChanged, { title }) : toMessage(error);
          toasts.show({ kind: 'problem', text });
        } finally {
          restore();
        }
      };
      const timer = setTimeout(commit, UNDO_MS);
      commitDeletion.current = commit;
      const undo = () => {
        finish();
        restore();
      };
      toasts.show({ text: fill(strings.deleted, { title }), action: { label: strings.undo, run: undo } });
    });

  if (problem.value !== null) {
    return (
      <div class="start-problem" role="alert">
        <h1>{strings.title}</h1>
        <p class="problem">{problem.value}</p>
        <button type="button" class="primary" onClick={load}>
          {frame.tryAgain}
        </button>
      </div>
    );
  }
  const all = decks.value;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can be dropped anywhere; a button chooses them too.
    <div
      class="deck-list-page"
      data-drop={isDropTarget.value || undefined}
      onDragOver={(event) => {
        if (!mayEdit || !event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        isDropTarget.value = true;
      }}
      onDragLeave={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) isDropTarget.value = false;
      }}
      onDrop={(event) => {
        isDropTarget.value = false;
        const files = [...(event.dataTransfer?.files ?? [])];
        if (!mayEdit || files.length === 0 || songs.value !== null) return;
        event.preventDefault();
        songs.value = files;
      }}
    >
      <div class="page-head">
        <h1>{strings.title}</h1>
        <div class="page-acts">
          {all && all.length > 0 && (
            <button
              type="button"
              onClick={() => {
                dialog.value = 'images';
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
      {all === null ? (
        <p class="meta" role="status">
          {strings.loading}
        </p>
      ) : all.length === 0 ? (
        <div class="empty">
          <p>{strings.empty}</p>
          {mayEdit && (
            <button type="button" class="primary" disabled={busy.value} onClick={() => create('song')}>
              {strings.newSong}
            </button>
          )}
        </div>
      ) : (
        <>
          <search class="deck-search">
            <label>
              <span class="unseen">{strings.search}</span>
              <input
                type="search"
                placeholder={strings.search}
                value={query.value}
                maxLength={NAME_MAX_CHARACTERS}
                onInput={({ currentTarget }) => {
                  query.value = currentTarget.value;
                  keepAddress();
                }}
              />
            </label>
            <fieldset class="segmented">
              <legend class="unseen">{strings.kind}</legend>
              {(['all', 'song', 'slides'] as const).map((one) => (
                <button
                  key={one}
                  type="button"
                  aria-pressed={filter.value === one}
                  onClick={() => {
                    filter.value = one;
                    keepAddress();
                  }}
                >
                  {strings.filters[one]}
                </button>
              ))}
            </fieldset>
            <p class="meta" role="status">
              {count(visible.value.length, strings.found)}
            </p>
          </search>
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
              {visible.value.map((deck) => (
                <li key={deck.id}>
                  <div class="resource-name">
                    <a href={pathOf(deck.id)} dir="auto">
                      {deck.title}
                    </a>
                    <p class="meta">
                      {strings.kinds[deck.kind]} · {count(deck.slide_count, strings.slideCount)} ·{' '}
                      {fill(strings.changedAt, { time: toDate(deck.updated_at, page.language) })}
                    </p>
                  </div>
                  <DeckState deck={deck} />
                  {mayEdit && (
                    <div class="row">
                      <button
                        type="button"
                        class="quiet"
                        aria-label={fill(strings.duplicateOf, { title: deck.title })}
                        onClick={() => duplicate(deck)}
                      >
                        {strings.duplicate}
                      </button>
                      <button
                        type="button"
                        class="quiet"
                        aria-label={fill(strings.deleteOf, { title: deck.title })}
                        onClick={() => remove(deck)}
                      >
                        {strings.delete}
                      </button>
                    </div>
                  )}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      {songs.value && (
        <SongImportDialog
          files={songs.value}
          onClose={() => {
            songs.value = null;
          }}
          onImported={load}
        />
      )}
      {dialog.value === 'images' && (
        <ImagesDialog
          onClose={() => {
            dialog.value = null;
          }}
        />
      )}
    </div>
  );
}

/** Renders whether the deck is published as it is. */
function DeckState({ deck: { published, revision } }: { readonly deck: ListedDeckData }) {
  const { strings } = useDecks();
  if (!published) return <span class="chip">{strings.notPublished}</span>;
  if (published.deck_revision === revision) return <span class="chip deck-published">{strings.published}</span>;
  return (
    <span class="chip" data-kind="wait">
      {strings.changedSince}
    </span>
  );
}

/** Returns the title of a copy, which is not longer than a title can be. */
function toCopyTitle(title: string, pattern: string): string {
  const room = NAME_MAX_CHARACTERS - fill(pattern, { title: '' }).length;
  return fill(pattern, { title: title.slice(0, room).trimEnd() });
}

/** Formats a time: the time of day for today, else the date. */
export function toDate(time: string, language: string): string {
  const date = new Date(time);
  const isToday = date.toDateString() === new Date().toDateString();
  return date.toLocaleString(
    language,
    isToday ? { timeStyle: 'short' } : { day: 'numeric', month: 'short', year: 'numeric' },
  );
}
