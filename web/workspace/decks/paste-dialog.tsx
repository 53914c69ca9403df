import { useComputed, useSignal } from '@preact/signals';
import type { Slide } from '../../../src/contract/schemas/presentation.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { PasteField } from '../../ui/paste-field.tsx';
import { createSlides, divideParagraphs } from './deck-document.ts';
import { useEditor } from './editor-context.ts';
import { useDecks } from './use-decks.ts';

/** Longest text that the dialog takes, in characters. */
const PASTED_MAX_CHARACTERS = 200_000;

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
    const contents = paragraphs.value.map((paragraph) => ({ text: paragraph }));
    onAdd(createSlides(editor.document.value, 'text', contents));
  };
  return (
    <DialogFrame title={strings.pasteText} onClose={onClose}>
      <DialogForm
        submitLabel={(isSong ? strings.addParts : strings.addSlides)(number)}
        isDisabled={number === 0}
        submit={add}
      >
        <PasteField
          label={isSong ? strings.pasteSongHint : strings.pasteHint}
          text={text}
          maxLength={PASTED_MAX_CHARACTERS}
        />
      </DialogForm>
    </DialogFrame>
  );
}
