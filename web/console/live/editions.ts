/** An edition of the library, as far as the console names it. */
export interface Edition {
  readonly slug: string;
  readonly name: string;
  readonly language: string;
}

/** The editions that the letters after `@` may mean: the one of that short name, else all that begin so, or whose name has a word that does. */
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
