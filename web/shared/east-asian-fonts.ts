/** Noto Serif for simplified and traditional Chinese, Japanese and Korean. */
export type EastAsianFont = 'sc' | 'tc' | 'jp' | 'kr';

/** Language tags (BCP 47) of text that is written so: by them a browser chooses the forms of Han characters. */
export const EAST_ASIAN_LANGUAGES: Record<EastAsianFont, string> = { sc: 'zh-Hans', tc: 'zh-Hant', jp: 'ja', kr: 'ko' };

const HAN = /\p{Script=Han}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;
/** Frequent characters that only one way of writing Chinese has. */
const SIMPLIFIED = /[这们说来时为个国对过爱给还没动发见长门问间东车马鱼鸟书]/gu;
const TRADITIONAL = /[這們說來時為個國對過愛給還沒動發見長門問間東車馬魚鳥書]/gu;

/**
 * The font that a text needs, one edition's: where Han characters stand with kana they are Japanese, with Hangul Korean, and else
 * traditional or simplified Chinese, whichever the text has more characters of.
 */
export function eastAsianFontFor(text: string): EastAsianFont | null {
  if (KANA.test(text)) return 'jp';
  if (HANGUL.test(text)) return 'kr';
  if (!HAN.test(text)) return null;
  return countOf(text, TRADITIONAL) > countOf(text, SIMPLIFIED) ? 'tc' : 'sc';
}

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
