import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { finishDeletions } from '../domain/account/lifecycle/owner-deletion.ts';
import { Retention } from '../domain/retention.ts';
import { SearchIndexRebuild } from '../domain/scripture/search-index-rebuild.ts';
import type { Installation } from '../installation.ts';

/** How often the server finishes deletions that a killed command has left half done. */
const DEPARTURES_MS = 60 * 60 * 1000;

/** What a server does beside answering: it removes old records, finishes deletions, and renews search indexes. */
export class BackgroundWork {
  readonly #installation: Installation;
  readonly #log: Logger;
  readonly #retention: Retention;
  readonly #searchRenewal: SearchIndexRebuild;
  #departures: NodeJS.Timeout | undefined;

  constructor(config: Config, installation: Installation, log: Logger) {
    const { storage, clock } = installation;
    this.#installation = installation;
    this.#log = log;
    this.#retention = new Retention(storage, { ...config, clock }, (error) =>
      log.warn({ err: error }, 'old records stay for now'),
    );
    this.#searchRenewal = new SearchIndexRebuild(storage, (error) =>
      log.warn({ err: error }, 'some searches find no more than with the version before, until the next try'),
    );
  }

  start(): void {
    this.#retention.start();
    this.#searchRenewal.start();
    void this.#finishDepartures();
    this.#departures = setInterval(() => this.#finishDepartures(), DEPARTURES_MS).unref();
  }

  /** Resolves when what is under way has ended. */
  async close(): Promise<void> {
    clearInterval(this.#departures);
    await Promise.all([this.#retention.close(), this.#searchRenewal.close()]);
  }

  async #finishDepartures(): Promise<void> {
    const log = this.#log;
    try {
      await finishDeletions(this.#installation);
    } catch (error) {
      log.warn({ err: error }, 'somebody who leaves is still half there');
    }
  }
}
