export const phone = {
  previous: 'Previous',
  forward: 'Next',
  last: 'This is the last page.',
  nothing: 'Nothing is on air. Tap “Find a passage” below.',
  open: 'Find a passage',
  more: 'Bar, pad and history',
  parts: { pad: 'Books', recent: 'Recently shown', more: 'More' },
  books: 'Books',
  chapters: 'Chapters',
  noBooks: 'The books could not be loaded.',
  mayDim: 'Without HTTPS, the phone may go to sleep while you wait.',
};
