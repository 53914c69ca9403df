import { countParts, type EditionJobReport, RUNNING_JOB_STATES } from '../../contract/edition-jobs.ts';
import type { ReportLine } from '../../contract/import-notices.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import { EDITION_PART_BYTES } from '../../contract/limits.ts';
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

/** A job that this process runs or will run. */
interface ActiveJob {
  readonly abort: AbortController;
  progress: number;
}

/** Outcome of a job, as stored. */
interface Outcome {
  readonly report?: EditionJobReport;
  /** A string in jobs of earlier versions. */
  readonly refusal?: readonly ReportLine[] | string;
}

type RunJob = (job: EditionJobRecord) => Promise<void>;

export interface EditionJobDependencies {
  readonly storage: Storage;
  readonly editions: Editions;
  readonly clock: Clock;
  readonly work: EditionWork;
  /** Receives errors of jobs that are not the file's fault. */
  readonly warn: (error: Error) => void;
}

/**
 * Runs the import jobs of this process, one at a time. While a job waits or runs, a beat in the database says that its
 * process has not ended. [D69]
 */
export class EditionJobRunner {
  readonly #deps: EditionJobDependencies;
  /** Identifies this process among those that share the database. */
  readonly id = newId();
  /** Jobs that this process runs or will run. */
  readonly #active = new Map<string, ActiveJob>();
  /** Attempts to start a job. Several people can start it at the same time, and one succeeds. */
  readonly #starting = new Set<{ id: string }>();
  #queue: Promise<void> = Promise.resolve();

  constructor(deps: EditionJobDependencies) {
    this.#deps = deps;
  }

  /** Queues a job in this process after the change that begins it. Meanwhile the job does not count as interrupted. */
  async queueAfter(id: string, begin: () => Promise<void>, run: RunJob): Promise<void> {
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

  /** Checks an upload, and keeps the report for a decision. */
  async check(job: EditionJobRecord): Promise<void> {
    await this.#enter(job.id, ['queued'], 'checking');
    const checked = await this.#deps.work.check(this.#toSource(job), this.#control(job.id));
    const outcome: Outcome = { report: { ...checked, replaced: await this.#findReplaced(checked.slug) } };
    await this.#leave(job.id, 'ready', outcome);
  }

  /** Imports a checked upload or a known edition. Refuses to replace another revision than the report named. */
  async import(job: EditionJobRecord, actor: Actor): Promise<void> {
    await this.#enter(job.id, ['queued'], 'checking');
    const expected = toOutcome(job).report;
    let report: EditionJobReport | null = null;
    const onChecked = async (checked: CheckedEdition) => {
      report = { ...checked, replaced: await this.#findReplaced(checked.slug) };
      if (expected) await this.requireCurrent(checked.slug, expected.replaced?.revision_id ?? null);
      await this.#enter(job.id, ['checking'], 'importing');
    };
    const target = { owner: null, resource: expected?.slug ?? job.name, resourceName: expected?.name ?? null };
    const revision = { id: job.revisionId!, audit: toAuditRecord(actor, target), onChecked };
    const control = this.#control(job.id);
    try {
      await this.#deps.work.import(this.#toSource(job), control, revision);
    } catch (error) {
      const failed = toAuditRecord({ ...actor, operation: 'failEditionImport' }, target);
      // One that was cancelled or interrupted has not failed.
      if (!control.signal.aborted) await this.#deps.storage.audit.add(failed).catch(this.#deps.warn);
      throw error;
    }
    await this.#leave(job.id, 'done', { report: report! });
    await this.#store.removeParts(job.id);
  }

  /** Returns the completed share of a job's state; undefined if this process does not run it. */
  progressOf(id: string): number | undefined {
    return this.#active.get(id)?.progress;
  }

  /** Returns whether the process of a running job has ended. */
  isLost({ id, runner, touchedAt }: EditionJobRecord): boolean {
    if (runner === this.id) {
      return !this.#active.has(id) && ![...this.#starting].some((attempt) => attempt.id === id);
    }
    // Without other nodes, the process before this one ran it.
    if (!this.#deps.storage.cluster) return true;
    return Date.parse(touchedAt) < this.#deps.clock() - LOST_AFTER_MS;
  }

  /** Ends the work on a job, if this process runs it. */
  cancel(id: string): void {
    this.#active.get(id)?.abort.abort(new Error('The job was cancelled.'));
  }

  /** Throws `stale_validator` if the installed revision of an edition is another one. */
  async requireCurrent(slug: string, revisionId: string | null): Promise<void> {
    if (((await this.#deps.editions.reload(slug))?.revisionId ?? null) !== revisionId) throw outdatedReport(slug);
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

  /** Runs a job after the one before it. Never rejects. */
  async #runNext(previous: Promise<void>, id: string, active: ActiveJob, run: RunJob): Promise<void> {
    const { signal } = active.abort;
    const beat = setInterval(() => void this.#beat(id), BEAT_MS).unref();
    try {
      await previous;
      const job = signal.aborted ? null : await this.#store.find(id);
      if (job) await run(job);
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
      const kept = await this.#store.update(id, { states: RUNNING_JOB_STATES, runner: this.id }, change);
      if (!kept && this.#active.has(id)) active.abort.abort(new Error('The job was cancelled.'));
    } catch {
      // The next beat tries again. Without any, the job counts as interrupted.
    }
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
    if (await this.#store.update(id, { states, runner: this.id }, change)) return;
    const reason = new Error('The job was cancelled.');
    active?.abort.abort(reason);
    throw reason;
  }

  async #leave(id: string, state: EditionJobState, outcome: Outcome): Promise<void> {
    const change = { state, outcome: JSON.stringify(outcome), progress: 1, runner: null, touchedAt: this.#now() };
    await this.#store.update(id, { states: RUNNING_JOB_STATES, runner: this.id }, change);
  }

  /** Ends a job with an error. If that cannot be stored, the job counts as interrupted. */
  async #refuse(id: string, error: unknown): Promise<void> {
    const refusal = toRefusal(error);
    if (refusal === FAILURE) this.#deps.warn(error as Error);
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
}

export const toOutcome = ({ outcome }: EditionJobRecord): Outcome => (outcome === null ? {} : JSON.parse(outcome));

export const outdatedReport = (slug: string) =>
  new LecternError('stale_validator', `"${slug}" was imported or removed since this report. Check the file again.`, {
    recovery: 'Check the file again.',
  });

/** Refusal of a job that failed for a reason that is not in its file. */
const FAILURE: readonly ReportLine[] = [
  'The import failed for a reason that is not in the file. The log of the server has the details.',
];

function toRefusal(error: unknown): readonly ReportLine[] {
  if (error instanceof RefusedEditionError) return error.lines;
  return error instanceof LecternError ? [error.message] : FAILURE;
}
