import { existsSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { currentUserName, explainOpenError, isUnwritable } from '../unusable-data-error.ts';
import type { DataLocation } from './data-location.ts';

/** Thrown when a backup, a restore or an export fails. The message is for people. Nothing was changed. */
export class BackupError extends Error {
  readonly code: BackupErrorCode;

  constructor(code: BackupErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export type BackupErrorCode =
  | 'damaged_backup'
  | 'disk_full'
  | 'file_exists'
  | 'foreign_backup'
  | 'interrupted'
  | 'not_allowed'
  | 'not_empty'
  | 'not_found'
  | 'server_running';

/** SQLITE_CORRUPT and SQLITE_NOTADB, SQLITE_FULL: https://sqlite.org/rescode.html */
const CORRUPT_CODES = [11, 26];
const FULL_CODE = 13;
/** A full disk, an exhausted quota, or a file beyond the maximum size of the file system or of the user's limits. */
const NO_SPACE_CODES = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** A file that the user has named. */
interface NamedFile {
  readonly path: string;
  /** The temporary file that is written first. */
  readonly draft?: string;
  /** The path on the disk that needs space. Defaults to `path`. */
  readonly target?: string;
}

/**
 * Converts errors of the file system and of SQLite about the user's files to BackupError. Returns any other error
 * unchanged.
 */
export function explainFileError(error: unknown, file: NamedFile): unknown {
  const { path, target = path } = file;
  const { code, errcode, path: at } = error as { code?: unknown; errcode?: number; path?: unknown };
  const primary = (errcode ?? 0) & 0xff;
  if (NO_SPACE_CODES.includes(String(code)) || primary === FULL_CODE) {
    return new BackupError('disk_full', `There is not enough space for ${target}.`, { cause: error });
  }
  const folder = dirname(path);
  if (code === 'ENOENT' && !existsSync(folder)) {
    return new BackupError('not_found', `${path} cannot be written: the folder ${folder} does not exist.`, {
      cause: error,
    });
  }
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') {
    return new BackupError('not_found', `${path} cannot be used: ${(error as Error).message}.`, { cause: error });
  }
  if (isUnwritable(error) && typeof at === 'string' && belongsTo(file, at)) {
    const message =
      `The user ${currentUserName()} has no permission to use ${path}. ` +
      'Nothing was changed. Choose another path, or run this as a user with permission.';
    return new BackupError('not_allowed', message, { cause: error });
  }
  if (CORRUPT_CODES.includes(primary)) {
    const message = `A database is damaged (${(error as Error).message}). Restore the last good backup.`;
    return new BackupError('damaged_backup', message, { cause: error });
  }
  return error;
}

/**
 * Returns whether a path belongs to the file: the file itself, content of a folder, its draft, or SQLite's files beside
 * the draft.
 */
const belongsTo = ({ path, draft }: NamedFile, at: string): boolean =>
  at === path || at.startsWith(path + sep) || (draft !== undefined && at.startsWith(draft));

/** Like `explainFileError`, and also explains missing permissions for the data folder. */
export function explainDataError(error: unknown, file: NamedFile, { dataDir, databaseUrl }: DataLocation): unknown {
  const explained = explainFileError(error, file);
  const ofData = explained === error && databaseUrl === null && isUnwritable(error);
  return ofData ? explainOpenError(error, dataDir) : explained;
}

/** Returns the error for a target that already has data. `before` says what happens to the existing data. */
export const notEmptyError = (target: string, before: string): BackupError =>
  new BackupError(
    'not_empty',
    `${target} already has users, organizations or Lives, which a restore would replace. Add --force to replace them; ` +
      `${before}. Nothing was changed.`,
  );
