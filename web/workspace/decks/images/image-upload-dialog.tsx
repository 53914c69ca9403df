import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { LecternProblem } from '../../../../clients/typescript/src/index.ts';
import { formatByteLimit, formatByteSize } from '../../../../src/contract/byte-size.ts';
import { IMAGE_MAX_BYTES } from '../../../../src/contract/limits.ts';
import type { ProblemMessage } from '../../../session/describe-problem.tsx';
import { uploadImage } from '../../../session/upload-image.ts';
import { DialogFrame } from '../../../ui/dialog-frame.tsx';
import { findRefusal, toStoredSize, toTypeName } from '../../../ui/image-files.ts';
import type { DeckImage } from '../document/deck-rest.ts';
import { useDecks } from '../document/use-decks.ts';

const PERCENT = 100;

interface Row {
  readonly file: File;
  /** Why the file cannot be uploaded, or why the upload failed. */
  readonly problem: ProblemMessage | null;
  readonly isRefused: boolean;
  /** Fraction that was sent; null before the upload. */
  readonly progress: number | null;
  readonly image: DeckImage | null;
}

interface Props {
  readonly files: readonly File[];
  onClose(): void;
  onStored(images: readonly DeckImage[]): void;
}

/** Shows the type and size of each file before it is uploaded, then the progress and the stored size. */
export function ImageUploadDialog({ files, onClose, onStored }: Props) {
  const { page, session, strings, toasts, toMessage } = useDecks();
  const rows = useSignal<readonly Row[]>(
    files.map((file) => {
      const refusal = findRefusal(file);
      const problem =
        refusal && strings.imageRefusals[refusal](toTypeName(file), formatByteLimit(IMAGE_MAX_BYTES, page.language));
      return { file, problem, isRefused: refusal !== null, progress: null, image: null };
    }),
  );
  const isRunning = useSignal(false);
  const aborting = useRef(new AbortController());
  const start = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    start.current?.focus();
    return () => aborting.current.abort();
  }, []);

  const setRow = (file: File, change: Partial<Row>) => {
    rows.value = rows.value.map((row) => (row.file === file ? { ...row, ...change } : row));
  };
  const waiting = rows.value.filter(({ image, isRefused }) => !image && !isRefused);
  const upload = async () => {
    if (isRunning.value) return;
    isRunning.value = true;
    for (const { file } of waiting) {
      setRow(file, { progress: 0, problem: null });
      try {
        const image = await uploadImage(session, file, {
          signal: aborting.current.signal,
          onProgress: (progress) => setRow(file, { progress }),
        });
        setRow(file, { progress: 1, image });
      } catch (error) {
        if (aborting.current.signal.aborted) return;
        setRow(file, { progress: null, problem: toMessage(error) });
        // The next files would fail as well.
        if (!(error instanceof LecternProblem) || error.status === 409) break;
      }
    }
    isRunning.value = false;
    if (rows.value.every(({ image }) => image)) finish();
  };
  const stored = rows.value.flatMap(({ image }) => image ?? []);
  const finish = () => {
    const images = rows.value.flatMap(({ image }) => image ?? []);
    const [only] = images;
    toasts.show({
      text:
        images.length === 1 && only
          ? strings.imageStored(toStoredSize(only, page.language))
          : strings.imagesStored(images.length),
    });
    onStored(images);
  };

  return (
    <DialogFrame title={strings.addImages} onClose={onClose}>
      <ul class="upload-list">
        {rows.value.map(({ file, problem, progress, image }) => (
          <li key={file}>
            <strong dir="auto">{file.name || strings.pastedImage}</strong>
            <span class="meta">
              {toTypeName(file)}, {formatByteSize(file.size, page.language)}
              {image && ` · ${toStoredSize(image, page.language)}`}
            </span>
            {progress !== null && !image && (
              <progress value={progress} aria-label={strings.uploading(file.name)}>
                {Math.round(progress * PERCENT)} %
              </progress>
            )}
            {problem && (
              <p class="problem" role="alert">
                {problem}
              </p>
            )}
          </li>
        ))}
      </ul>
      <div class="dialog-acts">
        {stored.length > 0 && !isRunning.value && (
          <button type="button" onClick={finish}>
            {strings.useImages(stored.length)}
          </button>
        )}
        {waiting.length > 0 ? (
          <button ref={start} type="button" class="primary" disabled={isRunning.value} onClick={upload}>
            {isRunning.value ? strings.uploadingNow : strings.uploadImages(waiting.length)}
          </button>
        ) : (
          stored.length === 0 && (
            <button ref={start} type="button" class="primary" onClick={onClose}>
              {strings.cancel}
            </button>
          )
        )}
      </div>
    </DialogFrame>
  );
}
