export const find = {
  candidates: 'Candidates',
  asks: 'Several matches. Press a digit, or choose with the arrow keys and press Enter.',
  kinds: {
    recent: 'shown before',
    book: 'book',
    passage: 'passage',
    words: 'words',
    deck: 'slides',
    missing: 'no such verse',
  },
  nothing: 'No results. Type a reference such as jn 3 16, or # and words of a verse.',
  recent: 'Recently shown',
  nothingYet: 'What you show appears here, so that you can show it again.',
  noFurther: 'Nothing was shown earlier.',
  previousChapter: 'Previous chapter',
  nextChapter: 'Next chapter',
};
