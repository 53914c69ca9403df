import { useComputed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Slide } from '../../../../src/contract/schemas/presentation.ts';
import type { ProblemMessage } from '../../../session/describe-problem.tsx';
import { describeFileProblem, loadNotices, type Notices } from '../../../session/import-notices.tsx';
import { renumberParts, toPartLabel } from '../../../session/song-parts.ts';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { DialogFrame } from '../../../ui/dialog-frame.tsx';
import { PasteField } from '../../../ui/paste-field.tsx';
import { createSlides, type DeckDocument, divideParagraphs } from '../document/deck-document.ts';
import type { SongImportData, SongPreview } from '../document/deck-rest.ts';
import { useEditor } from '../document/editor-context.ts';
import { useDecks } from '../document/use-decks.ts';
import { SongNotes } from '../song/song-notes.tsx';

/** Longest text that the dialog takes, in characters. */
const PASTED_MAX_CHARACTERS = 200_000;
/** Time in ms without typing after which a song is read. */
const READ_AFTER_MS = 200;

/** Song that a text with labels is read as. */
interface ReadSong {
  readonly preview: SongPreview;
  readonly report: SongImportData['report'];
  readonly notices: Notices;
}

interface Props {
  readonly text: string;
  onClose(): void;
  /** Receives the slides, and what else the text says of the deck. */
  onAdd(slides: readonly Slide[], more: Partial<DeckDocument>): void;
}

/**
 * Asks whether to make slides of a text: of each paragraph one. Labels in the text of a song name its parts, as in the
 * import of a file, which reads it here. [D70]
 */
export function PasteDialog({ text: pasted, onClose, onAdd }: Props) {
  const { editor } = useEditor();
  const { page, rest, strings, toMessage } = useDecks();
  const text = useSignal(pasted);
  const song = useSignal<ReadSong | null>(null);
  const problem = useSignal<ProblemMessage | null>(null);
  /** The text that was read. */
  const readText = useSignal<string | null>(null);
  const { value: document } = editor.document;
  const isSong = document.kind === 'song';

  const read = async (given: string, signal: AbortSignal): Promise<void> => {
    let found: ReadSong | null = null;
    let refusal: ProblemMessage | null = null;
    let notices: Notices | null = null;
    try {
      notices = await loadNotices(page.language);
      const { preview, report } = await rest.importSong({ body: new Blob([given]), signal });
      // Without labels, the first paragraph can be words as well as the title.
      if (preview && report.verses.some(({ label }) => label !== null)) found = { preview, report, notices };
    } catch (error) {
      refusal = describeFileProblem(error, notices, strings.atLine) ?? toMessage(error);
    }
    if (signal.aborted) return;
    song.value = found;
    problem.value = refusal;
    readText.value = given;
  };
  const { value: given } = text;
  useEffect(() => {
    if (!isSong || given.trim() === '') return;
    const abort = new AbortController();
    const timer = setTimeout(() => void read(given, abort.signal), READ_AFTER_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [given]);

  const slides = useComputed(() => {
    if (!isSong || readText.value === null) return toSlides(document, text.value);
    const used = new Set(document.slides.map(({ id }) => id));
    return song.value ? renumberParts(song.value.preview.slides, used) : toSlides(document, readText.value);
  });
  const isEmpty = given.trim() === '';
  const isRead = !isSong || (readText.value === given && problem.value === null);
  const number = isEmpty ? 0 : slides.value.length;
  const title = song.value && findTitle(song.value.preview);

  const add = () => {
    const { order = null, footer = null, language_tag = null, songbook = null } = song.value?.preview ?? {};
    onAdd(slides.value, {
      ...(title && document.title === strings.untitledSong && { title }),
      ...(document.slides.length === 0 && order && { order }),
      ...(document.footer === null && footer && { footer }),
      ...(document.language_tag === null && language_tag && { language_tag }),
      ...(document.songbook === null && songbook && { songbook }),
    });
  };
  return (
    <DialogFrame title={strings.pasteText} onClose={onClose}>
      <DialogForm
        submitLabel={(isSong ? strings.addParts : strings.addSlides)(number)}
        isDisabled={isEmpty || !isRead}
        problem={isEmpty ? null : problem.value}
        submit={add}
      >
        <PasteField
          label={isSong ? strings.pasteSongHint : strings.pasteHint}
          text={text}
          maxLength={PASTED_MAX_CHARACTERS}
        />
        {isSong && isRead && !isEmpty && (
          <ul class="pasted-song meta">
            {title && <li>{strings.pastedTitle(title)}</li>}
            <li>
              {strings.pastedParts(
                slides.value
                  .map((slide) => toPartLabel(slide, strings.parts, [...document.slides, ...slides.value]))
                  .join(', '),
              )}
            </li>
            {song.value && <SongNotes report={song.value.report} notices={song.value.notices} />}
          </ul>
        )}
      </DialogForm>
    </DialogFrame>
  );
}

const toSlides = (document: DeckDocument, text: string): Slide[] =>
  createSlides(
    document,
    'text',
    divideParagraphs(text).map((paragraph) => ({ text: paragraph })),
  );

/** Returns the title that the text states. Without one, the first line of the words is the title of a song. */
const findTitle = ({ title, slides }: SongPreview): string | null =>
  slides[0]?.text?.split('\n')[0] === title ? null : title;
