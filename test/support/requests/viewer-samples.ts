import { DEFAULT_STUDIO_SETTINGS } from '../../../src/contract/default-design.ts';
import { DEFAULT_PAGING } from '../../../src/contract/paging/pages.ts';
import type { ViewerDesign, ViewerItem, ViewerSlide, ViewerState } from '../../../src/contract/viewer.ts';

/** Samples of viewer states for tests of the audience page: short and long texts, slides of every layout, designs. */

const KJV = { name: 'King James Version', language: 'en', attribution: 'King James Version, public domain.' } as const;
const LUTHER = { name: 'Lutherbibel 1912', language: 'de', attribution: 'Lutherbibel 1912, gemeinfrei.' } as const;

function verse(id: string, book: string, chapter: number, number: number, text: string, edition = 'kjv'): ViewerItem {
  return { id, book_id: 1, book, chapter, verse: number, text, edition };
}

export const JOHN_3 = [
  verse(
    'j16',
    'John',
    3,
    16,
    'For God so loved the world, that he gave his only begotten Son, that whosoever believeth in him should not perish, but have everlasting life.',
  ),
  verse(
    'j17',
    'John',
    3,
    17,
    'For God sent not his Son into the world to condemn the world; but that the world through him might be saved.',
  ),
  verse(
    'j18',
    'John',
    3,
    18,
    'He that believeth on him is not condemned: but he that believeth not is condemned already, because he hath not believed in the name of the only begotten Son of God.',
  ),
];
export const SHORTEST = verse('j35', 'John', 11, 35, 'Jesus wept.');
export const LONGEST = verse(
  'e89',
  'Esther',
  8,
  9,
  'Then were the king’s scribes called at that time in the third month, that is, the month Sivan, on the three and twentieth day thereof; and it was written according to all that Mordecai commanded unto the Jews, and to the lieutenants, and the deputies and rulers of the provinces which are from India unto Ethiopia, an hundred twenty and seven provinces, unto every province according to the writing thereof, and unto every people after their language, and to the Jews according to their writing, and according to their language.',
);
export const GERMAN = verse(
  'd89',
  'Esther',
  8,
  9,
  'Da wurden gerufen des Königs Schreiber zu der Zeit im dritten Monat, das ist der Monat Sivan, am dreiundzwanzigsten Tage, und wurde geschrieben, wie Mardochai gebot, an die Juden und an die Fürsten, Landpfleger und Hauptleute in den Landen von Indien bis an das Mohrenland, nämlich hundertundsiebenundzwanzig Länder, einem jeglichen Lande nach seiner Schrift, einem jeglichen Volk nach seiner Sprache, und den Juden nach ihrer Schrift und Sprache.',
  'lut',
);

/** Psalm 23 as the World English Bible divides it. */
export const PSALM_23 = [
  'Yahweh is my shepherd:\nI shall lack nothing.',
  'He makes me lie down in green pastures.\nHe leads me beside still waters.',
  'He restores my soul.\nHe guides me in the paths of righteousness for his name’s sake.',
  'Even though I walk through the valley of the shadow of death,\nI will fear no evil, for you are with me.\nYour rod and your staff,\nthey comfort me.',
].map((text, index) => verse(`p${index + 1}`, 'Psalms', 23, index + 1, text));
/** Psalm 23:1–2, without its pointing. */
export const HEBREW_LINES = ['מזמור לדוד\nיהוה רעי\nלא אחסר', 'בנאות דשא ירביצני\nעל מי מנחות ינהלני'].map(
  (text, index) => verse(`h${index + 1}`, 'תהלים', 23, index + 1, text),
);

const NO_HOUSE = { name: null, logo: null, design: null };

/** A running Live in the default look, showing these verses, the first in focus. */
export function viewerStateWith(items: ViewerItem[], more: Partial<ViewerState> = {}): ViewerState {
  return {
    version: '1',
    type: items.length > 0 ? 'scripture' : 'empty',
    showing: true,
    focus: items[0]?.id ?? null,
    lines: 1,
    part: 0,
    paging: DEFAULT_PAGING,
    settings: { theme: 'dark', scale: 0, presentation: false },
    house: NO_HOUSE,
    slide: null,
    editions: { kjv: KJV, lut: LUTHER },
    items,
    ...more,
  };
}

/** Returns the fields of the state that change when a slide is shown. */
export const presentingState = (slide: ViewerSlide): Partial<ViewerState> => ({
  type: 'presentation',
  slide,
  items: [],
  focus: null,
});

const slide = (id: string, layout: ViewerSlide['layout'], more: Partial<ViewerSlide> = {}): ViewerSlide => ({
  id,
  layout,
  title: null,
  text: null,
  passage: null,
  image: null,
  ...more,
});

/** Address of the image of the sample slide, and of the sample logo. */
export const PICTURE = { url: '/images/picture.svg', width: 1600, height: 1000 };
export const LOGO = { url: '/images/logo.svg', width: 300, height: 80 };

export const SLIDES = {
  title: slide('title', 'title', { title: 'The Prodigal Son', text: 'Luke 15 · An evening of readings' }),
  text: slide('text', 'text', {
    title: 'Announcements',
    text: 'The choir rehearses on Thursday at seven.\nChildren meet in the garden room.\n\nPlease stay for coffee afterwards; everybody is welcome.',
  }),
  scripture: slide('scripture', 'scripture', {
    passage: { reference: 'John 3:16-18', verses: JOHN_3, editions: { kjv: KJV } },
  }),
  image: slide('image', 'image', { title: 'Hills at dusk', image: PICTURE }),
  countdown: slide('countdown', 'countdown', { title: 'We begin soon', seconds: 300 }),
  blank: slide('blank', 'blank'),
} satisfies Record<ViewerSlide['layout'], ViewerSlide>;

/** Far more than a slide should hold, and still to be read. */
export const LONG_TEXT = slide('long', 'text', {
  title: 'Order of service',
  text: Array.from({ length: 14 }, (_, index) => `${index + 1}. ${JOHN_3[index % 3]!.text}`).join('\n'),
});

/** A design with everything changed, on the whole of which nothing of the default is left. */
export const DESIGN: ViewerDesign = {
  ...DEFAULT_STUDIO_SETTINGS,
  showLogo: true,
  preset: 'midnight',
  transition: 'slide_up',
  controls: { theme: true, fullscreen: true, fontSize: true },
  palettes: {
    dark: {
      background: '#10231c',
      container: '#17332a',
      translation: '#a9cbbb',
      reference: '#f0c987',
      text: '#f6fbf8',
    },
    light: {
      background: '#e3efe8',
      container: '#ffffff',
      translation: '#33584a',
      reference: '#7a4a06',
      text: '#0c1f18',
    },
  },
  container: { radius: 28, padding: 64, border: '#3f6b5a' },
  elements: {
    text: { font: 'serif', size: 64, bold: false, italic: false, align: 'center', lineHeight: 140 },
    reference: { font: 'sans', size: 36, bold: true, italic: false, align: 'center', lineHeight: 120 },
    translation: { font: 'sans', size: 24, bold: false, italic: true, align: 'center', lineHeight: 120 },
  },
  order: ['reference', 'text', 'translation'],
};

const svg = (width: number, height: number, content: string) => ({
  type: 'image/svg+xml',
  body: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`,
});

/** The images above, as files by address. */
export const IMAGES = new Map([
  [
    PICTURE.url,
    svg(
      1600,
      1000,
      '<rect width="1600" height="1000" fill="#f2c38b"/><circle cx="1100" cy="430" r="130" fill="#fbe9c6"/><path d="M0 640q400-240 800 0t800-60v420H0z" fill="#a2674a"/><path d="M0 800q500-220 900 0t700-40v240H0z" fill="#5b3b37"/>',
    ),
  ],
  [
    LOGO.url,
    svg(
      300,
      80,
      '<circle cx="40" cy="40" r="34" fill="none" stroke="#7fb59f" stroke-width="8"/><path d="M40 20v40M26 34h28" stroke="#7fb59f" stroke-width="8"/><rect x="96" y="24" width="200" height="12" fill="#7fb59f"/><rect x="96" y="46" width="140" height="10" fill="#7fb59f"/>',
    ),
  ],
]);
