/** A text box of a slide with its text. Boxes of one name are one box in all slides of a presentation. */
export interface TextBox {
  readonly box: string;
  readonly name: string;
  readonly text: string;
}

/** The meaning of the texts of a box. `isGuess` says that only the form of the texts suggests a translation. */
export type TextRole =
  | { readonly role: 'words'; readonly language: string | null }
  | { readonly role: 'translation'; readonly language: string | null; readonly isGuess: boolean }
  /** A text that is the same on every slide, such as the name of the church. */
  | { readonly role: 'caption'; readonly text: string };

/** Languages whose names are recognized, in English and as they call themselves. */
const LANGUAGES =
  'af,am,ar,bg,bn,ceb,cs,da,de,el,en,es,et,fa,fi,fr,he,hi,hr,hu,hy,id,it,ja,ka,ko,lt,lv,mg,mk,ml,ms,my,ne,nl,no,pl,pt,ro,ru,sk,sl,sq,sr,sv,sw,ta,te,th,tl,tr,uk,ur,vi,zh'.split(
    ',',
  );
/** Names by which people call the box of a translation. */
const SECOND = /(?<!\p{L})(?:second(?:ary|o|a)?(?!\p{L})|trans(?:lat|(?!\p{L}))|übersetz|zweit|tradu|segund[oa])/iu;
/** Names of boxes that are no translation, such as "Spanish Reference". */
const OTHER =
  /\b(?:title|titel|t[ií]tulo|reference|stelle|refer[eê]ncia|name|number|quote|author|description|subtitle)\b/i;
const REFERENCE = /reference|stelle|refer[eê]ncia/i;
/** Slides from which on a text that never changes is a caption. */
const CAPTION_MIN_SLIDES = 3;

let languageNames: ReadonlyMap<string, string> | undefined;

/** Returns the tag of the language that is the name of a box: "Deutsch", "Spanish". */
function languageOf(name: string): string | null {
  languageNames ??= new Map(
    LANGUAGES.flatMap((tag) =>
      ['en', 'de', 'pt', tag].map((language) => [
        new Intl.DisplayNames([language], { type: 'language' }).of(tag)!.toLowerCase(),
        tag,
      ]),
    ),
  );
  const words = name.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.map((word) => languageNames!.get(word)).find((tag) => tag !== undefined) ?? null;
}

/**
 * Decides what the boxes of a presentation have: the words, a translation of them, or a caption. Slides with words in
 * two languages have a box for each. The names of the boxes decide, or, as a guess, the form of their texts.
 */
export function findTextRoles(slides: readonly (readonly TextBox[])[]): ReadonlyMap<string, TextRole> {
  const boxes = new Map<string, { name: string; texts: Map<readonly TextBox[], string> }>();
  for (const slide of slides) {
    for (const { box, name, text } of slide) {
      if (!boxes.has(box)) boxes.set(box, { name, texts: new Map() });
      boxes.get(box)!.texts.set(slide, text);
    }
  }
  const roles = new Map<string, TextRole>();
  for (const [box, { name, texts }] of boxes) {
    const [text, ...others] = new Set(texts.values());
    const isCaption =
      texts.size >= CAPTION_MIN_SLIDES &&
      others.length === 0 &&
      !REFERENCE.test(name) &&
      texts.keys().every((slide) => slide.length > 1);
    if (isCaption) roles.set(box, { role: 'caption', text: text! });
  }
  const others = [...boxes].filter(([box]) => !roles.has(box));
  const rankOf = (name: string) => (OTHER.test(name) ? 2 : Number(SECOND.test(name)));
  // The sort keeps the order of the slides between equals, which is that from the top.
  const [main, ...rest] = others.toSorted(
    ([, a], [, b]) => rankOf(a.name) - rankOf(b.name) || b.texts.size - a.texts.size,
  );
  if (!main) return roles;
  roles.set(main[0], { role: 'words', language: languageOf(main[1].name) });
  for (const [box, { name, texts }] of rest) {
    const language = languageOf(name);
    const isNamed = rankOf(name) === 1 || language !== null;
    const isTranslation = !OTHER.test(name) && (isNamed || haveSameForm(main[1].texts, texts));
    roles.set(
      box,
      isTranslation ? { role: 'translation', language, isGuess: !isNamed } : { role: 'words', language: null },
    );
  }
  return roles;
}

/**
 * Returns whether the texts of two boxes have the form of a translation: they share most of their slides, and on most
 * of those they have as many lines, more than one, of about the same length.
 */
function haveSameForm(words: ReadonlyMap<unknown, string>, texts: ReadonlyMap<unknown, string>): boolean {
  const shared = [...texts].filter(([slide]) => words.has(slide));
  const alike = shared.filter(([slide, text]) => {
    const main = words.get(slide)!;
    const lines = text.split('\n').length;
    const ratio = text.length / main.length;
    return text !== main && lines > 1 && lines === main.split('\n').length && ratio > 0.4 && ratio < 2.5;
  });
  return shared.length * 2 > words.size && alike.length * 2 > shared.length;
}
