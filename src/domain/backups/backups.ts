import { randomBytes } from 'node:crypto';
import { LecternError } from '../../contract/lectern-error.ts';
import { BACKUP_WARNING_DAYS } from '../../contract/limits.ts';
import {
  type BackupFile,
  type BackupFiles,
  type BackupObstacle,
  type BackupRecord,
  LAST_BACKUP,
  type Storage,
} from '../../storage/storage.ts';
import { type Actor, toAuditRecord } from '../audit/audit.ts';
import { type Clock, toTime } from '../clock.ts';

/** Interval of the renewals of a lease, and of the progress that other nodes see. */
const RENEWAL_MS = 2_000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** How far the clocks of nodes may differ. A backup from later than that was made when a clock was wrong. */
const CLOCK_TOLERANCE_MS = 60 * 60 * 1000;

/** A backup file, as pages show it. */
export interface ListedBackup {
  readonly id: string;
  readonly startedAt: string;
  /** Name of the administrator who made it; null if unknown. */
  readonly madeBy: string | null;
  readonly bytes: number;
  /** The other machine and folder that have the file; null if it is here. */
  readonly elsewhere: string | null;
}

export interface BackupOverview {
  readonly running: BackupRecord | null;
  /** The latest backup, if it failed. */
  readonly failed: BackupRecord | null;
  readonly backups: readonly ListedBackup[];
  readonly age: BackupAge;
}

/** The age of the latest backup: one that a page lists, or one that the command made. */
export interface BackupAge {
  /**
   * Time of the latest backup; null without one. A deleted one does not count. It is in the future only if a clock was
   * wrong and no other backup exists.
   */
  readonly lastAt: string | null;
  /** Whether administrators are warned: the latest backup, or else the installation, is older than a week. */
  readonly isOverdue: boolean;
}

/** The outcome of starting a backup. */
export type BackupStart = 'started' | 'running' | BackupObstacle;

interface BackupsDependencies {
  readonly storage: Pick<Storage, 'audit' | 'backups' | 'figures' | 'findInstallationValue'>;
  readonly files: BackupFiles;
  readonly clock: Clock;
  /** Number of files that are kept. */
  readonly kept: number;
}

/**
 * The backups that administrators make on the web pages. One runs at a time on all nodes; its file is in a folder of
 * the node that made it. [D69]
 */
export class Backups {
  readonly #storage: BackupsDependencies['storage'];
  readonly #files: BackupFiles;
  readonly #clock: Clock;
  readonly #kept: number;
  /** The backup of this process. */
  #running: { readonly abort: AbortController; readonly ended: Promise<void> } | null = null;

  constructor({ storage, files, clock, kept }: BackupsDependencies) {
    this.#storage = storage;
    this.#files = files;
    this.#clock = clock;
    this.#kept = kept;
  }

  get folder(): string {
    return this.#files.folder;
  }

  nameOf(id: string): string {
    return this.#files.nameOf(id);
  }

  /** Returns the free bytes of the file system with the data folder, or null if they are unknown. */
  readFreeBytes(): Promise<number | null> {
    return this.#files.readFreeBytes();
  }

  /** Removes what a killed process left. Called by a server at startup. */
  async recover(): Promise<void> {
    await this.#storage.backups.endStale();
    await this.#removePartial();
  }

  /**
   * Starts a backup, which goes on in the background, and records it. `warn` receives the error of one that fails
   * later. Throws `unavailable`.
   */
  async start(user: { readonly id: string }, actor: Actor, warn: (error: unknown) => void): Promise<BackupStart> {
    const { databaseBytes } = await this.#storage.figures.read();
    const obstacle = await this.#files.findObstacle(databaseBytes);
    if (obstacle) return obstacle;
    await this.#removePartial();
    const startedAt = toTime(this.#clock());
    const id = `${startedAt.slice(0, 19).replaceAll(':', '-')}Z-${randomBytes(3).toString('hex')}`;
    const audit = toAuditRecord(actor, { owner: null, resource: this.nameOf(id) });
    const backup = { id, place: this.#files.place, userId: user.id, startedAt };
    if (!(await this.#storage.backups.start(backup, audit))) return 'running';
    const abort = new AbortController();
    const ended = this.#run(id, abort)
      .catch(warn)
      .finally(() => {
        this.#running = null;
      });
    this.#running = { abort, ended };
    return 'started';
  }

  async read(): Promise<BackupOverview> {
    const [records, files] = await Promise.all([this.#storage.backups.list(), this.#files.list()]);
    const backups = this.#toListed(records, files);
    // A file has its name before its record says that it is complete.
    const unnamed = records.filter(({ id }) => !files.some((file) => file.id === id));
    return {
      running: unnamed.find(({ state }) => state === 'running') ?? null,
      failed: records[0]?.state === 'failed' && records[0] === unnamed[0] ? records[0] : null,
      backups,
      age: await this.#toAge(backups),
    };
  }

  /** Returns the files of this node and the complete backups of others, newest first. */
  #toListed(records: readonly BackupRecord[], files: readonly BackupFile[]): ListedBackup[] {
    const here = new Set(files.map(({ id }) => id));
    const own = files.map(({ id, bytes }) => {
      const record = records.find((one) => one.id === id);
      return { id, startedAt: record?.startedAt ?? timeOf(id), madeBy: record?.madeBy ?? null, bytes, elsewhere: null };
    });
    const others = records
      .filter(({ id, state, place }) => state === 'complete' && !here.has(id) && place !== this.#files.place)
      .map(({ id, startedAt, madeBy, bytes, place }) => ({
        id,
        startedAt,
        madeBy,
        bytes: bytes ?? 0,
        elsewhere: place,
      }));
    return [...own, ...others].sort((one, other) => (one.id > other.id ? -1 : 1));
  }

  /** Returns the backup that runs on any node, or null. */
  async findRunning(): Promise<BackupRecord | null> {
    return (await this.#storage.backups.list()).find(({ state }) => state === 'running') ?? null;
  }

  async readAge(): Promise<BackupAge> {
    const [records, files] = await Promise.all([this.#storage.backups.list(), this.#files.list()]);
    return this.#toAge(this.#toListed(records, files));
  }

  async #toAge(listed: readonly ListedBackup[]): Promise<BackupAge> {
    const byCommand = await this.#storage.findInstallationValue(LAST_BACKUP);
    const times = [...listed.map(({ startedAt }) => startedAt), ...(byCommand === null ? [] : [byCommand])].sort();
    const now = this.#clock();
    // The age of a backup from the future is unknown, so it does not keep the warning away.
    const lastPast = times.findLast((time) => Date.parse(time) <= now + CLOCK_TOLERANCE_MS);
    const countsFrom = lastPast ?? (await this.#storage.figures.read()).since;
    const isOverdue = countsFrom !== null && now - Date.parse(countsFrom) >= BACKUP_WARNING_DAYS * DAY_MS;
    return { lastAt: lastPast ?? times.at(-1) ?? null, isOverdue };
  }

  /** Opens a file on this node to download it, and records that. Throws `not_found`. */
  async download(id: string, actor: Actor): Promise<{ bytes: number; pieces: AsyncIterable<Buffer> }> {
    if (!(await this.#files.list()).some((file) => file.id === id)) throw unknownBackup();
    await this.#storage.audit.add(toAuditRecord(actor, { owner: null, resource: this.nameOf(id) }));
    const opened = await this.#files.open(id);
    if (!opened) throw unknownBackup();
    return opened;
  }

  /**
   * Deletes a backup with its file, or only its entry if the file is on another node. Returns what was deleted. Throws
   * `not_found`.
   */
  async remove(id: string, actor: Actor): Promise<'file' | 'entry'> {
    const found = (await this.read()).backups.find((backup) => backup.id === id);
    if (!found) throw unknownBackup();
    if (found.elsewhere === null) await this.#files.remove(id);
    await this.#storage.backups.remove(id, toAuditRecord(actor, { owner: null, resource: this.nameOf(id) }));
    return found.elsewhere === null ? 'file' : 'entry';
  }

  /** Aborts the backup of this process, and waits for its end. */
  async close(): Promise<void> {
    this.#running?.abort.abort();
    await this.#running?.ended;
  }

  async #run(id: string, abort: AbortController): Promise<void> {
    let share = 0;
    const renewal = setInterval(async () => {
      // Without the database, the lease may expire, and another node may start a backup. This one then ends.
      const renewed = await this.#storage.backups.renew(id, share).catch(() => true);
      if (!renewed) abort.abort();
    }, RENEWAL_MS);
    try {
      const onProgress = (completed: number) => {
        share = completed;
      };
      const bytes = await this.#files.write(id, { onProgress, signal: abort.signal });
      await this.#storage.backups.complete(id, { bytes, finishedAt: toTime(this.#clock()) });
    } catch (error) {
      const { code } = error as { code?: unknown };
      await this.#storage.backups.fail(id, typeof code === 'string' ? code : 'unknown');
      throw error;
    } finally {
      clearInterval(renewal);
    }
    await this.#removeOld(id);
  }

  /**
   * Removes the oldest files of this node beyond those that are kept. The latest stays in any case: if the clock was
   * wrong, its name can be that of an older one.
   */
  async #removeOld(latestId: string): Promise<void> {
    const others = (await this.#files.list()).filter(({ id }) => id !== latestId);
    for (const { id } of others.slice(this.#kept - 1)) {
      await this.#files.remove(id);
      await this.#storage.backups.remove(id, null);
    }
  }

  #removePartial(): Promise<void> {
    return this.#files.removePartial(async () => {
      const running = (await this.#storage.backups.list()).filter(({ state }) => state === 'running');
      return new Set(running.map(({ id }) => id));
    });
  }
}

const unknownBackup = () => new LecternError('not_found', 'There is no such backup.');

/** Returns the time in an id such as `2026-01-31T03-00-00Z-0a1b2c`. */
const timeOf = (id: string): string => `${id.slice(0, 10)}T${id.slice(11, 19).replaceAll('-', ':')}.000Z`;
