import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { LecternProblem } from '../../../../clients/typescript/src/index.ts';
import { formatByteLimit } from '../../../../src/contract/byte-size.ts';
import { SONG_MAX_BYTES } from '../../../../src/contract/limits.ts';
import type { ProblemMessage } from '../../../session/describe-problem.tsx';
import { describeFileProblem, loadNotices, type Notices } from '../../../session/import-notices.tsx';
import { limitParallel } from '../../../session/limit-parallel.ts';
import { randomId } from '../../../shared/random-id.ts';
import { DialogFrame } from '../../../ui/dialog-frame.tsx';
import { FileButton } from '../../../ui/file-button.tsx';
import type { SongImportData } from '../document/deck-rest.ts';
import { useDecks } from '../document/use-decks.ts';
import { SongNotes } from './song-notes.tsx';

/** Number of files that are read at the same time. The server receives at most eight uploads. */
const PARALLEL_READS = 3;
/** Statuses that refuse one file. Others concern all files. */
const FILE_REFUSALS = [413, 415, 422];

interface Row {
  readonly file: File;
  /** Identifies the import, so that a repeated one does not create a second song. */
  readonly key: string;
  /** Result of the dry run; null until it is known. */
  readonly report: SongImportData['report'] | null;
  /** Why the file is refused, or could not be imported. */
  readonly problem: ProblemMessage | null;
  readonly isRefused: boolean;
  readonly isChosen: boolean;
  readonly isImported: boolean;
}

interface Props {
  /** Files that were dropped on the list. */
  readonly files: readonly File[];
  onClose(): void;
  /** Called after songs were created. */
  onImported(): void;
}

/** Shows what each file would become, and imports the chosen ones. Nothing is written before that. */
export function SongImportDialog({ files, onClose, onImported }: Props) {
  const { page, rest, strings, toasts, toMessage } = useDecks();
  const rows = useSignal<readonly Row[]>([]);
  const isRunning = useSignal(false);
  const isClosed = useRef(false);
  const limit = useMemo(() => limitParallel(PARALLEL_READS), []);

  const setRow = (file: File, change: Partial<Row>) => {
    rows.value = rows.value.map((row) => (row.file === file ? { ...row, ...change } : row));
  };
  const send = ({ file, key }: Row, isDryRun: boolean): Promise<SongImportData> =>
    rest.importSong({ body: file, fileName: file.name, ...(!isDryRun && { key }) });
  const toProblem = (error: unknown): ProblemMessage =>
    describeFileProblem(error, notices.current, strings.atLine) ?? toMessage(error);
  const notices = useRef<Notices | null>(null);
  const check = async (row: Row): Promise<void> => {
    const { file } = row;
    if (isClosed.current) return;
    try {
      notices.current ??= await loadNotices(page.language);
      const { report } = await send(row, true);
      setRow(file, { report, isChosen: report.duplicate_of === null });
    } catch (error) {
      setRow(file, { problem: toProblem(error), isRefused: true });
    }
  };
  const add = (picked: readonly File[]) => {
    const toRow = (file: File): Row => {
      const isRefused = file.size > SONG_MAX_BYTES;
      return {
        file,
        key: randomId(),
        report: null,
        problem: isRefused ? strings.songTooLarge(formatByteLimit(SONG_MAX_BYTES, page.language)) : null,
        isRefused,
        isChosen: false,
        isImported: false,
      };
    };
    const added = picked.map(toRow);
    rows.value = [...rows.value, ...added];
    for (const row of added) if (!row.isRefused) void limit(() => check(row));
  };
  useEffect(() => {
    add(files);
    return () => {
      isClosed.current = true;
    };
  }, []);

  const chosen = rows.value.filter(({ isChosen, isImported }) => isChosen && !isImported);
  const isReading = rows.value.some(({ report, problem }) => report === null && problem === null);
  const importChosen = async () => {
    if (isRunning.value) return;
    isRunning.value = true;
    let imported = 0;
    for (const row of chosen) {
      if (isClosed.current) break;
      const { file } = row;
      setRow(file, { problem: null });
      try {
        const { report } = await send(row, false);
        setRow(file, { report, isImported: true });
        imported++;
      } catch (error) {
        // Another attempt can succeed, unless the file itself is refused.
        const isRefused = error instanceof LecternProblem && FILE_REFUSALS.includes(error.status);
        setRow(file, { problem: toProblem(error), isRefused, isChosen: !isRefused });
        // The next files would fail as well.
        if (!isRefused) break;
      }
    }
    isRunning.value = false;
    if (imported === 0) return;
    toasts.show({ text: strings.songsImported(imported) });
    onImported();
    if (rows.value.every(({ isImported, isChosen }) => isImported || !isChosen)) onClose();
  };

  return (
    <DialogFrame title={strings.importSongs} onClose={onClose}>
      <p>{strings.importHint}</p>
      {rows.value.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the region scrolls, also by keyboard.
        <section class="import-files" tabIndex={0} aria-label={strings.importFiles}>
          <table>
            <thead>
              <tr>
                <th scope="col">{strings.importFile}</th>
                <th scope="col">{strings.importSong}</th>
                <th scope="col">{strings.importReport}</th>
              </tr>
            </thead>
            <tbody>
              {rows.value.map((row) => (
                <SongRow
                  key={row.file}
                  row={row}
                  notices={notices.current}
                  disabled={isRunning.value}
                  onChoose={(isChosen) => setRow(row.file, { isChosen })}
                />
              ))}
            </tbody>
          </table>
        </section>
      )}
      <div class="dialog-acts">
        <p class="meta" role="status">
          {isReading && strings.readingFiles}
        </p>
        <FileButton
          class={rows.value.length === 0 ? 'primary' : undefined}
          label={rows.value.length === 0 ? strings.chooseFiles : strings.chooseMoreFiles}
          multiple
          autofocus
          disabled={isRunning.value}
          onFiles={add}
        />
        {rows.value.length > 0 && (
          <button
            type="button"
            class="primary"
            disabled={isRunning.value || isReading || chosen.length === 0}
            onClick={importChosen}
          >
            {isRunning.value ? strings.importing : strings.importNow(chosen.length)}
          </button>
        )}
      </div>
    </DialogFrame>
  );
}

interface SongRowProps {
  readonly row: Row;
  readonly notices: Notices | null;
  readonly disabled: boolean;
  onChoose(isChosen: boolean): void;
}

function SongRow({ row, notices, disabled, onChoose }: SongRowProps) {
  const { file, report, problem, isRefused, isChosen, isImported } = row;
  const { strings } = useDecks();
  return (
    <tr data-state={problem ? 'refused' : isImported ? 'imported' : undefined}>
      <td>
        <label class="check">
          <input
            type="checkbox"
            checked={isChosen}
            disabled={disabled || report === null || isRefused || isImported}
            onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
          />
          <span dir="auto">{file.name}</span>
        </label>
      </td>
      <td>
        {report && (
          <>
            <strong dir="auto">{report.title}</strong>
            <span class="meta">
              {strings.slideCount(report.slides)} · {report.format}
            </span>
          </>
        )}
      </td>
      <td>
        {problem && <p class="problem">{problem}</p>}
        {isImported && (
          <span class="chip" data-kind="ready">
            {strings.imported}
          </span>
        )}
        {!problem && !report && <p class="meta">{strings.readingFile}</p>}
        {report && !problem && (
          <ul>
            {report.duplicate_of !== null && !isImported && <li class="import-warning">{strings.duplicateTitle}</li>}
            <SongNotes report={report} notices={notices} />
            {report.warnings.length === 0 && report.omitted.length === 0 && report.duplicate_of === null && (
              <li>{strings.complete}</li>
            )}
          </ul>
        )}
      </td>
    </tr>
  );
}
