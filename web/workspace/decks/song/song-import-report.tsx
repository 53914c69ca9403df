import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { workspacePath } from '../../../../src/contract/workspace-page.ts';
import type { ProblemMessage } from '../../../session/describe-problem.tsx';
import { describeNotice, type Notices } from '../../../session/import-notices.tsx';
import { useAction } from '../../use-action.ts';
import { useDecks } from '../document/use-decks.ts';
import {
  hasFilter,
  type ImportOfSongs,
  ITEM_FILTERS,
  type ItemFilter,
  type SongImportItem,
  type UndoneSongs,
} from './song-imports.ts';
import { SongNotes } from './song-notes.tsx';

/** Items that are shown before more are wanted. */
const SHOWN_AT_FIRST = 200;

interface Props {
  readonly imported: ImportOfSongs;
  readonly notices: Notices | null;
  undo(): Promise<UndoneSongs>;
  onUndone(): void;
  /** Further buttons beside the one that undoes the import. */
  readonly children: ComponentChildren;
}

/** Renders what became of each song of an import, and undoes it. */
export function SongImportReport({ imported, notices, undo, onUndone, children }: Props) {
  const { strings, mayEdit } = useDecks();
  const { busy, run } = useAction();
  const filter = useSignal<ItemFilter>('all');
  const shownMax = useSignal(SHOWN_AT_FIRST);
  const undone = useSignal<UndoneSongs | null>(null);
  const { created, already_there: alreadyThere, refused } = imported.counts;
  const items = imported.items ?? [];
  const found = items.filter((item) => hasFilter(item, filter.value));
  const state = undone.value ? 'undone' : imported.state;
  const takeBack = () =>
    run(async () => {
      undone.value = await undo();
      onUndone();
    });
  return (
    <>
      <p role="status">
        <strong>{imported.file_name}</strong>{' '}
        {undone.value
          ? strings.importUndone(undone.value.deleted, undone.value.kept.length + undone.value.kept_plans)
          : items.length > 0 && strings.importCounts(created, alreadyThere, refused)}
        {state !== 'done' && !undone.value && <> {strings.importStates[state]}</>}
      </p>
      {imported.failure && <p class="problem">{describeNotice(imported.failure, notices)}</p>}
      {imported.omitted.length > 0 && (
        <p>
          {strings.leftOut(
            imported.omitted.map(({ kind, count }) => `${strings.fileOmissions[kind]} (${count})`).join(', '),
          )}
        </p>
      )}
      {undone.value && undone.value.kept.length > 0 && (
        <ul>
          {undone.value.kept.map(({ deck_id: id, title, reason }) => (
            <li key={id}>
              <span dir="auto">{title}</span> <span class="meta">{strings.keptReasons[reason]}</span>
            </li>
          ))}
        </ul>
      )}
      {!undone.value && items.length > 0 && (
        <>
          <fieldset class="segmented">
            <legend class="unseen">{strings.importReport}</legend>
            {ITEM_FILTERS.map((one) => (
              <button
                key={one}
                type="button"
                aria-pressed={filter.value === one}
                onClick={() => {
                  filter.value = one;
                }}
              >
                {strings.itemFilters[one]} ({items.filter((item) => hasFilter(item, one)).length})
              </button>
            ))}
          </fieldset>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the region scrolls, also by keyboard. */}
          <section class="import-files" tabIndex={0} aria-label={strings.importReport}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{strings.importFile}</th>
                  <th scope="col">{strings.importSong}</th>
                  <th scope="col">{strings.importReport}</th>
                </tr>
              </thead>
              <tbody>
                {found.slice(0, shownMax.value).map((item) => (
                  <ItemRow key={item.name} item={item} folder={`${imported.file_name}/`} notices={notices} />
                ))}
              </tbody>
            </table>
            {found.length > shownMax.value && (
              <button
                type="button"
                onClick={() => {
                  shownMax.value = found.length;
                }}
              >
                {strings.showAll}
              </button>
            )}
          </section>
        </>
      )}
      <div class="dialog-acts">
        {mayEdit && state !== 'undone' && created > 0 && (
          <button type="button" class="import-undo" disabled={busy.value} onClick={takeBack}>
            {strings.undoImport}
          </button>
        )}
        {children}
      </div>
    </>
  );
}

interface ItemProps {
  readonly item: SongImportItem;
  /** Folder that all files are in, if one was imported. It is named above the table. */
  readonly folder: string;
  readonly notices: Notices | null;
}

function ItemRow({ item, folder, notices }: ItemProps) {
  const { page, strings } = useDecks();
  const { name, title, result, deck_id: deckId, plan_id: planId, duplicate_of: duplicateOf, line, reason } = item;
  const path =
    deckId !== null
      ? workspacePath(page.owner.id, 'decks', deckId)
      : planId !== null
        ? workspacePath(page.owner.id, 'plans', planId)
        : null;
  const toReason = (): ProblemMessage => (
    <>
      {line !== null && `${strings.atLine(line)} `}
      {describeNotice(reason!, notices)}
    </>
  );
  return (
    <tr data-state={result === 'created' ? 'imported' : result === 'refused' ? 'refused' : undefined}>
      <td dir="auto">{name.startsWith(folder) ? name.slice(folder.length) : name}</td>
      <td>
        {title !== null && (path === null ? <strong dir="auto">{title}</strong> : <a href={path}>{title}</a>)}
        {item.format !== null && (
          <span class="meta">
            {strings.slideCount(item.slides)} · {strings.formats[item.format] ?? item.format}
          </span>
        )}
      </td>
      <td>
        {reason && <p class="problem">{toReason()}</p>}
        {result === 'already_there' && <p class="meta">{strings.alreadyThere}</p>}
        {result === 'created' && (
          <ul>
            {duplicateOf !== null && <li class="import-warning">{strings.duplicateTitle}</li>}
            <SongNotes report={item} notices={notices} />
            {item.warnings.length === 0 && item.omitted.length === 0 && duplicateOf === null && (
              <li>{strings.complete}</li>
            )}
          </ul>
        )}
      </td>
    </tr>
  );
}
