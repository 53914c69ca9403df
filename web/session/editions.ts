/** Edition of the library, with the fields the console shows. */
export interface Edition {
  readonly slug: string;
  readonly name: string;
  readonly language: string;
}

/**
 * Returns the editions that the text after `@` can mean: the one with this short name, or else those whose short name
 * starts with it, or else those with a word in their name that starts with it.
 */
export function matchEditions(typed: string, editions: readonly Edition[]): readonly Edition[] {
  const exact = editions.filter(({ slug }) => slug.toLowerCase() === typed);
  if (exact.length > 0) return exact;
  const begins = editions.filter(({ slug }) => slug.toLowerCase().startsWith(typed));
  if (begins.length > 0) return begins;
  return editions.filter(({ name }) =>
    name
      .toLowerCase()
      .split(/\s+/)
      .some((word) => word.startsWith(typed)),
  );
}
