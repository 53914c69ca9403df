import { ConfigError } from '../config/config-error.ts';
import { ERROR_CODES } from '../contract/error-codes.ts';
import { LecternError } from '../contract/lectern-error.ts';
import { DamagedSourceError } from '../import-files/import-source.ts';
import { BackupError } from '../storage/backup/backup-error.ts';
import { DataFolderInUseError } from '../storage/files/process-lock.ts';
import { SchemaTooNewError } from '../storage/migrations/migrate.ts';
import { UnusableDataError } from '../storage/unusable-data-error.ts';
import { UsageError } from './command.ts';

/** The reason why a command failed. `--json` prints code and detail; a person reads the detail. [D47] */
export interface CommandFailure {
  readonly code: string;
  readonly detail: string;
  readonly exitCode: 1 | 2;
  /** Present only for an unexpected error. */
  readonly stack?: string | undefined;
}

/** Errors that a person can fix, besides those of the error code catalog. */
const KNOWN = [
  { type: UsageError, code: 'usage', exitCode: 2 },
  { type: DamagedSourceError, code: 'damaged_edition', exitCode: 1 },
  { type: ConfigError, code: 'invalid_setting', exitCode: 1 },
  { type: DataFolderInUseError, code: 'data_folder_in_use', exitCode: 1 },
  { type: UnusableDataError, code: 'data_folder_unusable', exitCode: 1 },
  { type: SchemaTooNewError, code: 'schema_too_new', exitCode: 1 },
] as const;

/** Returns the public message of an error, with its cause for the administrator. */
export function describeWithCause({ code, detail, cause }: LecternError): string {
  const { meaning, recovery } = ERROR_CODES[code];
  const publicMessage = detail ?? `${meaning} ${recovery}`;
  const { message, code: name } = (cause ?? {}) as NodeJS.ErrnoException;
  const reason = message || name;
  return reason && !publicMessage.includes(reason) ? `${publicMessage} (${reason})` : publicMessage;
}

export function toCommandFailure(error: unknown): CommandFailure {
  if (error instanceof LecternError) {
    return { code: error.code, detail: describeWithCause(error), exitCode: 1 };
  }
  if (error instanceof BackupError) return { code: error.code, detail: error.message, exitCode: 1 };
  const known = KNOWN.find(({ type }) => error instanceof type);
  if (known) return { code: known.code, detail: (error as Error).message, exitCode: known.exitCode };
  if (error instanceof Error && ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) {
    return { code: 'not_allowed', detail: `Not allowed: ${error.message}`, exitCode: 1 };
  }
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { code: 'internal_error', detail: `Lectern has a defect: ${message}`, exitCode: 1, stack };
}
