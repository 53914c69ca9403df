import { existsSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { currentUserName, explainOpenError, isUnwritable } from '../unusable-data-error.ts';
import type { DataLocation } from './data-location.ts';

/** Why a backup, a restore or an export was not done, as a person is told. Nothing was changed. */
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
  | 'interrupted'
  | 'not_allowed'
  | 'not_empty'
  | 'not_found'
  | 'server_running';

/** SQLITE_CORRUPT and SQLITE_NOTADB, SQLITE_FULL: https://sqlite.org/rescode.html */
const CORRUPT_CODES = [11, 26];
const FULL_CODE = 13;
/** A full disk, a used up quota, the longest file that a file system or the user's limits allow. */
const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** A file as a person has named it. */
interface NamedFile {
  readonly path: string;
  /** What is written before it has that name. */
  readonly draft?: string;
  /** Where room is needed, if not there. */
  readonly target?: string;
}

/** What file systems and SQLite say of a person's disk and files; everything else stays as it is. */
export function explainFileError(error: unknown, file: NamedFile): unknown {
  const { path, target = path } = file;
  const { code, errcode, path: at } = error as { code?: unknown; errcode?: number; path?: unknown };
  const primary = (errcode ?? 0) & 0xff;
  if (NO_ROOM.includes(String(code)) || primary === FULL_CODE) {
    return new BackupError('disk_full', `There is not enough room for ${target}.`, { cause: error });
  }
  const folder = dirname(path);
  if (code === 'ENOENT' && !existsSync(folder)) {
    return new BackupError('not_found', `${path} cannot be written: there is no folder ${folder}.`, { cause: error });
  }
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') {
    return new BackupError('not_found', `${path} cannot be used: ${(error as Error).message}.`, { cause: error });
  }
  if (isUnwritable(error) && typeof at === 'string' && isOf(file, at)) {
    const message =
      `The user ${currentUserName()} has no right to use ${path}. ` +
      'Nothing was changed: name another path, or run this as a user who has.';
    return new BackupError('not_allowed', message, { cause: error });
  }
  if (CORRUPT_CODES.includes(primary)) {
    const message = `A database is damaged (${(error as Error).message}). Restore the last good backup.`;
    return new BackupError('damaged_backup', message, { cause: error });
  }
  return error;
}

/** Whether a path is that of the file, of what is in it, of its draft, or of what SQLite has beside that; no neighbour's. */
const isOf = ({ path, draft }: NamedFile, at: string): boolean =>
  at === path || at.startsWith(path + sep) || (draft !== undefined && at.startsWith(draft));

/** The same, and what they say of the rights to the data. */
export function explainDataError(error: unknown, file: NamedFile, { dataDir, databaseUrl }: DataLocation): unknown {
  const explained = explainFileError(error, file);
  const ofData = explained === error && databaseUrl === null && isUnwritable(error);
  return ofData ? explainOpenError(error, dataDir) : explained;
}

/** `before` says what becomes of the data from before. */
export const notEmptyError = (what: string, before: string): BackupError =>
  new BackupError(
    'not_empty',
    `${what} has users, organizations or Lives already, which a restore would replace. Add --force to do that; ` +
      `${before}. Nothing was changed.`,
  );
