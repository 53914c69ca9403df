import { createHash } from 'node:crypto';
import { setImmediate as nextTick } from 'node:timers/promises';
import { countParts, EDITION_UPLOAD_MAX_MIB, type EditionJob, isRunningState } from '../../contract/edition-jobs.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import { EDITION_JOBS_OPEN_MAX, EDITION_PART_BYTES, EDITION_UPLOAD_MAX_BYTES } from '../../contract/limits.ts';
import type { EditionJobOptions } from '../../contract/schemas/edition-jobs.ts';
import { ID_PATTERN } from '../../contract/text-patterns.ts';
import type { AuditRecord, EditionJobRecord, EditionJobState } from '../../storage/storage.ts';
import { type Actor, toAuditRecord } from '../audit/audit.ts';
import { toTime } from '../clock.ts';
import { newId } from '../identifiers.ts';
import { type EditionJobDependencies, EditionJobRunner, outdatedReport, toOutcome } from './edition-job-runner.ts';
import type { EditionWork } from './edition-work.ts';

/** The format of a job id. Other texts are never queried. */
const JOB_ID = new RegExp(ID_PATTERN);
/** States in which a complete upload waits for a person. */
const WAITING: readonly EditionJobState[] = ['ready', 'refused'];
/** States in which a job can be cancelled: all except while its text is written. */
const CANCELLABLE: readonly EditionJobState[] = ['uploading', 'queued', 'checking', 'ready', 'refused', 'done'];

/** State in which a job can start. */
interface StartingState {
  readonly states: readonly EditionJobState[];
  readonly runner?: string | null;
}

/**
 * Imports editions for the pages of administrators. [D69] An upload arrives in parts, which are kept in the database. A
 * job then checks the file and waits for consent before it imports the text. A process runs one job at a time. After a
 * restart, a job that was running is interrupted: its upload is kept, and it can be started again.
 */
export class EditionJobs {
  readonly #deps: EditionJobDependencies;
  readonly #runner: EditionJobRunner;

  constructor(deps: EditionJobDependencies) {
    this.#deps = deps;
    this.#runner = new EditionJobRunner(deps);
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
    const audit = toAuditRecord(actor, { owner: null, resource: name });
    return this.#create({ source: 'upload', name, size, state: 'uploading' }, audit);
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
    await this.#start(id, { states: ['uploading'] }, { sha256 }, (job) => this.#runner.check(job));
    return this.find(id);
  }

  /** Checks an upload again with other options. */
  async check(id: string, options: EditionJobOptions): Promise<EditionJob> {
    const job = await this.#require(id);
    if (job.source !== 'upload' || job.sha256 === null) throw changed('There is no complete upload to check.');
    const from = await this.#restartable(job);
    await this.#start(id, from, { options: JSON.stringify(options), outcome: null }, (next) =>
      this.#runner.check(next),
    );
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
    if ((report.replaced?.revision_id ?? null) !== replaces) throw outdatedReport(report.slug);
    await this.#runner.requireCurrent(report.slug, replaces);
    const started = toStart(actor, report.slug, report.name);
    await this.#start(id, { states: ['ready'] }, { revisionId: newId() }, (next) => this.#runner.import(next, actor));
    await this.#deps.storage.audit.add(started);
    return this.find(id);
  }

  /** Downloads and installs a known edition. Throws `not_found` and `quota_exceeded`. */
  async install(slug: string, actor: Actor): Promise<EditionJob> {
    if (!this.known.has(slug)) {
      throw new LecternError('not_found', `No edition called "${slug}" can be installed without a file.`);
    }
    const id = newId();
    const started = { state: 'queued', runner: this.#runner.id, revisionId: newId() } as const;
    const create = async () => {
      await this.#create({ id, source: 'known', name: slug, size: 0, ...started }, toStart(actor, slug));
    };
    await this.#runner.queueAfter(id, create, (job) => this.#runner.import(job, actor));
    return this.find(id);
  }

  /** Starts the installation of a known edition again after a failure. */
  async retry(id: string, actor: Actor): Promise<EditionJob> {
    const job = await this.#require(id);
    if (job.source !== 'known') throw changed('It is an upload.');
    const from = await this.#restartable(job);
    const started = toStart(actor, job.name);
    await this.#start(id, from, { revisionId: newId(), outcome: null }, (next) => this.#runner.import(next, actor));
    await this.#deps.storage.audit.add(started);
    return this.find(id);
  }

  /** Cancels a job and deletes its upload. Throws `stale_validator` while the text is written to the database. */
  async discard(id: string, actor: Actor): Promise<void> {
    const job = await this.#require(id);
    const from: StartingState = this.#isInterrupted(job)
      ? { states: [job.state], runner: job.runner }
      : { states: CANCELLABLE };
    // From here on, the job can no longer enter another state: neither its runner nor its digest is left.
    const ended = { state: 'refused', runner: null, sha256: null, touchedAt: this.#now() } as const;
    if (!(await this.#store.update(id, from, ended))) {
      throw changed('Its text is being written to the database. Wait until that is done.');
    }
    this.#runner.cancel(id);
    await this.#store.remove(id, toAuditRecord(actor, { owner: null, resource: job.name }));
  }

  /** Ends all jobs of this process. They are interrupted then. */
  close(): Promise<void> {
    return this.#runner.close();
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
    audit: AuditRecord,
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
    if (this.#isInterrupted(job) && !(await this.#isImported(job))) {
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
    const begun = { ...change, state: 'queued', runner: this.#runner.id, progress: 0, touchedAt: this.#now() } as const;
    const claim = async () => {
      if (!(await this.#store.update(id, from, begun))) throw changed('It was changed in the meantime.');
    };
    await this.#runner.queueAfter(id, claim, run);
  }

  /** Returns whether a job whose process has ended had committed its text. */
  async #isImported({ state, revisionId }: EditionJobRecord): Promise<boolean> {
    if (state !== 'importing' || revisionId === null) return false;
    return (await this.#deps.storage.editions.findRevision(revisionId)) !== null;
  }

  async #toJob(read: EditionJobRecord): Promise<EditionJob> {
    // A job that seems interrupted may have ended since it was read.
    const job = (this.#isInterrupted(read) && (await this.#store.find(read.id))) || read;
    const { report = null, refusal = null } = toOutcome(job);
    const isUploading = job.state === 'uploading';
    return {
      id: job.id,
      source: job.source,
      name: job.name,
      size: job.size,
      state: await this.#toState(job),
      received: isUploading ? await this.#store.listParts(job.id) : [],
      progress: this.#runner.progressOf(job.id) ?? job.progress,
      options: JSON.parse(job.options),
      report,
      refusal: typeof refusal === 'string' ? refusal.split('\n') : refusal,
      created_at: job.createdAt,
    };
  }

  async #toState(job: EditionJobRecord): Promise<EditionJob['state']> {
    if (!this.#isInterrupted(job)) return job.state;
    return (await this.#isImported(job)) ? 'done' : 'interrupted';
  }

  #isInterrupted(job: EditionJobRecord): boolean {
    return isRunningState(job.state) && this.#runner.isLost(job);
  }
}

/** Returns the record of an import that starts. Its end is recorded with the text, or as failed. [D43] */
const toStart = (actor: Actor, resource: string, resourceName: string | null = null): AuditRecord =>
  toAuditRecord({ ...actor, operation: 'startEditionImport' }, { owner: null, resource, resourceName });

const changed = (why: string) =>
  new LecternError('stale_validator', `Nothing was done. ${why}`, { recovery: 'Reload the page.' });
