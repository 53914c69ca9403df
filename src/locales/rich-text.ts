/** Text with markup in it, such as a link or a time: a list of what pages escape (`html`) and components render (Preact). */
export type RichText<Piece> = readonly (string | Piece)[];

/** Makes the text of a template; a number is shown as it is. */
export const richText = <Piece>(texts: TemplateStringsArray, ...pieces: readonly (number | Piece)[]): RichText<Piece> =>
  texts.flatMap((text, at) => {
    if (at === 0) return [text];
    const piece = pieces[at - 1]!;
    return [typeof piece === 'number' ? String(piece) : piece, text];
  });
