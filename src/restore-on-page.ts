import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { toAuditRecord } from './domain/audit/audit.ts';
import { toProblemCode } from './domain/backups/backups.ts';
import { type FailedRestore, PageRestore, type RestoreRequest } from './domain/backups/page-restore.ts';
import { readSecrets } from './secrets.ts';

export type { PageRestore };

interface Program {
  /** Stops the server, and closes its installation. */
  stop(): Promise<void>;
  start(restore: PageRestore | null): Promise<void>;
  /** Ends the program, because no server could be started. */
  fail(error: unknown): void;
}

/** Restores backups from the page: stops the server, restores, and starts a new one in the same process. [D69] */
export class PageRestores {
  readonly #config: Config;
  readonly #log: Pick<Logger, 'info' | 'warn'>;
  readonly #program: Program;
  readonly #interruption = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(config: Config, log: Pick<Logger, 'info' | 'warn'>, program: Program) {
    this.#config = config;
    this.#log = log;
    this.#program = program;
  }

  /** Returns what a server hands its restore to. Null with PostgreSQL, where other nodes would have to stop too. */
  create(failed: FailedRestore | null = null): PageRestore | null {
    if (this.#config.databaseUrl !== null) return null;
    return new PageRestore((request) => {
      this.#running = this.#run(request).catch((error) => this.#program.fail(error));
    }, failed);
  }

  /** Interrupts a restore, after which no server is started any more. Resolves when it has ended. */
  async close(): Promise<void> {
    this.#interruption.abort();
    await this.#running;
  }

  async #run(request: RestoreRequest): Promise<void> {
    const startedAt = new Date().toISOString();
    await this.#program.stop();
    const failed = await this.#restore(request).then(
      () => null,
      (error) => {
        this.#log.warn({ err: error }, 'restoring a backup failed, and nothing was changed');
        return { problem: toProblemCode(error), startedAt };
      },
    );
    if (!failed) this.#log.info('a backup was restored');
    if (!this.#interruption.signal.aborted) await this.#program.start(this.create(failed));
  }

  async #restore({ path, actor }: RestoreRequest): Promise<void> {
    const { restore } = await import('./storage/backup/restore.ts');
    const source = {
      path,
      force: true,
      requireSeal: true,
      sealKeys: readSecrets(this.#config.secretFile, false).backupKeys,
      createAuditRecord: (sha256: string) => toAuditRecord(actor, { owner: null, resource: `sha256:${sha256}` }),
    };
    await restore(this.#config, source, { onProgress: () => undefined, signal: this.#interruption.signal });
  }
}
