/** Direction in which a text is written. */
export type TextDirection = 'ltr' | 'rtl';

interface TextInfo {
  readonly direction?: TextDirection;
}

/** Returns the writing direction of a language tag; left to right if it is unknown. [D71] */
export function directionOf(tag: string | null): TextDirection {
  if (tag === null) return 'ltr';
  const locale = new Intl.Locale(tag) as Intl.Locale & { getTextInfo(): TextInfo };
  return locale.getTextInfo().direction ?? 'ltr';
}
