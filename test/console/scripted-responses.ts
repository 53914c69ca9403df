const passage = (reference: string, book_id: number, chapter: number, verse: number) => ({
  kind: 'passage',
  reference,
  exists: true,
  passages: [{ book_id, chapter, verse }],
  texts: [],
});

const JOHN = passage('John 3:16', 43, 3, 16);
const SONG = { kind: 'deck', reference: 'Amazing Grace', exists: true, deck_id: 'd1', passages: [], texts: [] };

/** Lookup that responds each text. */
const LOOKUPS: Readonly<Record<string, { reading: string; data: object[] }>> = {
  'jn 3 16': { reading: 'one', data: [JOHN] },
  'rom 8 28': { reading: 'one', data: [passage('Romans 8:28', 45, 8, 28)] },
  'jn 3 99': { reading: 'missing', data: [{ ...passage('John 3:99', 43, 3, 99), exists: false }] },
  'co 1 3': {
    reading: 'several',
    data: [passage('Colossians 1:3', 51, 1, 3), passage('1 Corinthians 1:3', 46, 1, 3)],
  },
  amazing: { reading: 'none', data: [SONG] },
  'only begotten': { reading: 'none', data: [{ ...JOHN, kind: 'words' }] },
};

export const lookupResponse = (q: string) => ({ q, ...(LOOKUPS[q] ?? { reading: 'none', data: [] }) });

/** Recently shown, newest first. */
export const HISTORY = ['John 3:16', 'Romans 8:28', 'Psalms 23:1'].map((reference, index) => ({
  id: `h${index + 1}`,
  reference,
  deck_title: null,
}));

/** Another running Live of the owner. */
export const OTHER_LIVE = { id: 'l2', name: 'Youth', etag: 'x1', paused: false, status: 'running' };

const EDITIONS = ['kjv', 'lut', 'elb', 'web', 'rvr'].map((slug) => ({
  slug,
  name: slug,
  language: 'en',
  book_ids: [43],
}));
const LINES = Array.from({ length: 36 }, (_, index) => ({ verse: index + 1, texts: [] }));

/** Returns what the console reads of its owner and of a chapter. */
export function libraryResponse(path: string): object {
  const [, book_id, chapter] = /\/chapters\/(\d+)\/(\d+)$/.exec(path) ?? [];
  if (book_id) return { book_id: Number(book_id), chapter: Number(chapter), book: 'Book', lines: LINES };
  if (path.endsWith('/translations')) return { data: EDITIONS, next_cursor: null };
  if (path.endsWith('/lives')) return { data: [{ id: 'l1', name: 'Sunday' }, OTHER_LIVE], next_cursor: null };
  return OTHER_LIVE;
}
