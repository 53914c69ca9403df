import { EARLIER_PAGE_ENTRIES, EARLIER_PAGE_MAX_BYTES } from '../../contract/limits.ts';
import type { EarlierEntry, EarlierPage } from '../../contract/phones.ts';
import type { ViewerEdition } from '../../contract/viewer.ts';
import type { Clock } from '../../domain/clock.ts';
import { type EarlierThing, listEarlier } from '../../domain/live/changes/air-times.ts';
import { lastExpiredNumber } from '../../domain/live/changes/journal.ts';
import type { Snapshots } from '../../domain/presentation/snapshots.ts';
import type { Editions } from '../../domain/scripture/editions.ts';
import type { DeckSummary, LiveRecord, LiveState, ShownItems, Storage } from '../../storage/storage.ts';
import { toViewerSlide } from '../viewer-slide.ts';
import { toItem, toViewerEdition, withNumbering } from '../viewer-state.ts';

/** Time for which all phones get the same page of a state. Later, entries are too old. */
const KNOWN_MS = 60_000;

interface KnownPage {
  readonly at: number;
  readonly json: Promise<string>;
}

/**
 * The past of Lives, as reader pages get it. A room full of phones asks at once, so each page is read once. [D73]
 */
export class Earlier {
  readonly #storage: Pick<Storage, 'lives' | 'decks'>;
  readonly #editions: Editions;
  readonly #snapshots: Snapshots;
  readonly #clock: Clock;
  /** By the number of the first entry: others can be asked for without end. */
  readonly #pages = new WeakMap<LiveState, Map<number, KnownPage>>();

  constructor(storage: Pick<Storage, 'lives' | 'decks'>, editions: Editions, snapshots: Snapshots, clock: Clock) {
    this.#storage = storage;
    this.#editions = editions;
    this.#snapshots = snapshots;
    this.#clock = clock;
  }

  /** Returns the JSON of a page: the entries before the entry with this number, newest first. */
  page(state: LiveState, before: number | null): Promise<string> {
    const now = this.#clock();
    const things = listPhoneThings(state, now).filter(({ number }) => before === null || number < before);
    const [first] = things;
    if (!first) return Promise.resolve(JSON.stringify(EMPTY));
    const pages = this.#pages.get(state) ?? new Map<number, KnownPage>();
    this.#pages.set(state, pages);
    const known = pages.get(first.number);
    if (known && now - known.at < KNOWN_MS) return known.json;
    const json = this.#read(state, things).then(JSON.stringify);
    pages.set(first.number, { at: now, json });
    json.catch(() => pages.delete(first.number));
    return json;
  }

  async #read({ record }: LiveState, things: readonly EarlierThing[]): Promise<EarlierPage> {
    const page = things.slice(0, EARLIER_PAGE_ENTRIES);
    const numbers = page.map(({ number }) => number);
    const entries = await this.#storage.lives.listShownItems(record.id, numbers, EARLIER_PAGE_MAX_BYTES);
    const decks = await this.#storage.decks.findSummaries(record.owner.id, [
      ...new Set(entries.flatMap(({ slide }) => slide?.deckId ?? [])),
    ]);
    await this.#editions.loadRevisions(entries.flatMap(({ shown }) => shown.map(({ revisionId }) => revisionId)));
    const slides = new Map(page.map((thing) => [thing.number, thing.slides]));
    const data: EarlierEntry[] = [];
    const editions: Record<string, ViewerEdition> = {};
    for (const entry of entries) {
      const shown = entry.slide
        ? await this.#toDeck(record.owner.id, entry, decks.get(entry.slide.deckId), slides.get(entry.number)!)
        : this.#toPassage(record, entry, editions);
      if (shown) data.push({ id: String(entry.number), at: entry.at, ...shown });
    }
    const last = entries.at(-1)?.number;
    const isLast = last === undefined || things.at(-1)!.number >= last;
    return { data, next: isLast ? null : String(last), editions };
  }

  #toPassage(
    record: LiveRecord,
    { passages, shown }: ShownItems,
    editions: Record<string, ViewerEdition>,
  ): Omit<EarlierEntry, 'id' | 'at'> | null {
    const [first] = shown;
    if (!first) return null;
    for (const { revisionId } of shown) {
      editions[revisionId] ??= toViewerEdition(this.#editions.requireRevision(revisionId));
    }
    const nameOf = this.#editions.nameBooksFor(record);
    return {
      kind: 'passage',
      reference: this.#editions.citeFor(record)(first.revisionId, passages),
      title: null,
      passages: [...passages],
      items: shown.map((item) => withNumbering(toItem(item, nameOf(item.revisionId, item.bookId)), this.#editions)),
      slides: [],
    };
  }

  /** Returns a song or a shared deck; null for a deck that phones do not get. */
  async #toDeck(
    organizationId: string,
    { slide }: ShownItems,
    deck: DeckSummary | undefined,
    shown: EarlierThing['slides'],
  ): Promise<Omit<EarlierEntry, 'id' | 'at'> | null> {
    const { title, kind, languageTag: language } = await this.#snapshots.require(organizationId, slide!.snapshotId);
    const isSong = kind === 'song';
    if (!isSong && !deck?.shared) return null;
    const slides: EarlierEntry['slides'] = [];
    for (const [snapshotId, indexes] of deck?.shared ? shown : []) {
      const snapshot = await this.#snapshots.require(organizationId, snapshotId);
      const present = indexes.flatMap((index) => snapshot.slides[index] ?? []);
      await this.#snapshots.loadRevisions(present);
      for (const each of present) {
        slides.push(toViewerSlide(this.#editions, each, { blank: false, attribution: null, sung: isSong, language }));
      }
    }
    return { kind: isSong ? 'song' : 'deck', reference: null, title, passages: [], items: [], slides };
  }
}

const EMPTY: EarlierPage = { data: [], next: null, editions: {} };

/** Returns the things of the history that the phones of a Live get. */
function listPhoneThings({ record }: LiveState, now: number): EarlierThing[] {
  if (!record.phones.earlier || record.status === 'stopped') return [];
  return listEarlier(record.airTimes, now).filter(({ number }) => number > lastExpiredNumber(record));
}
