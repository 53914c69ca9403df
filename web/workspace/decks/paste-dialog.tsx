import { useComputed, useSignal } from '@preact/signals';
import type { Slide } from '../../../src/contract/schemas/presentation.ts';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { divideParagraphs, emptySlide, newSlideId } from './deck-document.ts';
import { useEditor } from './editor-context.ts';
import { count, useDecks } from './use-decks.ts';

const PASTED_MAX = 200_000;
const ROWS = 10;

interface Props {
  readonly text: string;
  onClose(): void;
  onAdd(slides: readonly Slide[]): void;
}

/** Asks whether to make a slide of each paragraph of a text. */
export function PasteDialog({ text: pasted, onClose, onAdd }: Props) {
  const { editor } = useEditor();
  const { strings } = useDecks();
  const text = useSignal(pasted);
  const paragraphs = useComputed(() => divideParagraphs(text.value));
  const isSong = editor.document.value.kind === 'song';
  const number = paragraphs.value.length;
  const add = () => {
    let { value: grown } = editor.document;
    const slides = paragraphs.value.map((paragraph) => {
      const slide = { ...emptySlide(newSlideId(grown), 'text'), text: paragraph };
      grown = { ...grown, slides: [...grown.slides, slide] };
      return slide;
    });
    onAdd(slides);
  };
  return (
    <DialogFrame title={strings.pasteText} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (number > 0) add();
        }}
      >
        <label class="field paste-text">
          {isSong ? strings.pasteSongHint : strings.pasteHint}
          <textarea
            dir="auto"
            rows={ROWS}
            maxLength={PASTED_MAX}
            value={text.value}
            onInput={({ currentTarget }) => {
              text.value = currentTarget.value;
            }}
          />
        </label>
        <div class="dialog-acts">
          <button type="submit" class="primary" disabled={number === 0}>
            {count(number, isSong ? strings.addParts : strings.addSlides)}
          </button>
        </div>
      </form>
    </DialogFrame>
  );
}
