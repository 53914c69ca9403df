/** The parts of a song. Their ids begin with these letters. */
export const songParts = {
  v: 'Verse',
  c: 'Chorus',
  p: 'Pre-chorus',
  b: 'Bridge',
  i: 'Intro',
  e: 'Ending',
  o: 'Other',
};
