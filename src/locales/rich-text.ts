/** Text with markup, such as a link or a time: a list of pieces that pages escape and Preact components render. */
export type RichText<Piece> = readonly (string | Piece)[];

/** Template tag for rich text. Numbers become text. */
export const richText = <Piece>(texts: TemplateStringsArray, ...pieces: readonly (number | Piece)[]): RichText<Piece> =>
  texts.flatMap((text, at) => {
    if (at === 0) return [text];
    const piece = pieces[at - 1]!;
    return [typeof piece === 'number' ? String(piece) : piece, text];
  });
