export const bar = {
  label: 'Reference, words or command',
  placeholder: 'Type a reference, such as jn 3 16',
  readings: {
    none: 'Not a reference',
    several: 'Several matches: choose one',
    one: 'One match',
    missing: 'No such verse',
    wait: 'Checking',
    failed: 'The server did not respond. Press Enter to try again.',
  },
  onlyIn: (editions: string): string => `Only in ${editions}`,
  noEdition: 'No such translation',
  deckNotQueued: 'Slides cannot be queued. Press Shift+Enter to add them to the plan.',
  partNotQueued: 'Parts of a song can only be shown. Press Enter without + and Shift.',
  matches: (count: number): string => (count === 1 ? '1 match' : `${count} matches`),
  words: (count: number): string => (count === 1 ? '1 verse' : `${count} verses`),
  hints: [
    ['>', 'command'],
    ['#', 'words'],
    ['@', 'translation'],
    ['+', 'queue'],
  ] as readonly (readonly [string, string])[],
};
