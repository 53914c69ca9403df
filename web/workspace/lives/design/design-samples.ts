import type { PreviewPassage } from '../../../preview/preview-states.ts';
import { ESTHER_8_9, fetchSample, GENESIS_1_1, JOHN_3_16, JOHN_11_35 } from '../../../preview/sample-passages.ts';
import type { LibraryEdition } from '../../../session/fetch-editions.ts';
import { fetchLives } from '../../../session/fetch-lives.ts';
import type { Session } from '../../../session/session.ts';

/** Verses that show whether a design holds. */
export type DesignSample = 'longest' | 'shortest' | 'two' | 'hebrew';

/** Verses by sample. A sample is absent if the library does not have it. */
export type DesignSamples = ReadonlyMap<DesignSample, readonly PreviewPassage[]>;

const HEBREW = /[\u0590-\u05ff]/;
/** Most editions of other languages in which Hebrew is looked for. */
const OTHER_EDITIONS_MAX = 8;

const STARTER: Pick<LibraryEdition, 'slug' | 'name' | 'language' | 'rights'> = {
  slug: 'kjv',
  name: 'King James Version',
  language: 'en',
  rights: { edition: 'King James Version', rights_status: '', source_url: '', attribution: 'Public domain.' },
};
/** Verses for an owner without a Live or an edition, through which verses are read. */
const BUILT_IN: DesignSamples = new Map<DesignSample, readonly PreviewPassage[]>([
  [
    'longest',
    [
      {
        edition: STARTER,
        verses: [
          {
            book_id: 17,
            book: 'Esther',
            chapter: 8,
            verse: 9,
            text: 'Then were the king’s scribes called at that time in the third month, that is, the month Sivan, on the three and twentieth day thereof; and it was written according to all that Mordecai commanded unto the Jews, and to the lieutenants, and the deputies and rulers of the provinces which are from India unto Ethiopia, an hundred twenty and seven provinces, unto every province according to the writing thereof, and unto every people after their language, and to the Jews according to their writing, and according to their language.',
          },
        ],
      },
    ],
  ],
  [
    'shortest',
    [{ edition: STARTER, verses: [{ book_id: 43, book: 'John', chapter: 11, verse: 35, text: 'Jesus wept.' }] }],
  ],
]);

/**
 * Reads the samples that the library has, in the order in which they are offered. Rejects with LecternProblem, or with
 * TypeError on a network error.
 */
export async function fetchDesignSamples(
  session: Session,
  editions: readonly LibraryEdition[],
): Promise<DesignSamples> {
  const [live] = await fetchLives(session);
  const installed = editions.filter((edition) => edition.installed);
  const first = installed.find(({ language }) => language !== 'und') ?? installed[0];
  if (!live || !first) return BUILT_IN;
  const second = installed.find(({ slug, language }) => slug !== first.slug && language !== 'und');
  const others = installed.filter(({ language }) => language === 'und').slice(0, OTHER_EDITIONS_MAX);
  const [longest, shortest, two, unknown] = await Promise.all([
    fetchSample(session, live.id, [first], ESTHER_8_9),
    fetchSample(session, live.id, [first], JOHN_11_35),
    second ? fetchSample(session, live.id, [first, second], JOHN_3_16) : [],
    fetchSample(session, live.id, others, GENESIS_1_1),
  ]);
  const hebrew = unknown.filter(({ verses }) => verses.some(({ text }) => HEBREW.test(text))).slice(0, 1);
  const found = new Map<DesignSample, readonly PreviewPassage[]>([
    ['longest', longest],
    ['shortest', shortest],
    ['two', two],
    ['hebrew', hebrew],
  ]);
  for (const [sample, passages] of found) if (passages.length === 0) found.delete(sample);
  return found.size > 0 ? found : BUILT_IN;
}
