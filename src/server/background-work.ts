import type { Logger } from 'pino';
import { finishDeletions } from '../domain/account/lifecycle/owner-deletion.ts';
import { NightlyBackups } from '../domain/backups/nightly-backups.ts';
import { Retention } from '../domain/retention.ts';
import { SearchIndexRebuild } from '../domain/scripture/search-index-rebuild.ts';
import { removeLeftovers } from '../import-files/temporary-files.ts';
import type { Installation } from '../installation.ts';
import type { Foundation } from './foundation.ts';

/** Interval between attempts to finish owner deletions that were interrupted. */
const DELETION_RETRY_MS = 60 * 60 * 1000;

/**
 * Background tasks of a server: retention, unfinished owner deletions, editions of earlier versions, renewal of search
 * indexes, temporary files of a server that was killed, and backups.
 */
export class BackgroundWork {
  readonly #installation: Installation;
  readonly #log: Logger;
  readonly #retention: Retention;
  readonly #searchRenewal: SearchIndexRebuild;
  readonly #nightlyBackups: NightlyBackups;
  readonly #closing = new AbortController();
  #mending: Promise<void> = Promise.resolve();
  #deletionTimer: NodeJS.Timeout | undefined;

  constructor({ config, installation, log, metrics }: Foundation) {
    const { storage, clock } = installation;
    this.#installation = installation;
    this.#log = log;
    this.#retention = new Retention(storage, { ...config, clock }, (error) =>
      log.warn({ err: error }, 'deleting expired records failed and will be retried'),
    );
    this.#searchRenewal = new SearchIndexRebuild(storage, (error) =>
      log.warn({ err: error }, 'renewing a search index failed and will be retried; searches use the old index'),
    );
    this.#nightlyBackups = new NightlyBackups(installation.backups, clock, {
      failed: (error, isNew) => {
        metrics.backupFailures.inc();
        if (isNew) log.warn({ err: error }, 'making the nightly backup failed and will be retried');
      },
      checked: ({ lastAt }) => metrics.lastBackup.set(lastAt === null ? 0 : Date.parse(lastAt) / 1000),
    });
  }

  start(): void {
    this.#nightlyBackups.start();
    this.#retention.start();
    this.#searchRenewal.start();
    this.#mending = this.#mendEditions();
    void this.#finishOwnerDeletions();
    void this.#removeLeftovers();
    this.#deletionTimer = setInterval(() => this.#finishOwnerDeletions(), DELETION_RETRY_MS).unref();
  }

  /** Resolves when running tasks have ended. */
  async close(): Promise<void> {
    clearInterval(this.#deletionTimer);
    this.#closing.abort();
    const { backups } = this.#installation;
    await Promise.all([
      this.#retention.close(),
      this.#searchRenewal.close(),
      backups.close(),
      this.#nightlyBackups.close(),
      this.#mending,
    ]);
  }

  async #mendEditions(): Promise<void> {
    try {
      await this.#installation.mendEditions(this.#closing.signal);
    } catch (error) {
      this.#log.warn({ err: error }, 'mending the rights of editions failed and will be retried at the next start');
    }
  }

  async #removeLeftovers(): Promise<void> {
    try {
      await removeLeftovers(this.#installation.clock());
    } catch (error) {
      this.#log.warn(
        { err: error },
        'removing temporary files of imports failed and will be retried at the next start',
      );
    }
  }

  async #finishOwnerDeletions(): Promise<void> {
    const log = this.#log;
    try {
      await finishDeletions(this.#installation);
    } catch (error) {
      log.warn({ err: error }, 'finishing an owner deletion failed and will be retried');
    }
  }
}
