export const phone = {
  previous: 'Before',
  last: 'Nothing comes after this.',
  open: 'Bar, pad and history',
  more: 'Bar, pad and history',
  parts: { pad: 'Books', recent: 'Recently shown', more: 'More' },
  books: 'Books',
  chapters: 'Chapters',
  noBooks: 'The books could not be read.',
  mayDim: 'Without HTTPS the phone may go to sleep while you wait.',
};
