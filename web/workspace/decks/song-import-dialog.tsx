import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { LecternProblem } from '../../../clients/typescript/src/index.ts';
import { formatByteLimit } from '../../../src/contract/byte-size.ts';
import { SONG_FILE_NAME_MAX_CHARACTERS, SONG_MAX_BYTES } from '../../../src/contract/limits.ts';
import type { ProblemMessage } from '../../session/describe-problem.tsx';
import { describeFileProblem, describeNotice, loadNotices, type Notices } from '../../session/import-notices.tsx';
import { limitParallel } from '../../session/limit-parallel.ts';
import { uploadFile } from '../../session/upload-file.ts';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import type { SongImportData } from './deck-rest.ts';
import { count, fill, useDecks } from './use-decks.ts';

/** Number of files that are read at the same time. The server receives at most eight uploads. */
const PARALLEL_READS = 3;
const TOO_MANY_REQUESTS = 429;
const RETRY_MS = 1_000;

interface Row {
  readonly file: File;
  /** Result of the dry run; null until it is known. */
  readonly report: SongImportData['report'] | null;
  /** Why the file is refused. */
  readonly problem: ProblemMessage | null;
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
  const { page, session, strings, toasts, toMessage } = useDecks();
  const rows = useSignal<readonly Row[]>([]);
  const isRunning = useSignal(false);
  const isClosed = useRef(false);
  const limit = useMemo(() => limitParallel(PARALLEL_READS), []);

  const setRow = (file: File, change: Partial<Row>) => {
    rows.value = rows.value.map((row) => (row.file === file ? { ...row, ...change } : row));
  };
  const send = async (file: File, isDryRun: boolean): Promise<SongImportData> => {
    const query = new URLSearchParams({ dry_run: String(isDryRun) });
    // The end of a long name has the extension.
    query.set('file_name', file.name.slice(-SONG_FILE_NAME_MAX_CHARACTERS));
    const upload = {
      url: `/v1/organizations/${session.owner.id}/presentations/import?${query}`,
      body: file,
      contentType: 'application/octet-stream',
    };
    for (;;) {
      try {
        return await uploadFile<SongImportData>(session, upload);
      } catch (error) {
        if (!(error instanceof LecternProblem && error.status === TOO_MANY_REQUESTS)) throw error;
        await new Promise((resolve) => setTimeout(resolve, (error.retryAfterSeconds ?? 1) * RETRY_MS));
      }
    }
  };
  const toProblem = (error: unknown): ProblemMessage =>
    describeFileProblem(error, notices.current, (line) => fill(strings.atLine, { line })) ?? toMessage(error);
  const notices = useRef<Notices | null>(null);
  const check = async (file: File): Promise<void> => {
    if (isClosed.current) return;
    try {
      notices.current ??= await loadNotices(page.language);
      const { report } = await send(file, true);
      setRow(file, { report, isChosen: report.duplicate_of === null });
    } catch (error) {
      setRow(file, { problem: toProblem(error) });
    }
  };
  const add = (picked: readonly File[]) => {
    const toRow = (file: File): Row => ({
      file,
      report: null,
      problem:
        file.size > SONG_MAX_BYTES
          ? fill(strings.songTooLarge, { max: formatByteLimit(SONG_MAX_BYTES, page.language) })
          : null,
      isChosen: false,
      isImported: false,
    });
    const added = picked.map(toRow);
    rows.value = [...rows.value, ...added];
    for (const { file, problem } of added) if (problem === null) void limit(() => check(file));
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
    for (const { file } of chosen) {
      if (isClosed.current) break;
      try {
        const { report } = await send(file, false);
        setRow(file, { report, isImported: true });
        imported++;
      } catch (error) {
        setRow(file, { problem: toProblem(error), isChosen: false });
        // The next files would fail as well.
        if (!(error instanceof LecternProblem) || error.status === 409) break;
      }
    }
    isRunning.value = false;
    if (imported === 0) return;
    toasts.show({ text: count(imported, strings.songsImported) });
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
            {isRunning.value ? strings.importing : count(chosen.length, strings.importNow)}
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

function SongRow({ row: { file, report, problem, isChosen, isImported }, notices, disabled, onChoose }: SongRowProps) {
  const { strings } = useDecks();
  return (
    <tr data-state={problem ? 'refused' : isImported ? 'imported' : undefined}>
      <td>
        <label class="check">
          <input
            type="checkbox"
            checked={isChosen}
            disabled={disabled || report === null || problem !== null || isImported}
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
              {count(report.slides, strings.slideCount)} · {report.format}
            </span>
          </>
        )}
      </td>
      <td>
        {problem && <p class="problem">{problem}</p>}
        {isImported && <p class="deck-published">{strings.imported}</p>}
        {!problem && !report && <p class="meta">{strings.readingFile}</p>}
        {report && !problem && (
          <ul>
            {report.duplicate_of !== null && !isImported && <li class="import-warning">{strings.duplicateTitle}</li>}
            {report.warnings.map((warning) => (
              <li key={warning.message} class="import-warning">
                {describeNotice(warning, notices)}
              </li>
            ))}
            {report.omitted.length > 0 && (
              <li>
                {fill(strings.leftOut, {
                  list: report.omitted
                    .map(({ kind, count: times }) => `${strings.omissions[kind]} (${times})`)
                    .join(', '),
                })}
              </li>
            )}
            {report.warnings.length === 0 && report.omitted.length === 0 && report.duplicate_of === null && (
              <li>{strings.complete}</li>
            )}
          </ul>
        )}
      </td>
    </tr>
  );
}
