interface VerseNumbers {
  readonly chapter?: number;
  readonly verse?: number;
  readonly end_verse?: number;
}

/** Formats the verses of one chapter: "3", "3:16", "3:16-18", in German "3,16-18". */
export function formatVerseNumbers({ chapter, verse, end_verse }: VerseNumbers, language: string): string {
  if (verse === undefined) return `${chapter}`;
  const end = end_verse === undefined || end_verse === verse ? '' : `-${end_verse}`;
  return `${chapter}${language === 'de' ? ',' : ':'}${verse}${end}`;
}
