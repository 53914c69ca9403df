import type {
  LiveState,
  QueueItems,
  ShownSlide,
  SnapshotRecord,
  SnapshotSlide,
  UsedThing,
} from '../../storage/storage.ts';
import { runIdOf } from '../live/state/interrupted-content.ts';
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

function shownRevisions({ record: { focusItemId }, items }: LiveState): readonly string[] {
  const focused = focusItemId === null ? -1 : items.findIndex(({ id }) => id === focusItemId);
  return focused < 0 ? [] : revisionsOfRun(items, runIdOf(items.at(focused)!));
}

const revisions = new WeakMap<QueueItems, Map<string, readonly string[]>>();

/**
 * Returns the revisions of a run. Cached for each queue, so that a step reads no items, and a push reads each once: it
 * does not divide a long queue into lines either.
 */
function revisionsOfRun(items: QueueItems, run: string): readonly string[] {
  const runs = revisions.get(items) ?? new Map<string, readonly string[]>();
  revisions.set(items, runs);
  const known = runs.get(run);
  if (known) return known;
  const found = new Set<string>();
  for (let at = 0; at < items.length; at++) {
    const item = items.at(at)!;
    if (runIdOf(item) === run) found.add(item.revisionId);
  }
  runs.set(run, [...found]);
  return [...found];
}

const unique = (things: readonly UsedThing[]): UsedThing[] => [
  ...new Map(things.map((thing) => [thing.key, thing])).values(),
];
