import { useState } from 'preact/hooks';
import type { Slide } from '../../../../src/contract/schemas/presentation.ts';
import { readChordText, toChordText } from '../document/chord-text.ts';
import { useEditor } from '../document/editor-context.ts';
import { useDecks } from '../document/use-decks.ts';
import { TextField } from './text-field.tsx';

interface Props {
  readonly slide: Slide;
  onChange(fields: Pick<Slide, 'text' | 'chords'>): void;
}

/** Renders the text of a slide of a song with its chords in brackets, which only the stage shows. [D77] */
export function ChordField({ slide, onChange }: Props) {
  const { strings } = useDecks();
  const { mayEdit } = useEditor().editor;
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const stored = toChordText(slide);
  // What is typed stays as it is, such as a bracket that is not closed, until the slide gets other words or chords.
  const isTyped = toChordText(readChordText(typed, slide.chords)) === stored;
  if (!isOpen && !slide.chords?.length) {
    return mayEdit ? (
      <button type="button" class="quiet add-language" onClick={() => setOpen(true)}>
        {strings.addChords}
      </button>
    ) : null;
  }
  return (
    <>
      <TextField
        label={strings.textWithChords}
        value={isTyped ? typed : stored}
        readOnly={!mayEdit}
        hasFocus={isOpen}
        onInput={(value) => {
          setTyped(value);
          const { text, chords } = readChordText(value, slide.chords);
          onChange({ text: text || null, chords });
        }}
      />
      <p class="meta">{strings.chordsHint}</p>
    </>
  );
}
