import type { ViewerSlide, ViewerText } from '../../../src/contract/viewer.ts';

/** Returns the text in a language: with the exact tag, or else in the same language. */
function findText(texts: readonly ViewerText[], tag: string): ViewerText | undefined {
  const primary = (each: string) => each.toLowerCase().split('-')[0];
  return (
    texts.find(({ language }) => language.toLowerCase() === tag.toLowerCase()) ??
    texts.find(({ language }) => language !== 'und' && primary(language) === primary(tag))
  );
}

/** Returns a slide with only the texts in the languages of an output; without any of them, with its first. [D77] */
export function pickTexts<Slide extends ViewerSlide | null>(slide: Slide, languages: readonly string[]): Slide {
  const { texts } = slide ?? {};
  if (!texts) return slide;
  const picked = [...new Set(languages.flatMap((tag) => findText(texts, tag) ?? []))];
  return withTexts(slide, picked.length > 0 ? picked : texts.slice(0, 1));
}

/** Returns a slide whose first text is in the first of a phone's languages that it has. [D77] */
export function preferText<Slide extends ViewerSlide | null>(slide: Slide, languages: readonly string[]): Slide {
  const { texts = [] } = slide ?? {};
  const [own] = languages.flatMap((tag) => findText(texts, tag) ?? []);
  return own ? withTexts(slide, [own, ...texts.filter((each) => each !== own)]) : slide;
}

const withTexts = <Slide extends ViewerSlide | null>(slide: Slide, texts: ViewerText[]): Slide =>
  slide && { ...slide, text: texts[0]!.text, texts };
