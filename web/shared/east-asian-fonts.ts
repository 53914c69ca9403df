/** Noto Serif variants: Simplified Chinese, Traditional Chinese, Japanese and Korean. */
export type EastAsianFont = 'sc' | 'tc' | 'jp' | 'kr';

/** Language tags (BCP 47) of the text that each font is for. Browsers choose the form of Han characters by them. */
export const EAST_ASIAN_LANGUAGES: Record<EastAsianFont, string> = { sc: 'zh-Hans', tc: 'zh-Hant', jp: 'ja', kr: 'ko' };

const HAN = /\p{Script=Han}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;
/** Frequent characters that occur in only one of the two Chinese scripts. */
const SIMPLIFIED = /[这们说来时为个国对过爱给还没动发见长门问间东车马鱼鸟书]/gu;
const TRADITIONAL = /[這們說來時為個國對過愛給還沒動發見長門問間東車馬魚鳥書]/gu;

/**
 * Returns the font that the text of one edition needs, or null. Han characters with kana are Japanese, with Hangul
 * Korean; otherwise the text is Traditional or Simplified Chinese, whichever it has more characters of.
 */
export function eastAsianFontFor(text: string): EastAsianFont | null {
  if (KANA.test(text)) return 'jp';
  if (HANGUL.test(text)) return 'kr';
  if (!HAN.test(text)) return null;
  return countMatches(text, TRADITIONAL) > countMatches(text, SIMPLIFIED) ? 'tc' : 'sc';
}

const countMatches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
