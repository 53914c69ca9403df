import { randomBytes } from 'node:crypto';
import { LecternError } from '../../contract/lectern-error.ts';
import { BACKUP_WARNING_DAYS } from '../../contract/limits.ts';
import {
  type BackupCondition,
  type BackupContent,
  type BackupFile,
  type BackupFiles,
  type BackupObstacle,
  type BackupRecord,
  LAST_BACKUP,
  LAST_NIGHTLY_BACKUP,
  type Storage,
} from '../../storage/storage.ts';
import { type Actor, toAuditRecord } from '../audit/audit.ts';
import { type Clock, toTime } from '../clock.ts';
import { CLOCK_TOLERANCE_MS, isNightly, nextNightlyAt, selectExcess, timeOf, toBackupId } from './backup-schedule.ts';

/** Interval of the renewals of a lease, and of the progress that other nodes see. */
const RENEWAL_MS = 2_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** A backup file, as pages show it. */
export interface ListedBackup {
  readonly id: string;
  readonly startedAt: string;
  /** Name of the administrator who made it; null if unknown. */
  readonly madeBy: string | null;
  readonly nightly: boolean;
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
  /** Time of the next nightly backup, in the past if it is due; null if they are turned off. */
  readonly nextNightlyAt: string | null;
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
  readonly storage: Pick<Storage, 'audit' | 'backups' | 'figures' | 'findInstallationValue' | 'setInstallationValue'>;
  readonly files: BackupFiles;
  readonly clock: Clock;
  /** Number of files that are kept of those that administrators make. */
  readonly kept: number;
  /** Number of files that are kept of those that are made at night. 0 makes none. */
  readonly nightlyKept: number;
}

/**
 * The backups that administrators make on the web pages, and those of each night. One runs at a time on all nodes; its
 * file is in a folder of the node that made it. [D69]
 */
export class Backups {
  readonly #storage: BackupsDependencies['storage'];
  readonly #files: BackupFiles;
  readonly #clock: Clock;
  readonly #kept: number;
  readonly #nightlyKept: number;
  /** The backup of this process. */
  #running: { readonly abort: AbortController; readonly ended: Promise<void> } | null = null;
  #closed = false;

  constructor({ storage, files, clock, kept, nightlyKept }: BackupsDependencies) {
    this.#storage = storage;
    this.#files = files;
    this.#clock = clock;
    this.#kept = kept;
    this.#nightlyKept = nightlyKept;
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
    const obstacle = await this.#findObstacle();
    if (obstacle) return obstacle;
    const startedAt = toTime(this.#clock());
    const id = toBackupId(startedAt, randomBytes(3).toString('hex'));
    const audit = toAuditRecord(actor, { owner: null, resource: this.nameOf(id) });
    const begun = await this.#begin({ id, userId: user.id, startedAt }, { audit });
    if (!begun) return 'running';
    void begun.ended.catch(warn);
    return 'started';
  }

  /** Makes the nightly backup, if it is due and no other backup runs. Throws the error of one that fails. */
  async makeNightly(): Promise<void> {
    const now = this.#clock();
    const lastNightly = await this.#storage.findInstallationValue(LAST_NIGHTLY_BACKUP);
    const next = this.#nextNightlyAt(now, await this.#storage.backups.list(), lastNightly);
    if (next === null || next > now) return;
    const startedAt = toTime(now);
    const begun = await this.#begin({ id: toBackupId(startedAt), userId: null, startedAt }, { lastNightly });
    await begun?.ended;
  }

  async read(): Promise<BackupOverview> {
    const [records, files, lastNightly] = await Promise.all([
      this.#storage.backups.list(),
      this.#files.list(),
      this.#storage.findInstallationValue(LAST_NIGHTLY_BACKUP),
    ]);
    const backups = this.#toListed(records, files);
    const next = this.#nextNightlyAt(this.#clock(), records, lastNightly);
    // A file has its name before its record says that it is complete.
    const unnamed = records.filter(({ id }) => !files.some((file) => file.id === id));
    return {
      running: unnamed.find(({ state }) => state === 'running') ?? null,
      // Each start removes the failed ones, so this is the latest.
      failed: unnamed.find(({ state }) => state === 'failed') ?? null,
      backups,
      age: await this.#toAge(backups),
      nextNightlyAt: next === null ? null : toTime(next),
    };
  }

  /** Returns the files of this node and the complete backups of others, newest first. */
  #toListed(records: readonly BackupRecord[], files: readonly BackupFile[]): ListedBackup[] {
    const here = new Set(files.map(({ id }) => id));
    const own = files.map(({ id, bytes }) => {
      const record = records.find((one) => one.id === id);
      return {
        id,
        startedAt: record?.startedAt ?? timeOf(id),
        madeBy: record?.madeBy ?? null,
        nightly: isNightly(id),
        bytes,
        elsewhere: null,
      };
    });
    const others = records
      .filter(({ id, state, place }) => state === 'complete' && !here.has(id) && place !== this.#files.place)
      .map(({ id, startedAt, madeBy, bytes, place }) => ({
        id,
        startedAt,
        madeBy,
        nightly: isNightly(id),
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

  /** Returns the path of a file on this node. Throws `not_found`. */
  async findPath(id: string): Promise<string> {
    const path = await this.#files.find(id);
    if (path === null) throw unknownBackup();
    return path;
  }

  /** Checks that a restore would accept a file on this node. Returns what is in it, or why not. Throws `not_found`. */
  async check(id: string): Promise<BackupContent | { readonly problem: string }> {
    const path = await this.findPath(id);
    return this.#files.check(path).catch((error) => ({ problem: toProblemCode(error) }));
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
    this.#closed = true;
    this.#running?.abort.abort();
    await this.#running?.ended;
  }

  async #findObstacle(): Promise<BackupObstacle | null> {
    const { databaseBytes } = await this.#storage.figures.read();
    return this.#files.findObstacle(databaseBytes);
  }

  #nextNightlyAt(now: number, records: readonly BackupRecord[], madeAt: string | null): number | null {
    if (this.#nightlyKept === 0) return null;
    const failed = records.find(({ id, state }) => state === 'failed' && isNightly(id));
    return nextNightlyAt(now, { madeAt, failedAt: failed?.startedAt ?? null });
  }

  /** Takes the lease and begins to write. Returns null if the storage refuses. */
  async #begin(
    backup: { id: string; userId: string | null; startedAt: string },
    condition: BackupCondition,
  ): Promise<{ ended: Promise<void> } | null> {
    if (!(await this.#storage.backups.start({ ...backup, place: this.#files.place }, condition))) return null;
    const abort = new AbortController();
    if (this.#closed) abort.abort();
    const ended = this.#run(backup, abort).finally(() => {
      this.#running = null;
    });
    this.#running = { abort, ended: ended.catch(() => undefined) };
    return { ended };
  }

  async #run({ id, startedAt }: { id: string; startedAt: string }, abort: AbortController): Promise<void> {
    let share = 0;
    const renewal = setInterval(async () => {
      // Without the database, the lease may expire, and another node may start a backup. This one then ends.
      const renewed = await this.#storage.backups.renew(id, share).catch(() => true);
      if (!renewed) abort.abort();
    }, RENEWAL_MS);
    try {
      const obstacle = await this.#findObstacle();
      if (obstacle) throw toError(obstacle, this.folder);
      await this.#removePartial();
      const onProgress = (completed: number) => {
        share = completed;
      };
      const bytes = await this.#files.write(id, { onProgress, signal: abort.signal });
      if (isNightly(id)) await this.#storage.setInstallationValue(LAST_NIGHTLY_BACKUP, startedAt);
      await this.#storage.backups.complete(id, { bytes, finishedAt: toTime(this.#clock()) });
    } catch (error) {
      await this.#storage.backups.fail(id, toProblemCode(error));
      throw error;
    } finally {
      clearInterval(renewal);
    }
    await this.#removeOld(id);
  }

  /** Removes the oldest files of this node beyond those that are kept, of the same kind as the latest. */
  async #removeOld(latest: string): Promise<void> {
    const nightly = isNightly(latest);
    const ids = (await this.#files.list()).map(({ id }) => id).filter((id) => isNightly(id) === nightly);
    const kept = nightly ? this.#nightlyKept : this.#kept;
    for (const id of selectExcess(ids, { latest, kept, now: this.#clock() })) {
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

/** Returns the code of an error, by which pages explain it. */
export function toProblemCode(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : 'unknown';
}

const toError = (obstacle: BackupObstacle, folder: string): Error =>
  obstacle.kind === 'folder'
    ? Object.assign(new Error(`The backup folder cannot be used: ${obstacle.reason}`), { code: 'not_allowed' })
    : Object.assign(
        new Error(`${folder} has ${obstacle.freeBytes} bytes free, and a backup may need ${obstacle.neededBytes}.`),
        { code: 'disk_full' },
      );
