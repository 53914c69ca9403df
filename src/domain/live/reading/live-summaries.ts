import { LRUCache } from 'lru-cache';
import type { Static } from 'typebox';
import { toDeckAttribution, withLicence } from '../../../contract/deck-attribution.ts';
import {
  NOW_ATTRIBUTION_MAX_BYTES,
  NOW_MAX_BYTES,
  NOW_SHORT_TEXT_MAX_BYTES,
  NOW_SLIDE_TEXT_MAX_BYTES,
  NOW_TEXT_MAX_BYTES,
  NOW_TEXTS_MAX,
  PAGES_TEXT_MAX_CHARACTERS,
} from '../../../contract/limits.ts';
import { linePassages } from '../../../contract/paging/line-passages.ts';
import type { Page } from '../../../contract/paging/pages.ts';
import type { Now, Pages } from '../../../contract/schemas/now.ts';
import type {
  LastChange,
  LiveRecord,
  LiveState,
  Owner,
  ShownSlide,
  SnapshotRecord,
  SnapshotSlide,
  Storage,
  UndoableChange,
} from '../../../storage/storage.ts';
import type { Editions } from '../../scripture/editions.ts';
import { withoutEqualEnds } from '../../scripture/passage-numbers.ts';
import { truncateToBytes, truncateToCharacters } from '../../truncate-text.ts';
import { toCountdownEnd } from '../changes/countdown.ts';
import { toPublicStageMessage } from '../changes/stage-message.ts';
import { pageLines, pageReference, pageTexts } from '../state/page-content.ts';
import {
  findPageIndex,
  firstItemOf,
  focusedPage,
  nextPage,
  previousPage,
  queueLines,
  queuePages,
} from '../state/pages.ts';
import type { Validators } from '../state/validator.ts';
import { previewNextInBook } from './preview-next-in-book.ts';
import { ownerField } from './representations.ts';

/** The time for which the name of a user or token is cached. */
const NAMES_KNOWN_MS = 60_000;
const NAMES_MAX = 10_000;

/** The published snapshots of decks. */
interface PublishedSnapshots {
  /** Returns a snapshot. Throws `not_found`. */
  require(organizationId: string, snapshotId: string): Promise<SnapshotRecord>;
}

type NowFields = Static<typeof Now>;

/** Summarizes the plan of a Live. */
interface AttachedPlans {
  outline(state: LiveState): Promise<NowFields['plan']>;
}

/** Builds the compact summary of a Live that controllers read. Builds it once per state. [D55] */
export class LiveSummaries {
  readonly #storage: Pick<Storage, 'audit'>;
  readonly #editions: Editions;
  readonly #snapshots: PublishedSnapshots;
  readonly #plans: AttachedPlans;
  readonly #validators: Validators;
  readonly #warn: (error: Error) => void;
  readonly #summaries = new WeakMap<LiveState, Promise<NowFields>>();
  readonly #names = new LRUCache<string, { name: string | null }>({ max: NAMES_MAX, ttl: NAMES_KNOWN_MS });

  /** `warn` receives the error if the name of a change's author cannot be read. */
  constructor(
    storage: Pick<Storage, 'audit'>,
    editions: Editions,
    { snapshots, plans }: { snapshots: PublishedSnapshots; plans: AttachedPlans },
    validators: Validators,
    warn: (error: Error) => void,
  ) {
    this.#storage = storage;
    this.#editions = editions;
    this.#snapshots = snapshots;
    this.#plans = plans;
    this.#validators = validators;
    this.#warn = warn;
  }

  /** Returns the summary of a state. Throws `unavailable`. */
  toSummary(state: LiveState): Promise<NowFields> {
    const known = this.#summaries.get(state);
    if (known) return known;
    const summary = this.#build(state);
    this.#summaries.set(state, summary);
    summary.catch(() => this.#summaries.delete(state));
    return summary;
  }

  /** Returns up to `limit` pages of the queue, starting at page number `from`. */
  toPages(state: LiveState, from: number, limit: number): Static<typeof Pages> {
    const { record, items } = state;
    const lines = queueLines(items);
    const all = queuePages(state);
    const positions = new Map(Array.from(items, ({ id }, position) => [id, position]));
    return {
      live_id: record.id,
      revision: this.#validators.queueRevision(record),
      total: all.length,
      data: all.slice(from, from + limit).map((page, index) => {
        const on = pageLines(lines, page);
        const texts = pageTexts(lines, page, record.paging);
        const { id } = firstItemOf(on[0]!);
        return {
          page: from + index,
          item_id: id,
          item_ids: on.flatMap(({ translations }) => translations.flat().map(({ id }) => id)),
          position: positions.get(id)!,
          run: on[0]!.run,
          lines: page.lines,
          part: page.part,
          parts: page.parts,
          reference: this.#referenceOf(state, page),
          translations: texts.map(({ translation }) => translation),
          language_tag: this.#editions.requireRevision(texts[0]!.revisionId).languageTag,
          text: truncateToCharacters(texts[0]!.text, PAGES_TEXT_MAX_CHARACTERS),
        };
      }),
    };
  }

  async #build(state: LiveState): Promise<NowFields> {
    const { record, items, backstage: aside } = state;
    const page = record.mode === 'reader' ? focusedPage(state) : null;
    const pages = queuePages(state);
    const undoable = record.journal.steps.length > 0 ? record.journal.undoable : null;
    const [next, slide, plan, by, undoableBy] = await Promise.all([
      record.mode === 'reader' ? this.#toNext(state, page) : null,
      record.slide && this.#toSlide(state, record.slide),
      this.#plans.outline(state),
      this.#findAuthor(state, record.changed),
      this.#findAuthor(state, undoable),
    ]);
    const previous = page && previousPage(state, page);
    const focus = page && this.#toFocus(state, page);
    return fitTexts({
      live_id: record.id,
      ...ownerField(record.owner),
      name: record.name,
      status: record.status,
      mode: record.mode,
      paused: record.paused,
      showing: record.showing,
      protected: record.secretHash !== null,
      sequence: record.sequence,
      etag: this.#validators.etag(record),
      translations: [...record.translations],
      queue: {
        revision: this.#validators.queueRevision(record),
        items: items.length,
        lines: queueLines(items).length,
        pages: pages.length,
        page: page && findPageIndex(pages, page),
      },
      focus,
      previous: previous && { ...this.#toNeighbor(state, previous), queued: true },
      next,
      slide,
      returns: record.remembered !== null,
      stage: aside.stage && toPublicStageMessage(aside.stage),
      plan,
      changed: record.changed && { at: record.changed.at, by, operation: record.changed.operation },
      undo: undoable && {
        at: undoable.at,
        by: undoableBy,
        operation: undoable.operation,
        reference: undoable.verses
          ? this.#citeVerses(record, undoable.verses)
          : (focus?.reference ?? slide?.deck ?? null),
      },
    });
  }

  #toFocus(state: LiveState, page: Page): NowFields['focus'] {
    const { record, items } = state;
    const lines = queueLines(items);
    const item = firstItemOf(lines[page.line]!);
    return {
      item_id: item.id,
      position: items.findIndex(({ id }) => id === item.id),
      lines: page.lines,
      part: page.part,
      parts: page.parts,
      reference: this.#referenceOf(state, page),
      passages: linePassages(pageLines(lines, page)).map(withoutEqualEnds),
      texts: pageTexts(lines, page, record.paging)
        .slice(0, NOW_TEXTS_MAX)
        .map(({ translation, revisionId, text }) => {
          const { language, languageTag, rights } = this.#editions.requireRevision(revisionId);
          const attribution = truncateToBytes(rights.attribution, NOW_ATTRIBUTION_MAX_BYTES);
          return { translation, language, language_tag: languageTag, text, attribution };
        }),
    };
  }

  /**
   * Returns the next page: of the queue or, after its last page, of the book. Without a current page, returns the first
   * page.
   */
  async #toNext(state: LiveState, page: Page | null): Promise<NowFields['next']> {
    const next = page ? nextPage(state, page) : (queuePages(state)[0] ?? null);
    if (next) return { ...this.#toNeighbor(state, next), queued: true };
    const following = await previewNextInBook(this.#editions, state);
    return following && { item_id: null, ...toShort(following), queued: false };
  }

  #toNeighbor(state: LiveState, page: Page): Omit<NonNullable<NowFields['previous']>, 'queued'> {
    const lines = queueLines(state.items);
    const [first] = pageTexts(lines, page, state.record.paging);
    return {
      item_id: firstItemOf(pageLines(lines, page)[0]!).id,
      ...toShort({ reference: this.#referenceOf(state, page), text: first!.text }),
    };
  }

  #referenceOf({ record, items }: LiveState, page: Page): string {
    const reference = pageReference(queueLines(items), page, this.#editions.citeFor(record));
    return truncateToBytes(reference, NOW_SHORT_TEXT_MAX_BYTES);
  }

  async #toSlide({ record: { owner }, profile }: LiveState, shown: ShownSlide): Promise<NowFields['slide']> {
    const { snapshotId, slideId, index } = shown;
    const snapshot = await this.#snapshots.require(owner.id, snapshotId);
    const { title, slides, kind } = snapshot;
    const attribution = withLicence(toDeckAttribution(snapshot), kind === 'song' ? profile.ccliLicence : null);
    const [slide, next] = [slides[index]!, slides[index + 1]];
    const cutTitle = (text: string | null) => text && truncateToBytes(text, NOW_SHORT_TEXT_MAX_BYTES);
    return {
      snapshot_id: snapshotId,
      slide_id: slideId,
      deck: title,
      index,
      count: slides.length,
      title: cutTitle(titleOf(slide)),
      text: truncateToBytes(textOf(slide) ?? '', NOW_TEXT_MAX_BYTES) || null,
      texts: toTexts(slide, snapshot.languageTag),
      next_title: next ? cutTitle(titleOf(next) ?? textOf(next)) : null,
      attribution: attribution && truncateToBytes(attribution, NOW_ATTRIBUTION_MAX_BYTES),
      countdown_to: toCountdownEnd(slide, shown),
    };
  }

  #citeVerses(record: LiveRecord, { revisionId, passages }: NonNullable<UndoableChange['verses']>): string {
    const reference = this.#editions.citeFor(record)(revisionId, passages);
    return truncateToBytes(reference, NOW_SHORT_TEXT_MAX_BYTES);
  }

  async #findAuthor(state: LiveState, change: LastChange | null): Promise<string | null> {
    try {
      return change && (await this.#findAuthorName(state.record.owner, change));
    } catch (error) {
      // A missing name must not make the write look failed. The next read tries again.
      this.#warn(error as Error);
      this.#summaries.delete(state);
      return null;
    }
  }

  /**
   * Returns the name of the author of a change, chosen as for operators: a member of an organization; otherwise
   * an app, a token or a user. [D64]
   */
  async #findAuthorName(owner: Owner, { userId, credentialId, operation }: LastChange): Promise<string | null> {
    // A change by a link has the name of the link, not of its creator. [D68], [D74]
    const byMember = owner.kind === 'organization' && !/By(?:Remote|Button)$/.test(operation);
    const ids = (byMember ? [userId, credentialId] : [credentialId, userId]).filter((id) => id !== null);
    const key = ids.join(' ');
    const known = this.#names.get(key);
    if (known) return known.name;
    const names = await this.#storage.audit.findNames(owner, ids);
    const name = ids.map((id) => names.get(id)).find((found) => found !== undefined) ?? null;
    this.#names.set(key, { name });
    return name;
  }
}

const toShort = ({ reference, text }: { reference: string; text: string }) => ({
  reference: truncateToBytes(reference, NOW_SHORT_TEXT_MAX_BYTES),
  text: truncateToBytes(text, NOW_SHORT_TEXT_MAX_BYTES),
});

const titleOf = ({ title, passage }: SnapshotSlide): string | null => title ?? passage?.reference ?? null;
const textOf = ({ text, passage }: SnapshotSlide): string | null =>
  text ?? passage?.verses.map((verse) => verse.text).join(' ') ?? null;

/** Returns the text of a slide in each of its languages, that of the first before the others. [D77] */
function toTexts({ text, translations = [] }: SnapshotSlide, language_tag: string | null) {
  const texts = text ? [{ language_tag, text }, ...translations] : translations;
  return texts.map((each) => ({ ...each, text: truncateToBytes(each.text, NOW_SLIDE_TEXT_MAX_BYTES) }));
}

/** Truncates the texts of the page so that the response stays within its largest size. */
function fitTexts(now: NowFields): NowFields {
  const { focus } = now;
  if (!focus) return now;
  const withTexts = (toText: (text: string) => string): NowFields => ({
    ...now,
    focus: { ...focus, texts: focus.texts.map((each) => ({ ...each, text: toText(each.text) })) },
  });
  const rest = NOW_MAX_BYTES - Buffer.byteLength(JSON.stringify(withTexts(() => '')));
  const max = Math.min(NOW_TEXT_MAX_BYTES, Math.floor(rest / focus.texts.length));
  return withTexts((text) => truncateToBytes(text, max));
}
