import type { EditionBook } from '../../src/editions/normalized-edition.ts';
import { saveEdition } from '../../src/editions/save-edition.ts';
import { readStarterEdition } from '../../src/editions/starter.ts';
import { startMeasuredServer } from '../lectern.ts';
import { type Extent, median, percentile, type ResultRow, toRow, toText } from '../results.ts';

const EDITIONS = 40;
/** The share of words that differ between editions: every third. */
const OWN_WORDS = 3;
const TAGS = ['es', 'fr', 'it', 'ru', 'zh', 'ko', 'ar', 'he', 'hi', 'pl', 'nl', 'uk'];

const REFERENCES_MAX_MS = 25;
const WORDS_MAX_MS = 60;

/** The texts that are typed key by key. */
const TYPED: Readonly<Record<string, { readonly texts: readonly string[]; readonly most: number }>> = {
  references: {
    texts: ['john 3 16', '1 cor 13:4-7', 'ps 119 105', 'rom 8,28', 'genesis 1:1-5'],
    most: REFERENCES_MAX_MS,
  },
  'names of editions': {
    texts: ['san juan 3:16', '约翰福音 3:16', 'يوحنا ٣:١٦', 'giovanni 3 16'],
    most: REFERENCES_MAX_MS,
  },
  words: {
    texts: [
      'the lord is my shepherd',
      'grace and peace',
      'leviathan',
      'maher shalal',
      'blessed assurance',
      'faith hope',
    ],
    most: WORDS_MAX_MS,
  },
};

/** Measures the look-up of what is typed in a library of 40 editions, one of which the Live shows. */
export async function measureLookup({ rounds }: Extent): Promise<ResultRow[]> {
  await using lectern = await startMeasuredServer({
    prepare: async ({ editions }, id) => {
      const starter = await readStarterEdition();
      for (let number = 0; number < EDITIONS; number++) {
        const books = starter.books.map((book) => ({ ...book, ...(number > 0 && varyBook(book, number)) }));
        const slug = number === 0 ? starter.slug : `edition-${number}`;
        const tag = number === 0 ? 'en' : TAGS[number % TAGS.length];
        await saveEdition(editions, { ...starter, slug, name: slug, language_tag: tag, books });
        await editions.enable({ kind: 'organization', id }, slug);
      }
    },
  });
  const live = await lectern.createLive();
  const lookUp = async (q: string): Promise<number> => {
    const startedAt = performance.now();
    const { status } = await live.call('GET', `/lookup?q=${encodeURIComponent(q)}`);
    if (status !== 200) throw new Error(`look-up of "${q}": ${status}`);
    return performance.now() - startedAt;
  };
  const rows: ResultRow[] = [];
  for (const [name, { texts, most }] of Object.entries(TYPED)) {
    const keys = texts.flatMap((text) => Array.from(text, (_, at) => text.slice(0, at + 1)));
    for (const q of keys) await lookUp(q);
    const cpuBefore = lectern.readCpu();
    const p95: number[] = [];
    const all: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const times: number[] = [];
      for (const q of keys) times.push(await lookUp(q));
      p95.push(percentile(times, 95));
      all.push(...times);
    }
    const cpuMs = (lectern.readCpu() - cpuBefore) / all.length / 1_000;
    rows.push(
      toRow(`look-up of ${name} with ${EDITIONS} editions, p95 of ${keys.length} keys`, {
        ours: p95,
        unit: 'ms',
        notes: [`median ${toText(median(all))} ms, CPU time ${toText(cpuMs)} ms`],
        most,
      }),
    );
  }
  return rows;
}

/** Returns a book with other words, and without names of its own: it gets those of the edition's language. */
const varyBook = ({ verses }: EditionBook, number: number): Partial<EditionBook> => ({
  names: undefined,
  verses: verses.map((verse) => ({
    ...verse,
    text: verse.text.replace(/\p{L}+/gu, (word) =>
      (word.length * number + word.charCodeAt(0)) % OWN_WORDS === 0 ? [...word].reverse().join('') : word,
    ),
  })),
});
