export const phone = {
  previous: 'Previous',
  forward: 'Next',
  last: 'This is the last page.',
  nothing: 'Nothing is on air. Tap “Passages and plan” below.',
  open: 'Passages and plan',
  parts: { pad: 'Books', recent: 'Recently shown', more: 'More' },
  books: 'Books',
  chapters: 'Chapters',
  noBooks: 'The books could not be loaded.',
  mayDim: 'Without HTTPS, the phone may go to sleep while you wait.',
};
