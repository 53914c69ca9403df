import '../styles/chords.css';
import { useEffect, useState } from 'preact/hooks';
import type { ViewerChord, ViewerStrings } from '../../../src/contract/viewer.ts';
import { toChordedWords } from './chorded-words.ts';
import { STEPS_MAX, transposeChords } from './transpose.ts';

const STORAGE_KEY = 'lectern-chords';

interface Props {
  text: string;
  chords: readonly ViewerChord[];
  strings: ViewerStrings;
}

/** Renders a text with chords above its words, and the control that moves them by semitones. [D77] */
export function ChordedText({ text, chords, strings }: Props) {
  const [steps, setSteps] = useState(readSteps);
  useEffect(() => {
    saveSteps(steps);
    // Chords have other widths, so the text is fitted again.
    dispatchEvent(new Event('resize'));
  }, [steps]);
  const names = transposeChords(
    chords.map(({ chord }) => chord),
    steps,
  );
  const moved = chords.map((each, index) => ({ ...each, chord: names[index]! }));
  const step = (by: number) => setSteps((before) => Math.max(-STEPS_MAX, Math.min(STEPS_MAX, before + by)));
  return (
    <>
      {text.split('\n').map((line, index) => (
        <p class="chorded">
          {toChordedWords(
            line,
            moved.filter((each) => each.line === index),
          ).map((parts) => (
            <span class="chorded-word">
              {parts.map(({ chord, text: words }) => (
                <span>
                  {chord !== null && <b>{chord}</b>}
                  {words}
                </span>
              ))}
            </span>
          ))}
        </p>
      ))}
      <fieldset class="transposition" aria-label={strings.chords}>
        <button type="button" aria-label={strings.chordsLower} onClick={() => step(-1)}>
          −
        </button>
        <output>{steps > 0 ? `+${steps}` : steps}</output>
        <button type="button" aria-label={strings.chordsHigher} onClick={() => step(1)}>
          +
        </button>
      </fieldset>
    </>
  );
}

/** Returns the choice of this browser. An unreadable one is ignored. */
function readSteps(): number {
  try {
    const steps = Number(localStorage.getItem(STORAGE_KEY));
    return Number.isInteger(steps) && Math.abs(steps) <= STEPS_MAX ? steps : 0;
  } catch {
    // The browser blocks its storage.
    return 0;
  }
}

function saveSteps(steps: number): void {
  try {
    localStorage.setItem(STORAGE_KEY, String(steps));
  } catch {
    // The storage is blocked or full; the choice lasts until the page is closed.
  }
}
