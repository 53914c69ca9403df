import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { PageRestore } from '../domain/backups/page-restore.ts';
import type { FailureLog } from '../failure-log.ts';
import type { Admission } from '../http/admission/admission.ts';
import type { Installation } from '../installation.ts';
import type { Metrics } from '../metrics.ts';
import type { Secrets } from '../secrets.ts';

/** Dependencies that all parts of a server share. */
export interface Foundation {
  /** The settings. `publicUrl` gets its final port when the server listens. */
  readonly config: Config;
  readonly installation: Installation;
  readonly secrets: Secrets;
  readonly log: Logger;
  readonly failures: FailureLog;
  readonly metrics: Metrics;
  readonly admission: Admission;
  /** Restores backups from the page; null where only the command can. */
  readonly restore: PageRestore | null;
}
