import type { SongReport } from '../../contract/schemas/song-import.ts';

/** Warnings of a file that are shown. */
const SHOWN_MAX = 20;

/** A file that was named: imported, readable in a dry run, or refused. */
export interface ImportedFile {
  readonly file: string;
  readonly deck_id: string | null;
  readonly report: SongReport | null;
  /** The reason for which it was refused. Null if it was not. */
  readonly refused: string | null;
  /** Whether a deck with the same title and words was there already. No other is created then. */
  readonly already_there?: boolean;
}

/** Formats what became of a file, with its import report, for a person. */
export function formatImportedFile({ file, deck_id, report, refused, already_there }: ImportedFile): string {
  if (!report) return `Refused: ${refused}`;
  const { format, title, verses, slides, order, omitted, warnings, duplicate_of } = report;
  return [
    `${file}: ${title}`,
    `  Format: ${format}`,
    `  Verses: ${verses.map((verse) => verse.id + toSlides(verse.slides)).join(', ')} (${counted(slides, 'slide')})`,
    `  Order: ${order.join(' ')}`,
    `  Omitted: ${omitted.map(({ kind, count }) => `${kind.replaceAll('_', ' ')} ${count}`).join(', ') || 'nothing'}`,
    ...(warnings.length === 0
      ? []
      : ['  Warnings:', ...shorten(warnings.map(({ message }) => message)).map((warning) => `    ${warning}`)]),
    ...(duplicate_of === null ? [] : [`  The deck ${duplicate_of} has the same title.`]),
    ...(deck_id === null ? [] : [`  ${already_there ? 'Already there' : 'Deck'}: ${deck_id}`]),
  ].join('\n');
}

const toSlides = (slides: number): string => (slides === 1 ? '' : ` in ${counted(slides, 'slide')}`);

const counted = (count: number, what: string): string => `${count} ${count === 1 ? what : `${what}s`}`;

const shorten = (all: readonly string[]): readonly string[] =>
  all.length <= SHOWN_MAX ? all : [...all.slice(0, SHOWN_MAX), `and ${all.length - SHOWN_MAX} more (--json shows all)`];
