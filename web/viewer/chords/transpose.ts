const SHARP = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'];
const FLAT = ['C', 'Db', 'D', 'Eb', 'E', 'F', 'Gb', 'G', 'Ab', 'A', 'Bb', 'B'];
/** The root of a chord, and what follows it. "Esus" is E; "Fis" is F sharp. */
const NOTE = /^([A-H])(#|♯|b|♭|(?<=[CDFGA])is)?(.*)$/;

/** Largest transposition in either direction, in semitones. */
export const STEPS_MAX = 11;

/** Returns the chords of a text moved by semitones, as they are written in it: with H, and with flats or sharps. */
export function transposeChords(chords: readonly string[], steps: number): string[] {
  if (steps === 0) return [...chords];
  const german = chords.some((chord) => /(?:^|\/)H/.test(chord));
  const names = chords.some((chord) => /(?:^|\/)[A-G][b♭]/.test(chord)) ? FLAT : SHARP;
  const move = (chord: string): string => {
    const [, letter, sign = '', rest = ''] = NOTE.exec(chord) ?? [];
    // "N.C.", and other notations.
    if (letter === undefined) return chord;
    const natural = SHARP.indexOf(letter === 'H' ? 'B' : letter) - (german && letter === 'B' ? 1 : 0);
    const shift = sign === '' ? 0 : /[b♭]/.test(sign) ? -1 : 1;
    const name = names[(natural + shift + steps + 24) % 12]!;
    return (german ? name.replace(/^B$/, 'H').replace(/^(?:A#|Bb)$/, 'B') : name) + rest;
  };
  return chords.map((chord) =>
    chord
      .split('/')
      .map((part, index) => (index === 0 || /^[A-H]/.test(part) ? move(part) : part))
      .join('/'),
  );
}
