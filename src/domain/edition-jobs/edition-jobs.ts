import { createHash } from 'node:crypto';
import { setImmediate as nextTick } from 'node:timers/promises';
import {
  countParts,
  EDITION_UPLOAD_MAX_MIB,
  type EditionJob,
  type EditionJobReport,
} from '../../contract/edition-jobs.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import { EDITION_JOBS_OPEN_MAX, EDITION_PART_BYTES, EDITION_UPLOAD_MAX_BYTES } from '../../contract/limits.ts';
import type { EditionJobOptions } from '../../contract/schemas/edition-jobs.ts';
import { ID_PATTERN } from '../../contract/text-patterns.ts';
import type { EditionJobRecord, EditionJobState, Storage } from '../../storage/storage.ts';
import { type Actor, toAuditRecord } from '../audit/audit.ts';
import { type Clock, toTime } from '../clock.ts';
import { newId } from '../identifiers.ts';
import type { Editions } from '../scripture/editions.ts';
import { type CheckedEdition, type EditionWork, type EditionWorkSource, RefusedEditionError } from './edition-work.ts';

/** Interval at which a running job records its progress, and with it that it still runs. */
const BEAT_MS = 1_000;
/** Time without a beat after which the process of a job counts as ended, if several nodes share the database. */
const LOST_AFTER_MS = 10_000;

/** The format of a job id. Other texts are never queried. */
const JOB_ID = new RegExp(ID_PATTERN);
const RUNNING: readonly EditionJobState[] = ['queued', 'checking', 'importing'];
/** States in which a complete upload waits for a person. */
const WAITING: readonly EditionJobState[] = ['ready', 'refused'];
/** States in which a job can be cancelled: all except while its text is written. */
const CANCELLABLE: readonly EditionJobState[] = ['uploading', 'queued', 'checking', 'ready', 'refused', 'done'];

/** State in which a job can start. */
interface StartingState {
  readonly states: readonly EditionJobState[];
  readonly runner?: string | null;
}

/** A job that this process runs or will run. */
interface ActiveJob {
  readonly abort: AbortController;
  progress: number;
}

/** Outcome of a job, as stored. */
interface Outcome {
  readonly report?: EditionJobReport;
  readonly refusal?: string;
}

interface Dependencies {
  readonly storage: Storage;
  readonly editions: Editions;
  readonly clock: Clock;
  readonly work: EditionWork;
  /** Receives errors of jobs that are not the file's fault. */
  readonly warn: (error: Error) => void;
}

/**
 * Imports editions for the pages of administrators. [D69] An upload arrives in parts, which are kept in the database. A
 * job then checks the file and waits for consent before it imports the text. A process runs one job at a time. After a
 * restart, a job that was running is interrupted: its upload is kept, and it can be started again.
 */
export class EditionJobs {
  readonly #deps: Dependencies;
  /** Identifies this process among those that share the database. */
  readonly #runner = newId();
  /** Jobs that this process runs or will run. */
  readonly #active = new Map<string, ActiveJob>();
  /** Attempts to start a job. Several people can start it at the same time, and one succeeds. */
  readonly #starting = new Set<{ id: string }>();
  #queue: Promise<void> = Promise.resolve();

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** Editions that can be installed without a file, by slug. */
  get known(): EditionWork['known'] {
    return this.#deps.work.known;
  }

  async list(): Promise<EditionJob[]> {
    const jobs = await this.#store.list();
    return Promise.all(jobs.map((job) => this.#toJob(job)));
  }

  /** Returns a job. Throws `not_found`. */
  async find(id: string): Promise<EditionJob> {
    return this.#toJob(await this.#require(id));
  }

  /** Begins an upload. Throws `body_too_large` and `quota_exceeded`. */
  async startUpload({ name, size }: { name: string; size: number }, actor: Actor): Promise<EditionJob> {
    if (size > EDITION_UPLOAD_MAX_BYTES) {
      throw new LecternError(
        'body_too_large',
        `"${name}" has ${Math.ceil(size / 1024 / 1024)} MiB. A file can have at most ${EDITION_UPLOAD_MAX_MIB} MiB.`,
      );
    }
    return this.#create({ source: 'upload', name, size, state: 'uploading' }, actor, name);
  }

  /** Keeps a part of an upload. A part that was received before is replaced. */
  async addPart(id: string, part: number, content: Uint8Array): Promise<void> {
    const { size, source, state } = await this.#require(id);
    if (source !== 'upload' || state !== 'uploading') throw changed('It is no longer being uploaded.');
    const expected = Math.min(EDITION_PART_BYTES, size - part * EDITION_PART_BYTES);
    if (part < 0 || expected <= 0) throw new LecternError('not_found', `The upload has no part ${part}.`);
    if (content.length !== expected) {
      throw new LecternError('invalid_fields', `Part ${part} has ${content.length} bytes instead of ${expected}.`);
    }
    if (!(await this.#store.addPart(id, part, content, this.#now()))) throw changed('It is no longer being uploaded.');
  }

  /**
   * Ends an upload and begins its check. Throws `invalid_fields` if parts are missing, or if the digest differs; then
   * all parts are deleted, because any of them can be damaged.
   */
  async finishUpload(id: string, sha256: string): Promise<EditionJob> {
    const { size, state } = await this.#require(id);
    if (state !== 'uploading') throw changed('It is no longer being uploaded.');
    const received = new Set(await this.#store.listParts(id));
    const hash = createHash('sha256');
    for (let part = 0; part < countParts(size, EDITION_PART_BYTES); part++) {
      const content = received.has(part) ? await this.#store.findPart(id, part) : null;
      if (!content) throw new LecternError('invalid_fields', `Part ${part} of the upload is missing.`);
      hash.update(content);
      await nextTick();
    }
    if (hash.digest('hex') !== sha256) {
      await this.#store.removeParts(id);
      throw new LecternError('invalid_fields', 'The file was damaged during the upload. It has to be sent again.');
    }
    await this.#start(id, { states: ['uploading'] }, { sha256 }, (job) => this.#check(job));
    return this.find(id);
  }

  /** Checks an upload again with other options. */
  async check(id: string, options: EditionJobOptions): Promise<EditionJob> {
    const job = await this.#require(id);
    if (job.source !== 'upload' || job.sha256 === null) throw changed('There is no complete upload to check.');
    const from = await this.#restartable(job);
    await this.#start(id, from, { options: JSON.stringify(options), outcome: null }, (next) => this.#check(next));
    return this.find(id);
  }

  /**
   * Imports a checked upload. `replaces` is the revision that the report named. Throws `stale_validator` if the report
   * is outdated.
   */
  async import(id: string, replaces: string | null, actor: Actor): Promise<EditionJob> {
    const job = await this.#require(id);
    const { report } = toOutcome(job);
    if (job.state !== 'ready' || !report) throw changed('It has no report yet, or is being imported.');
    if ((report.replaced?.revision_id ?? null) !== replaces) throw outdated(report.slug);
    await this.#requireCurrent(report.slug, replaces);
    await this.#start(id, { states: ['ready'] }, { revisionId: newId() }, (next) => this.#import(next, actor));
    return this.find(id);
  }

  /** Downloads and installs a known edition. Throws `not_found` and `quota_exceeded`. */
  async install(slug: string, actor: Actor): Promise<EditionJob> {
    if (!this.known.has(slug)) {
      throw new LecternError('not_found', `No edition called "${slug}" can be installed without a file.`);
    }
    const id = newId();
    const started = { state: 'queued', runner: this.#runner, revisionId: newId() } as const;
    const create = async () => {
      await this.#create({ id, source: 'known', name: slug, size: 0, ...started }, actor, slug);
    };
    await this.#queueAfter(id, create, (job) => this.#import(job, actor));
    return this.find(id);
  }

  /** Starts the installation of a known edition again after a failure. */
  async retry(id: string, actor: Actor): Promise<EditionJob> {
    const job = await this.#require(id);
    if (job.source !== 'known') throw changed('It is an upload.');
    const from = await this.#restartable(job);
    await this.#start(id, from, { revisionId: newId(), outcome: null }, (next) => this.#import(next, actor));
    return this.find(id);
  }

  /** Cancels a job and deletes its upload. Throws `stale_validator` while the text is written to the database. */
  async discard(id: string, actor: Actor): Promise<void> {
    const job = await this.#require(id);
    const isLost = RUNNING.includes(job.state) && this.#isLost(job);
    const from: StartingState = isLost ? { states: [job.state], runner: job.runner } : { states: CANCELLABLE };
    // From here on, the job can no longer enter another state: neither its runner nor its digest is left.
    const ended = { state: 'refused', runner: null, sha256: null, touchedAt: this.#now() } as const;
    if (!(await this.#store.update(id, from, ended))) {
      throw changed('Its text is being written to the database. Wait until that is done.');
    }
    this.#active.get(id)?.abort.abort(new Error('The job was cancelled.'));
    await this.#store.remove(id, toAuditRecord(actor, { owner: null, resource: job.name }));
  }

  /** Ends all jobs of this process. They are interrupted then. */
  async close(): Promise<void> {
    for (const { abort } of this.#active.values()) abort.abort(new Error('The server is stopping.'));
    await this.#queue;
  }

  get #store() {
    return this.#deps.storage.editionJobs;
  }

  #now(): string {
    return toTime(this.#deps.clock());
  }

  async #require(id: string): Promise<EditionJobRecord> {
    const job = JOB_ID.test(id) ? await this.#store.find(id) : null;
    if (!job) throw new LecternError('not_found', 'There is no such import, or it was cancelled.');
    return job;
  }

  async #create(
    fields: Pick<EditionJobRecord, 'source' | 'name' | 'size' | 'state'> & Partial<EditionJobRecord>,
    actor: Actor,
    resource: string,
  ): Promise<EditionJob> {
    const now = this.#now();
    const job: EditionJobRecord = {
      id: newId(),
      sha256: null,
      options: '{}',
      outcome: null,
      progress: 0,
      runner: null,
      revisionId: null,
      createdAt: now,
      touchedAt: now,
      ...fields,
    };
    const audit = toAuditRecord(actor, { owner: null, resource });
    if ((await this.#store.create(job, EDITION_JOBS_OPEN_MAX, audit)) === 'too_many') {
      throw new LecternError(
        'quota_exceeded',
        `There are already ${EDITION_JOBS_OPEN_MAX} imports that are not done. Finish or cancel one of them first.`,
      );
    }
    return this.#toJob(job);
  }

  /** Returns the state from which a job can start again. Throws `stale_validator` while it runs. */
  async #restartable(job: EditionJobRecord): Promise<StartingState> {
    if (WAITING.includes(job.state)) return { states: [job.state] };
    if (RUNNING.includes(job.state) && this.#isLost(job) && !(await this.#isImported(job))) {
      return { states: [job.state], runner: job.runner };
    }
    throw changed('It is running or done.');
  }

  /** Queues a job in this process. Throws `stale_validator` if it has changed in the meantime. */
  async #start(
    id: string,
    from: StartingState,
    change: Partial<EditionJobRecord>,
    run: (job: EditionJobRecord) => Promise<void>,
  ): Promise<void> {
    const begun = { ...change, state: 'queued', runner: this.#runner, progress: 0, touchedAt: this.#now() } as const;
    const claim = async () => {
      if (!(await this.#store.update(id, from, begun))) throw changed('It was changed in the meantime.');
    };
    await this.#queueAfter(id, claim, run);
  }

  /** Queues a job in this process after the change that begins it. Meanwhile the job does not count as interrupted. */
  async #queueAfter(id: string, begin: () => Promise<void>, run: (job: EditionJobRecord) => Promise<void>) {
    const attempt = { id };
    this.#starting.add(attempt);
    try {
      await begin();
      const active = { abort: new AbortController(), progress: 0 };
      this.#active.set(id, active);
      this.#queue = this.#runNext(this.#queue, id, active, run);
    } finally {
      this.#starting.delete(attempt);
    }
  }

  /** Runs a job after the one before it. Never rejects. */
  async #runNext(
    previous: Promise<void>,
    id: string,
    active: ActiveJob,
    run: (job: EditionJobRecord) => Promise<void>,
  ): Promise<void> {
    const { signal } = active.abort;
    const beat = setInterval(() => void this.#beat(id), BEAT_MS).unref();
    try {
      await previous;
      if (!signal.aborted) await run(await this.#require(id));
    } catch (error) {
      if (!signal.aborted) await this.#refuse(id, error);
    } finally {
      clearInterval(beat);
      // The job may have been started again.
      if (this.#active.get(id) === active) this.#active.delete(id);
    }
  }

  /** Records the progress of a job. If the job is gone, ends its work. */
  async #beat(id: string): Promise<void> {
    const active = this.#active.get(id);
    if (!active) return;
    const change = { progress: active.progress, touchedAt: this.#now() };
    try {
      const kept = await this.#store.update(id, { states: RUNNING, runner: this.#runner }, change);
      if (!kept && this.#active.has(id)) active.abort.abort(new Error('The job was cancelled.'));
    } catch {
      // The next beat tries again. Without any, the job counts as interrupted.
    }
  }

  async #check(job: EditionJobRecord): Promise<void> {
    await this.#enter(job.id, ['queued'], 'checking');
    const checked = await this.#deps.work.check(this.#toSource(job), this.#control(job.id));
    const outcome: Outcome = { report: { ...checked, replaced: await this.#findReplaced(checked.slug) } };
    await this.#leave(job.id, 'ready', outcome);
  }

  async #import(job: EditionJobRecord, actor: Actor): Promise<void> {
    await this.#enter(job.id, ['queued'], 'checking');
    const expected = toOutcome(job).report;
    let report: EditionJobReport | null = null;
    const onChecked = async (checked: CheckedEdition) => {
      report = { ...checked, replaced: await this.#findReplaced(checked.slug) };
      if (expected) await this.#requireCurrent(checked.slug, expected.replaced?.revision_id ?? null);
      await this.#enter(job.id, ['checking'], 'importing');
    };
    const slug = expected?.slug ?? job.name;
    const audit = toAuditRecord(actor, { owner: null, resource: slug, resourceName: expected?.name ?? null });
    const revision = { id: job.revisionId!, audit, onChecked };
    await this.#deps.work.import(this.#toSource(job), this.#control(job.id), revision);
    await this.#leave(job.id, 'done', { report: report! });
    await this.#store.removeParts(job.id);
  }

  #control(id: string) {
    const active = this.#active.get(id)!;
    return {
      signal: active.abort.signal,
      onProgress: (share: number) => {
        active.progress = share;
      },
    };
  }

  #toSource({ id, source, name, size, options }: EditionJobRecord): EditionWorkSource {
    return {
      kind: source,
      name,
      parts: countParts(size, EDITION_PART_BYTES),
      options: JSON.parse(options),
      readPart: async (part) => {
        const content = await this.#store.findPart(id, part);
        if (!content) throw new Error(`part ${part} of upload ${id} is missing`);
        return content;
      },
    };
  }

  /** Throws if the job was cancelled, or if another process has started it. */
  async #enter(id: string, states: readonly EditionJobState[], state: EditionJobState): Promise<void> {
    const active = this.#active.get(id);
    if (active) active.progress = 0;
    const change = { state, progress: 0, touchedAt: this.#now() };
    if (await this.#store.update(id, { states, runner: this.#runner }, change)) return;
    const reason = new Error('The job was cancelled.');
    active?.abort.abort(reason);
    throw reason;
  }

  async #leave(id: string, state: EditionJobState, outcome: Outcome): Promise<void> {
    const change = { state, outcome: JSON.stringify(outcome), progress: 1, runner: null, touchedAt: this.#now() };
    await this.#store.update(id, { states: RUNNING, runner: this.#runner }, change);
  }

  /** Ends a job with an error. If that cannot be stored, the job counts as interrupted. */
  async #refuse(id: string, error: unknown): Promise<void> {
    const reason = error instanceof RefusedEditionError || error instanceof LecternError ? error.message : null;
    if (reason === null) this.#deps.warn(error as Error);
    const refusal =
      reason ?? 'The import failed for a reason that is not in the file. The log of the server has the details.';
    try {
      await this.#leave(id, 'refused', { refusal });
    } catch (failure) {
      this.#deps.warn(failure as Error);
    }
  }

  async #findReplaced(slug: string): Promise<EditionJobReport['replaced']> {
    const edition = await this.#deps.editions.reload(slug);
    if (!edition?.revisionId) return null;
    return {
      revision_id: edition.revisionId,
      name: edition.name,
      books: edition.bookIds.length,
      rights_status: edition.rights.rights_status,
      attribution: edition.rights.attribution,
      use: await this.#deps.storage.libraries.countUse(slug),
    };
  }

  async #requireCurrent(slug: string, revisionId: string | null): Promise<void> {
    if (((await this.#deps.editions.reload(slug))?.revisionId ?? null) !== revisionId) throw outdated(slug);
  }

  /** Returns whether the process of a running job has ended. */
  #isLost({ id, runner, touchedAt }: EditionJobRecord): boolean {
    if (runner === this.#runner) {
      return !this.#active.has(id) && ![...this.#starting].some((attempt) => attempt.id === id);
    }
    // Without other nodes, the process before this one ran it.
    if (!this.#deps.storage.cluster) return true;
    return Date.parse(touchedAt) < this.#deps.clock() - LOST_AFTER_MS;
  }

  /** Returns whether a job whose process has ended had committed its text. */
  async #isImported({ state, revisionId }: EditionJobRecord): Promise<boolean> {
    if (state !== 'importing' || revisionId === null) return false;
    return (await this.#deps.storage.editions.findRevision(revisionId)) !== null;
  }

  async #toJob(job: EditionJobRecord): Promise<EditionJob> {
    const { report = null, refusal = null } = toOutcome(job);
    const isUploading = job.state === 'uploading';
    return {
      id: job.id,
      source: job.source,
      name: job.name,
      size: job.size,
      state: await this.#toState(job),
      received: isUploading ? await this.#store.listParts(job.id) : [],
      progress: this.#active.get(job.id)?.progress ?? job.progress,
      options: JSON.parse(job.options),
      report,
      refusal,
      created_at: job.createdAt,
    };
  }

  async #toState(job: EditionJobRecord): Promise<EditionJob['state']> {
    if (!RUNNING.includes(job.state) || !this.#isLost(job)) return job.state;
    return (await this.#isImported(job)) ? 'done' : 'interrupted';
  }
}

const toOutcome = ({ outcome }: EditionJobRecord): Outcome => (outcome === null ? {} : JSON.parse(outcome));

const changed = (why: string) =>
  new LecternError('stale_validator', `Nothing was done. ${why}`, { recovery: 'Reload the page.' });

const outdated = (slug: string) =>
  new LecternError('stale_validator', `"${slug}" was imported or removed since this report. Check the file again.`, {
    recovery: 'Check the file again.',
  });
