import type { LiveState, ShownSlide, SnapshotRecord, SnapshotSlide, UsedThing } from '../../storage/storage.ts';
import { pageLines } from '../live/state/page-content.ts';
import { focusedPage, queueLines } from '../live/state/pages.ts';
import type { Editions } from '../scripture/editions.ts';

/** The loaded slides that Lives show. */
interface ShownSlides {
  requireShown(shown: ShownSlide): { readonly slide: SnapshotSlide; readonly song: UsedThing | null };
}

/**
 * Returns a function that lists the songs and editions on air in a Live of an organization. A hidden Live and a blank
 * slide have none. A Live of an account is not counted, because only organizations have reports. [D77]
 */
export function createUsedThings(
  editions: Pick<Editions, 'requireRevision'>,
  slides: ShownSlides,
): (state: LiveState) => UsedThing[] {
  const toEdition = (revisionId: string): UsedThing => {
    const { slug, name, rights } = editions.requireRevision(revisionId);
    const noSong = { authors: null, ccli: null, songbook: null };
    return { key: `edition ${slug}`, what: 'edition', title: name, copyright: rights.attribution, ...noSong };
  };
  return (state) => {
    const { owner, showing, mode, slide: shown } = state.record;
    if (owner.kind !== 'organization' || !showing) return [];
    if (mode === 'reader') return unique(shownRevisions(state).map(toEdition));
    if (!shown || shown.blank) return [];
    const { slide, song } = slides.requireShown(shown);
    const verses = slide.passage?.verses ?? [];
    return unique([...(song ? [song] : []), ...verses.map(({ revisionId }) => toEdition(revisionId))]);
  };
}

/** Returns the song of a snapshot, or null if it is no song. */
export const toUsedSong = ({ kind, deckId, title, footer, songbook }: SnapshotRecord): UsedThing | null =>
  kind === 'song'
    ? {
        key: `song ${deckId}`,
        what: 'song',
        title,
        authors: footer?.authors ?? null,
        copyright: footer?.copyright ?? null,
        ccli: footer?.ccli ?? null,
        songbook,
      }
    : null;

function shownRevisions(state: LiveState): string[] {
  const page = focusedPage(state);
  const lines = page ? pageLines(queueLines(state.items), page) : [];
  return lines.flatMap(({ translations }) => translations.map(([first]) => first!.revisionId));
}

const unique = (things: readonly UsedThing[]): UsedThing[] => [
  ...new Map(things.map((thing) => [thing.key, thing])).values(),
];
