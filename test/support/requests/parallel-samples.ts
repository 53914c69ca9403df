import type { ViewerItem, ViewerState } from '../../../src/contract/viewer.ts';
import { viewerStateWith } from './viewer-samples.ts';

/** Lines in several translations, for tests of pages. [D53] [D54] */

export const SAMPLE_EDITIONS = {
  kjv: { name: 'King James Version', language: 'en', attribution: 'King James Version, public domain.' },
  elb: { name: 'Elberfelder 1905', language: 'de', attribution: 'Elberfelder Bibel 1905, gemeinfrei.' },
  wlc: { name: 'Westminster Leningrad Codex', language: 'und', attribution: 'Westminster Leningrad Codex.' },
  cuv: { name: '和合本', language: 'zh-Hans', attribution: '和合本，公有领域。' },
} as const;
export type SampleEdition = keyof typeof SAMPLE_EDITIONS;

interface Place {
  readonly book: Record<SampleEdition, string>;
  readonly chapter: number;
  readonly verse: number;
  readonly texts: Partial<Record<SampleEdition, string>>;
}

const book = (kjv: string, elb: string, wlc: string, cuv: string): Place['book'] => ({ kjv, elb, wlc, cuv });
const ESTHER = book('Esther', 'Esther', 'אסתר', '以斯帖记');
const JOHN = book('John', 'Johannes', 'יוחנן', '约翰福音');
const PSALMS = book('Psalms', 'Psalmen', 'תהלים', '诗篇');
const GENESIS = book('Genesis', '1. Mose', 'בראשית', '创世记');

export const ESTHER_8_9: Place = {
  book: ESTHER,
  chapter: 8,
  verse: 9,
  texts: {
    kjv: 'Then were the king’s scribes called at that time in the third month, that is, the month Sivan, on the three and twentieth day thereof; and it was written according to all that Mordecai commanded unto the Jews, and to the lieutenants, and the deputies and rulers of the provinces which are from India unto Ethiopia, an hundred twenty and seven provinces, unto every province according to the writing thereof, and unto every people after their language, and to the Jews according to their writing, and according to their language.',
    elb: 'Da wurden die Schreiber des Königs gerufen zu jener Zeit, im dritten Monat, das ist der Monat Siwan, am Dreiundzwanzigsten desselben; und es wurde nach allem, was Mordokai gebot, geschrieben an die Juden und an die Satrapen und Statthalter und Fürsten der Landschaften von Indien bis Äthiopien, hundertsiebenundzwanzig Landschaften, einer jeden Landschaft nach ihrer Schrift und einem jeden Volke nach seiner Sprache, und an die Juden nach ihrer Schrift und nach ihrer Sprache.',
    wlc: 'וַיִּקָּרְאוּ סֹפְרֵי־הַמֶּלֶךְ בָּעֵת־הַהִיא בַּחֹדֶשׁ הַשְּׁלִישִׁי הוּא־חֹדֶשׁ סִיוָן בִּשְׁלוֹשָׁה וְעֶשְׂרִים בּוֹ וַיִּכָּתֵב כְּכָל־אֲשֶׁר־צִוָּה מָרְדֳּכַי אֶל־הַיְּהוּדִים וְאֶל הָאֲחַשְׁדַּרְפְּנִים־וְהַפַּחוֹת וְשָׂרֵי הַמְּדִינוֹת אֲשֶׁר מֵהֹדּוּ וְעַד־כּוּשׁ שֶׁבַע וְעֶשְׂרִים וּמֵאָה מְדִינָה מְדִינָה וּמְדִינָה כִּכְתָבָהּ וְעַם וָעָם כִּלְשֹׁנוֹ וְאֶל־הַיְּהוּדִים כִּכְתָבָם וְכִלְשׁוֹנָם׃',
    cuv: '三月，就是西弯月二十三日，将王的书记召来，按着末底改所吩咐的，用各省的文字、各族的方言，并犹大人的文字方言写谕旨，传给那从印度直到古实一百二十七省的犹大人和总督、省长、首领。',
  },
};
export const JOHN_11_35: Place = {
  book: JOHN,
  chapter: 11,
  verse: 35,
  texts: { kjv: 'Jesus wept.', elb: 'Jesus vergoß Tränen.', wlc: 'וַיֵּבְךְּ יֵשׁוּעַ׃', cuv: '耶稣哭了。' },
};
export const JOHN_3_PARALLEL: Place[] = [
  {
    kjv: 'For God so loved the world, that he gave his only begotten Son, that whosoever believeth in him should not perish, but have everlasting life.',
    elb: 'Denn also hat Gott die Welt geliebt, daß er seinen eingeborenen Sohn gab, auf daß jeder, der an ihn glaubt, nicht verloren gehe, sondern ewiges Leben habe.',
    wlc: 'כִּי־אַהֲבָה רַבָּה אָהַב הָאֱלֹהִים אֶת־הָעוֹלָם עַד־אֲשֶׁר נָתַן אֶת־בְּנוֹ אֶת־יְחִידוֹ לְמַעַן לֹא יֹאבַד כָּל־הַמַּאֲמִין בּוֹ כִּי אִם־יִחְיֶה חַיֵּי עוֹלָם׃',
    cuv: '“神爱世人，甚至将他的独生子赐给他们，叫一切信他的，不至灭亡，反得永生。',
  },
  {
    kjv: 'For God sent not his Son into the world to condemn the world; but that the world through him might be saved.',
    elb: 'Denn Gott hat seinen Sohn nicht in die Welt gesandt, auf daß er die Welt richte, sondern auf daß die Welt durch ihn errettet werde.',
    wlc: 'כִּי לֹא־שָׁלַח הָאֱלֹהִים אֶת־בְּנוֹ בָּעוֹלָם לִשְׁפֹּט אֶת־הָעוֹלָם כִּי אִם־לְהוֹשִׁיעַ אֶת־הָעוֹלָם עַל־יָדוֹ׃',
    cuv: '因为神差他的儿子降世，不是要定世人的罪，乃是要叫世人因他得救。',
  },
  {
    kjv: 'He that believeth on him is not condemned: but he that believeth not is condemned already.',
    elb: 'Wer an ihn glaubt, wird nicht gerichtet; wer aber nicht glaubt, ist schon gerichtet.',
    cuv: '信他的人，不被定罪；不信的人，罪已经定了。',
  },
].map((texts, index) => ({ book: JOHN, chapter: 3, verse: 16 + index, texts }));
export const PSALM_23_4: Place = {
  book: PSALMS,
  chapter: 23,
  verse: 4,
  texts: {
    kjv: 'Yea, though I walk through the valley of the shadow of death,\nI will fear no evil:\nfor thou art with me;\nthy rod and thy staff they comfort me.',
    elb: 'Auch wenn ich wanderte im Tale des Todesschattens,\nfürchte ich nichts Übles,\ndenn du bist bei mir;\ndein Stecken und dein Stab, sie trösten mich.',
    wlc: 'גַּם כִּי־אֵלֵךְ בְּגֵיא צַלְמָוֶת\nלֹא־אִירָא רָע\nכִּי־אַתָּה עִמָּדִי\nשִׁבְטְךָ וּמִשְׁעַנְתֶּךָ הֵמָּה יְנַחֲמֻנִי׃',
    cuv: '我虽然行过死荫的幽谷，\n也不怕遭害，\n因为你与我同在；\n你的杖，你的竿，都安慰我。',
  },
};
export const GENESIS_1_1: Place = {
  book: GENESIS,
  chapter: 1,
  verse: 1,
  texts: {
    kjv: 'In the beginning God created the heaven and the earth.',
    elb: 'Im Anfang schuf Gott die Himmel und die Erde.',
    wlc: 'בְּרֵאשִׁית בָּרָא אֱלֹהִים אֵת הַשָּׁמַיִם וְאֵת הָאָרֶץ׃',
    cuv: '起初，神创造天地。',
  },
};

/** The queue after one push of these places in these translations: all of the first, then all of the next. */
function itemsOf(places: readonly Place[], editions: readonly SampleEdition[]): ViewerItem[] {
  const idOf = (edition: SampleEdition, { chapter, verse }: Place) => `${edition} ${chapter}:${verse}`;
  return editions.flatMap((edition) =>
    places.flatMap((place) => {
      const text = place.texts[edition];
      const first = editions.find((each) => place.texts[each] !== undefined)!;
      return text === undefined
        ? []
        : {
            id: idOf(edition, place),
            book_id: 1,
            book: place.book[edition],
            chapter: place.chapter,
            verse: place.verse,
            text,
            edition,
            line: idOf(first, place),
            run: idOf(editions[0]!, places[0]!),
          };
    }),
  );
}

/** A Live that shows the first page of such a queue. */
export const parallelOf = (
  places: readonly Place[],
  editions: readonly SampleEdition[],
  more: Partial<ViewerState> = {},
): ViewerState => viewerStateWith(itemsOf(places, editions), { editions: SAMPLE_EDITIONS, ...more });
