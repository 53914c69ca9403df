import type { DeckFooter, DeckKind } from './schemas/presentation.ts';

/** A deck or its snapshot. */
interface AttributedDeck {
  readonly kind: DeckKind;
  readonly title: string;
  readonly footer: DeckFooter | null;
}

/** Returns the footer of a deck as one line, which begins with the title of a song; null without a footer. [D70] */
export function toDeckAttribution({ kind, title, footer }: AttributedDeck): string | null {
  if (!footer) return null;
  const { authors, copyright, ccli, source } = footer;
  const parts = [kind === 'song' ? title : null, authors, copyright, ccli && `CCLI Song #${ccli}`, source];
  return parts.filter((part) => part !== null).join(' · ');
}
