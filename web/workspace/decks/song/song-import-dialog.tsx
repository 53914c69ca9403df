import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { createIsRead, findSlideProgram } from '../../../../src/contract/archived-files.ts';
import { formatByteLimit } from '../../../../src/contract/byte-size.ts';
import { IMPORT_MAX_BYTES } from '../../../../src/contract/limits.ts';
import type { ProblemMessage } from '../../../session/describe-problem.tsx';
import { loadNotices, type Notices } from '../../../session/import-notices.tsx';
import { isTemporary } from '../../../session/is-temporary.ts';
import { DialogFrame } from '../../../ui/dialog-frame.tsx';
import { type PickedFile, toPickedFiles } from '../../../ui/dropped-files.ts';
import { FileButton } from '../../../ui/file-button.tsx';
import { useDecks } from '../document/use-decks.ts';
import { EarlierImports } from './earlier-imports.tsx';
import { SongImportReport } from './song-import-report.tsx';
import { type ImportOfSongs, openImportRest } from './song-imports.ts';

/** Interval at which a running import is read. */
const POLL_MS = 500;

interface Props {
  /** Files that were dropped on the list. */
  readonly files: readonly PickedFile[];
  onClose(): void;
  /** Called after songs were created or deleted. */
  onChanged(): void;
}

/** Imports songs from files, a folder or an archive, and shows what became of them. The import can be undone. */
export function SongImportDialog({ files, onClose, onChanged }: Props) {
  const { page, session, strings, toMessage } = useDecks();
  const imports = useMemo(() => openImportRest(session), [session]);
  /** Sent share of the upload; null while nothing is sent. */
  const sent = useSignal<number | null>(null);
  const shown = useSignal<ImportOfSongs | null>(null);
  const problem = useSignal<ProblemMessage | null>(null);
  const notices = useRef<Notices | null>(null);
  const closing = useRef(new AbortController());
  const { signal } = closing.current;

  /** Reads an import until it is done, also after the server did not respond for a while. */
  const follow = async (id: string) => {
    for (;;) {
      try {
        notices.current ??= await loadNotices(page.language);
        const read = await imports.get(id);
        if (signal.aborted) return;
        shown.value = read;
        problem.value = null;
        if (read.state !== 'running') break;
      } catch (error) {
        if (signal.aborted) return;
        problem.value = toMessage(error);
        if (!isTemporary(error) || shown.value?.id !== id) {
          if (shown.value?.state === 'running') shown.value = null;
          break;
        }
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    onChanged();
  };
  const begin = async (picked: readonly PickedFile[]) => {
    problem.value = null;
    const program = picked.length === 1 ? findSlideProgram(picked[0]!.path) : null;
    if (program !== null) {
      problem.value = strings.slidesOfProgram(program);
      return;
    }
    const isRead = createIsRead(picked, ({ path }) => path);
    if (picked.filter(isRead).reduce((sum, { file }) => sum + file.size, 0) > IMPORT_MAX_BYTES) {
      problem.value = strings.importTooLarge(formatByteLimit(IMPORT_MAX_BYTES, page.language));
      return;
    }
    sent.value = 0;
    try {
      const folder = picked[0]!.path.split('/')[0]!;
      const name = picked[0]!.path === folder ? strings.severalFiles(picked.length) : folder;
      const onProgress = (share: number) => {
        sent.value = share;
      };
      const begun = await imports.begin(picked, name, { signal, onProgress });
      sent.value = null;
      shown.value = begun;
      await follow(begun.id);
    } catch (error) {
      if (!signal.aborted) problem.value = toMessage(error);
    } finally {
      sent.value = null;
    }
  };
  useEffect(() => {
    if (files.length > 0) void begin(files);
    return () => closing.current.abort();
  }, []);

  const isRunning = shown.value?.state === 'running';
  const label = sent.value !== null ? strings.importSending : isRunning ? strings.importing : null;
  const share = sent.value ?? shown.value?.progress ?? 0;
  const choices = (
    <>
      <FileButton
        class={shown.value ? undefined : 'primary'}
        label={strings.chooseFiles}
        multiple
        autofocus={!shown.value}
        onFiles={(picked) => begin(toPickedFiles(picked))}
      />
      <FileButton label={strings.chooseFolder} folder onFiles={(picked) => begin(toPickedFiles(picked))} />
    </>
  );
  return (
    <DialogFrame title={strings.importSongs} onClose={onClose}>
      {problem.value && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      <p class={label === null ? 'unseen' : 'meta'} role="status">
        {label}
      </p>
      {label !== null && (
        <>
          <progress class="import-progress" value={share} max="1" aria-label={label} />
          {isRunning && <p class="meta">{strings.importGoesOn}</p>}
        </>
      )}
      {label === null && shown.value && (
        <SongImportReport
          key={shown.value.id}
          imported={shown.value}
          notices={notices.current}
          undo={() => imports.undo(shown.value!.id)}
          onUndone={onChanged}
        >
          {choices}
        </SongImportReport>
      )}
      {label === null && !shown.value && (
        <>
          {strings.importHint.map((paragraph) => (
            <p key={paragraph} class="import-hint">
              {paragraph}
            </p>
          ))}
          <div class="dialog-acts">{choices}</div>
          <EarlierImports list={imports.list} onShow={follow} />
        </>
      )}
    </DialogFrame>
  );
}
