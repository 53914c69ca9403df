/** "Am7", "D/F#", "Bb(add9)", "N.C." */
export const CHORD =
  /^\(?(?:[A-H][b#♭♯]?(?:maj|min|dim|aug|sus|add|m|M|°|ø|Δ|[+\-\d#b♭♯()^,.])*(?:\/[A-H][b#♭♯]?)?|N\.?C\.?)\)?$/;
/** "Ami", "Fism7": names of Central Europe, which can be words. */
const LOCAL_CHORD = /^(?:[ACDFG]is|[A-H])(?:mi|m)?(?:maj|sus|add|[+\d])*$/;

/** Returns whether a text is the name of a chord. */
export const isChord = (text: string): boolean => text.length <= 20 && (CHORD.test(text) || LOCAL_CHORD.test(text));

const SUFFIXES = /maj|min|mi|dim|aug|sus|add|[ie]s/gi;

/** Returns whether a text without spaces can be a chord, also in another notation: "Sol7", but not "Blessing". */
export const mayBeChord = (text: string): boolean =>
  isChord(text) || !/\p{L}{4}/u.test(text.slice(0, 100).replace(SUFFIXES, ''));
