import { rm } from 'node:fs/promises';
import { type ImportNotice, toNotice } from '../../contract/import-notices.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import {
  IMPORTS_KEPT,
  IMPORTS_WAITING_PER_ORGANIZATION_MAX,
  NAME_MAX_CHARACTERS,
  PLAN_MAX_ENTRIES,
} from '../../contract/limits.ts';
import type { FileOmission, ImportItem } from '../../contract/schemas/imports.ts';
import { ID_PATTERN } from '../../contract/text-patterns.ts';
import { type Actor, toAuditRecord } from '../../domain/audit/audit.ts';
import { type Clock, nextTimestamp, toTime } from '../../domain/clock.ts';
import { newId } from '../../domain/identifiers.ts';
import type { EntryProblems } from '../../domain/plans/entry-problems.ts';
import type { Plans } from '../../domain/plans/plans.ts';
import { toNewDeck } from '../../domain/presentation/decks.ts';
import type { Images } from '../../domain/presentation/images.ts';
import { TurnQueue } from '../../domain/turns/turn-queue.ts';
import type {
  DeckRecord,
  IdempotencyRecord,
  ImportItemRecord,
  ImportRecord,
  ListPage,
  Owner,
  Storage,
} from '../../storage/storage.ts';
import type { SongReader } from '../child/read-songs-in-child.ts';
import type { ReadItem } from '../read-songs.ts';
import type { ShortPlan } from '../shorten-plan.ts';
import { SLIDE_FORMATS } from '../slides/slide-formats.ts';
import { DamagedSongError } from '../sources/damaged-song-error.ts';
import { KnownSongs } from './decide-song.ts';
import { ImageDecks, removeUnused } from './image-decks.ts';
import { ImportedDecks } from './imported-decks.ts';
import { type NewImportItem, toImportItem } from './new-item.ts';
import { toPlanInput } from './to-plan-input.ts';

const IMPORT_ID = new RegExp(ID_PATTERN);
/** Decks that are created in one transaction. */
const BATCH_DECKS = 50;
/** Decks whose words are read at once. */
const DIGESTS_AT_ONCE = 500;
/** Interval at which a running import records that it still runs. */
const BEAT_MS = 2_000;
/** Time without a beat after which the process of an import counts as ended, if several nodes share the database. */
const LOST_AFTER_MS = 10_000;
/** Warnings that the report lists of a song. */
const WARNINGS_MAX = 10;
const RETRY_SECONDS = 10;

export interface SongImportDependencies {
  readonly storage: Storage;
  readonly reader: SongReader;
  readonly plans: Plans;
  readonly images: Pick<Images, 'add' | 'remove'>;
  readonly entryProblems: EntryProblems;
  readonly clock: Clock;
  readonly decksPerOrganization: number;
  readonly plansPerOwner: number;
  /** Receives errors that are not the file's fault. */
  readonly warn: (error: Error) => void;
}

/** The file of an import. It is deleted when it has been read. */
export interface ReceivedFile {
  readonly path: string;
  readonly fileName: string;
}

/** State of an import as clients see it. */
export type ShownImport = Omit<ImportRecord, 'state'> & { readonly state: ImportRecord['state'] | 'interrupted' };

/**
 * Imports songs from files that hold many. A process runs one import at a time. Decks are created in batches, each with
 * its part of the report, so that an interrupted import can be undone. [D70]
 */
export class SongImports {
  readonly #deps: SongImportDependencies;
  /** Identifies this process among those that share the database. */
  readonly #runner = newId();
  readonly #active = new Map<string, AbortController>();
  readonly #turns = new TurnQueue<() => void>({
    running: 1,
    runningPerOwner: 1,
    waitingPerOwner: IMPORTS_WAITING_PER_ORGANIZATION_MAX,
  });
  readonly #running = new Set<Promise<void>>();

  constructor(deps: SongImportDependencies) {
    this.#deps = deps;
  }

  /**
   * Begins an import. Returns null and begins nothing if the idempotency record already exists. Throws `rate_limited`
   * if too many wait, and `not_found` if the organization was deleted.
   */
  async create(
    organizationId: string,
    file: ReceivedFile,
    actor: Actor,
    toIdempotencyRecord?: (record: ImportRecord) => IdempotencyRecord,
  ): Promise<ImportRecord | null> {
    const createdAt = nextTimestamp();
    const record: ImportRecord = {
      id: newId(),
      organizationId,
      fileName: file.fileName,
      state: 'running',
      progress: 0,
      runner: this.#runner,
      failure: null,
      omitted: '{}',
      createdAt,
      touchedAt: createdAt,
    };
    const turn = Promise.withResolvers<void>();
    const entered = this.#turns.enter(organizationId, turn.resolve);
    if (entered === 'refused') {
      throw new LecternError('rate_limited', 'Other imports of the organization are waiting.', {
        retryAfterSeconds: RETRY_SECONDS,
      });
    }
    if (entered === 'runs') turn.resolve();
    const leave = () => this.#turns.leave(organizationId)?.();
    const abort = new AbortController();
    this.#active.set(record.id, abort);
    try {
      const outcome = await this.#store.create(record, IMPORTS_KEPT, {
        audit: toImportAudit(actor, record),
        idempotencyRecord: toIdempotencyRecord?.(record),
      });
      if (outcome === 'missing') throw new LecternError('not_found', 'The organization does not exist.');
      if (outcome === 'repeated') {
        this.#active.delete(record.id);
        void turn.promise.then(leave);
        return null;
      }
    } catch (error) {
      this.#active.delete(record.id);
      void turn.promise.then(leave);
      throw error;
    }
    const run = turn.promise.then(async () => {
      try {
        await this.#run(record, file, actor, abort);
      } finally {
        this.#active.delete(record.id);
        leave();
        await rm(file.path, { force: true }).catch(this.#deps.warn);
      }
    });
    this.#running.add(run);
    void run.finally(() => this.#running.delete(run));
    return record;
  }

  /** Returns an import. Throws `not_found`, also for an import of another organization. */
  async require(organizationId: string, id: string): Promise<ShownImport> {
    const record = IMPORT_ID.test(id) ? await this.#store.find(organizationId, id) : null;
    if (!record) throw new LecternError('not_found', 'There is no such import.');
    return this.#toShown(record);
  }

  async list(organizationId: string, page: ListPage): Promise<ShownImport[]> {
    return (await this.#store.list(organizationId, page)).map((record) => this.#toShown(record));
  }

  countResults(ids: readonly string[]) {
    return this.#store.countResults(ids);
  }

  async listItems(id: string): Promise<ImportItem[]> {
    return (await this.#store.listItems(id)).map(({ result, deckId, planId, content }) => ({
      ...JSON.parse(content),
      result,
      deck_id: deckId,
      plan_id: planId,
    }));
  }

  /** Takes an import back, also one that runs. Throws `not_found`. */
  async undo(record: Pick<ImportRecord, 'id' | 'organizationId' | 'fileName' | 'createdAt'>, actor: Actor) {
    const digests = await this.#listImages(record);
    const undone = await this.#store.undo(record, (deleted, kept) =>
      toImportAudit(actor, record, `${deleted} deleted, ${kept} kept`),
    );
    this.#active.get(record.id)?.abort(new Error('The import was undone.'));
    if (!undone) throw new LecternError('not_found', 'There is no such import.');
    await removeUnused({ ...this.#deps, organizationId: record.organizationId, actor }, digests, record.createdAt);
    return undone;
  }

  /** Lists the images of the decks that an import created of images. */
  async #listImages({ id, organizationId }: Pick<ImportRecord, 'id' | 'organizationId'>): Promise<string[]> {
    const items = await this.listItems(id);
    const ids = items.flatMap(({ result, deck_id: deckId, format }) =>
      result === 'created' && deckId !== null && SLIDE_FORMATS.includes(format!) ? deckId : [],
    );
    const decks = await Promise.all(ids.map((deckId) => this.#deps.storage.decks.find(organizationId, deckId)));
    return decks.flatMap((deck) => deck?.slides.flatMap(({ image }) => image ?? []) ?? []);
  }

  /** Ends all imports of this process. They are interrupted then. */
  async close(): Promise<void> {
    for (const abort of this.#active.values()) abort.abort(new Error('The server is stopping.'));
    await Promise.all(this.#running);
  }

  get #store() {
    return this.#deps.storage.imports;
  }

  #now(): string {
    return toTime(this.#deps.clock());
  }

  #toShown(record: ImportRecord): ShownImport {
    return record.state === 'running' && this.#isLost(record) ? { ...record, state: 'interrupted' } : record;
  }

  /** Returns whether the process of a running import has ended. */
  #isLost({ id, runner, touchedAt }: ImportRecord): boolean {
    if (runner === this.#runner) return !this.#active.has(id);
    if (!this.#deps.storage.cluster) return true;
    return Date.parse(touchedAt) < this.#deps.clock() - LOST_AFTER_MS;
  }

  /** Runs an import. Never rejects. */
  async #run(record: ImportRecord, file: ReceivedFile, actor: Actor, { signal }: AbortController): Promise<void> {
    const { id } = record;
    const beat = setInterval(() => {
      this.#store.update(id, this.#runner, { touchedAt: this.#now() }).catch(this.#deps.warn);
    }, BEAT_MS);
    const omitted: Partial<Record<FileOmission, number>> = {};
    let failure: ImportNotice | null = null;
    try {
      await this.#importAll(record, file, actor, { signal, omitted });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof DamagedSongError)) this.#deps.warn(error as Error);
      failure = error instanceof DamagedSongError ? error.reason : toNotice('song_import_failed');
    } finally {
      clearInterval(beat);
    }
    await this.#end(record, actor, { omitted, failure }).catch(this.#deps.warn);
  }

  async #end(
    record: ImportRecord,
    actor: Actor,
    { omitted, failure }: { omitted: Partial<Record<FileOmission, number>>; failure: ImportNotice | null },
  ): Promise<void> {
    const { id } = record;
    const { created, already_there, refused } = (await this.#store.countResults([id])).get(id)!;
    const audit = toImportAudit(
      { ...actor, operation: 'finishImport' },
      record,
      `${created} created, ${already_there} already there, ${refused} refused`,
    );
    const end = { progress: 1, runner: null, omitted: JSON.stringify(omitted), touchedAt: this.#now() };
    const outcome = failure
      ? { ...end, state: 'failed' as const, failure: JSON.stringify(failure) }
      : { ...end, state: 'done' as const };
    await this.#store.update(id, this.#runner, outcome, audit);
  }

  async #importAll(
    record: ImportRecord,
    { path, fileName }: ReceivedFile,
    actor: Actor,
    { signal, omitted }: { signal: AbortSignal; omitted: Partial<Record<FileOmission, number>> },
  ): Promise<void> {
    const { organizationId } = record;
    const known = await this.#loadKnown(organizationId);
    const songs = new ImportedDecks();
    const plans: { name: string; plan: ShortPlan }[] = [];
    const findByTitle = (title: string) => known.findByTitle(title);
    const decks = new ImageDecks({ ...this.#deps, organizationId, actor, signal, findByTitle });
    let batch: NewImportItem[] = [];
    let stored = 0;
    let progress = 0;
    const flush = async () => {
      const refused = await this.#addItems({ ...record, progress, touchedAt: this.#now() }, stored, batch);
      known.remove(refused);
      songs.remove(refused);
      stored += batch.length;
      batch = [];
    };
    const finish = async () => {
      batch.push(...(await decks.finish()));
      await flush();
    };
    try {
      for await (const read of this.#deps.reader.readSongs(path, fileName, { signal, warn: this.#deps.warn })) {
        signal.throwIfAborted();
        progress = read.share ?? progress;
        if (read.kind === 'plan' && plans.length < this.#deps.plansPerOwner) {
          plans.push(read);
        } else if (read.kind === 'plan') batch.push(refusePlan(read.name, read.plan));
        else if (read.kind === 'omitted') omitted[read.omission] = (omitted[read.omission] ?? 0) + 1;
        else if (read.kind === 'image') {
          batch.push(...(await decks.add(read)));
          await flush();
        } else {
          const made = await this.#toItem(organizationId, known, read);
          if (made.item.deck_id !== null) songs.add(read.name, made.item.deck_id);
          batch.push(made);
          if (batch.length >= BATCH_DECKS) await flush();
        }
      }
      await finish();
    } catch (error) {
      try {
        // What has been read is imported.
        if (error instanceof DamagedSongError) await finish();
      } finally {
        await decks.discard(record.createdAt);
      }
      throw error;
    }
    for (const { name, plan } of plans) {
      const item = await this.#createPlan(record, name, plan, { songs, known }, actor);
      batch.push({ item, deck: null });
      try {
        await flush();
      } catch (error) {
        await this.#deletePlan(record, item, actor);
        throw error;
      }
    }
  }

  async #loadKnown(organizationId: string): Promise<KnownSongs> {
    const known = new KnownSongs();
    for (let after = ''; ; ) {
      const decks = await this.#store.listDigests(organizationId, after, DIGESTS_AT_ONCE);
      for (const deck of decks) known.add(deck);
      if (decks.length < DIGESTS_AT_ONCE) return known;
      after = decks.at(-1)!.id;
    }
  }

  async #toItem(
    organizationId: string,
    known: KnownSongs,
    read: Extract<ReadItem, { kind: 'song' | 'refused' }>,
  ): Promise<NewImportItem> {
    const { name } = read;
    if (read.kind === 'refused') {
      return { item: toImportItem(name, 'refused', { line: read.line, reason: read.reason }), deck: null };
    }
    const { song, report } = read;
    const shown = {
      title: song.title,
      format: report.format,
      slides: report.slides,
      omitted: report.omitted,
      warnings: report.warnings.slice(0, WARNINGS_MAX),
    };
    let deck: DeckRecord;
    try {
      deck = toNewDeck(organizationId, { ...song, kind: 'song' });
    } catch (error) {
      this.#deps.warn(error as Error);
      return { item: toImportItem(name, 'refused', { reason: toNotice('song_unreadable') }), deck: null };
    }
    const digest = await this.#store.toDigest(deck);
    const decision = known.decide({ title: deck.title, digest });
    if (decision.result === 'already_there') {
      return { item: toImportItem(name, 'already_there', { ...shown, deck_id: decision.deckId }), deck: null };
    }
    known.add({ id: deck.id, title: deck.title, digest });
    return {
      item: toImportItem(name, 'created', { ...shown, deck_id: deck.id, duplicate_of: decision.duplicateOf }),
      deck,
    };
  }

  /** Stores a batch. Returns the ids of the decks for which the quota has no room. Their songs are refused. */
  async #addItems(record: ImportRecord, first: number, batch: readonly NewImportItem[]): Promise<ReadonlySet<string>> {
    const quota = this.#deps.decksPerOrganization;
    const outcome = await this.#store.addItems(record, {
      first,
      items: batch.map(({ item }) => toItemRecord(item)),
      decks: batch.flatMap(({ deck }) => deck ?? []),
      quota,
    });
    if (outcome === 'added') return new Set();
    if (outcome === 'gone') {
      const reason = new Error('The import was undone.');
      this.#active.get(record.id)?.abort(reason);
      throw reason;
    }
    const excess = batch.flatMap(({ deck }) => deck?.id ?? []).slice(outcome.room);
    const refused = new Set(excess);
    const reason = toNotice('song_quota_exceeded', { max: quota });
    const fitting = batch.map((each): NewImportItem => {
      const { name, title, deck_id: deckId } = each.item;
      // A song that is there twice names the deck of the first one.
      if (deckId === null || !refused.has(deckId)) return each;
      return { item: toImportItem(name, 'refused', { title, reason }), deck: null };
    });
    return refused.union(await this.#addItems(record, first, fitting));
  }

  async #createPlan(
    { organizationId }: ImportRecord,
    name: string,
    plan: ShortPlan,
    { songs, known }: { readonly songs: ImportedDecks; readonly known: KnownSongs },
    actor: Actor,
  ): Promise<ImportItem> {
    const owner: Owner = { kind: 'organization', id: organizationId };
    const passages = [...new Set(plan.entries.flatMap(({ passage }) => passage ?? []))];
    const problems = await this.#deps.entryProblems.find(
      owner,
      passages.map((passage) => ({ kind: 'passage', passage })),
    );
    const readable = new Set(passages.filter((_, index) => problems[index] !== 'unreadable'));
    const contents = { songs, passages: readable, findByTitle: (title: string) => known.findByTitle(title) };
    const warnings = plan.isCut ? [toNotice('song_plan_cut', { max: PLAN_MAX_ENTRIES })] : [];
    try {
      const created = await this.#deps.plans.create(owner, toPlanInput(plan, contents), actor);
      return toImportItem(name, 'created', { title: created!.name, plan_id: created!.id, warnings });
    } catch (error) {
      if (!(error instanceof LecternError)) throw error;
      this.#deps.warn(error);
      return refusePlan(name, plan).item;
    }
  }

  /** Deletes a plan that is not in the report, because the import was undone meanwhile. */
  async #deletePlan({ organizationId }: ImportRecord, { plan_id: id }: ImportItem, actor: Actor): Promise<void> {
    const owner: Owner = { kind: 'organization', id: organizationId };
    const plan = id === null ? null : await this.#deps.storage.plans.find(owner, id);
    if (plan)
      await this.#deps.plans.delete({
        plan,
        precondition: { tag: this.#deps.plans.etag(plan) },
        actor,
        mayBeAttached: false,
      });
  }
}

const refusePlan = (name: string, { title }: Pick<ShortPlan, 'title'>): NewImportItem => ({
  item: toImportItem(name, 'refused', {
    title: title.slice(0, NAME_MAX_CHARACTERS),
    reason: toNotice('song_plan_refused'),
  }),
  deck: null,
});

function toItemRecord({ result, deck_id: deckId, plan_id: planId, ...content }: ImportItem): ImportItemRecord {
  return { result, deckId, planId, content: JSON.stringify(content) };
}

const toImportAudit = (
  actor: Actor,
  { id, organizationId, fileName }: Pick<ImportRecord, 'id' | 'organizationId' | 'fileName'>,
  detail: string | null = null,
) => {
  const owner: Owner = { kind: 'organization', id: organizationId };
  return toAuditRecord(actor, { owner, resource: id, resourceName: fileName || null, detail });
};
