import type { DeckFooter, DeckKind } from './schemas/presentation.ts';

/** A deck or its snapshot. */
interface AttributedDeck {
  readonly kind: DeckKind;
  readonly title: string;
  readonly footer: DeckFooter | null;
}

/** Returns the footer of a song with the number of the organization's license, if there is one. [D77] */
export const withLicence = (attribution: string | null, ccliLicence: string | null): string | null =>
  ccliLicence === null
    ? attribution
    : [attribution, `CCLI License #${ccliLicence}`].filter((part) => part !== null).join(' · ');

/** Returns the footer of a deck as one line, which begins with the title of a song; null without a footer. [D70] */
export function toDeckAttribution({ kind, title, footer }: AttributedDeck): string | null {
  if (!footer) return null;
  const { authors, copyright, ccli, source } = footer;
  const parts = [kind === 'song' ? title : null, authors, copyright, ccli && `CCLI Song #${ccli}`, source];
  return parts.filter((part) => part !== null).join(' · ');
}
