import { accessSync, constants } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { LecternError } from '../contract/lectern-error.ts';

/** What a person has to mend before the data folder can be used; the message says it. */
export class UnusableDataError extends Error {}

/** The data are others than when they were opened: this process cannot go on with them, a new one can. */
export class ReplacedDataError extends Error {}

/** SQLITE_READONLY and SQLITE_CANTOPEN, SQLITE_NOTADB: https://sqlite.org/rescode.html */
const UNWRITABLE_CODES = [8, 14];
const NOT_A_DATABASE = 26;
/** SQLITE_FULL, and SQLITE_IOERR_SHMSIZE: the index of the log has no room. */
const FULL = 13;
const NO_ROOM_FOR_INDEX = 4874;

/** What SQLite and the file system say of a data folder when it is opened; everything else stays as it is. */
export function explainOpenError(error: unknown, dataDir: string): unknown {
  if (primaryCode(error) === NOT_A_DATABASE) {
    return new UnusableDataError(`The file lectern.db in ${dataDir} is no SQLite database.`, { cause: error });
  }
  if (primaryCode(error) === FULL || extendedCode(error) === NO_ROOM_FOR_INDEX || codeOf(error) === 'ENOSPC') {
    return new UnusableDataError(
      `The disk of the data folder ${dataDir} is full. Nothing is lost: make room there, and start again.`,
      { cause: error },
    );
  }
  if (['EEXIST', 'ENOTDIR', 'ENOENT', 'ELOOP'].includes(codeOf(error))) {
    return new UnusableDataError(`The data folder ${dataDir} cannot be made: ${(error as Error).message}.`, {
      cause: error,
    });
  }
  if (codeOf(error) === 'EROFS' || (isUnwritable(error) && isReadOnlyFileSystem(dataDir))) {
    return new UnusableDataError(
      `The data folder ${dataDir} is on a file system that is mounted read-only. Mount it for writing, and start again.`,
      { cause: error },
    );
  }
  if (isUnwritable(error)) {
    const message =
      `The data folder ${dataDir}, or a file of the database in it, cannot be written by the user ${currentUserName()}. ` +
      'Run this as the user of the server, or change its owner; "doctor" looks closer.';
    return new UnusableDataError(message, { cause: error });
  }
  return error;
}

/** Insufficient privilege, no such schema, read-only: https://www.postgresql.org/docs/18/errcodes-appendix.html */
const UNUSABLE_STATES = ['42501', '3F000', '25006'];

/** What PostgreSQL says when a database is opened, and only an administrator can mend; everything else stays as it is. */
export function explainPostgresError(error: unknown): unknown {
  const cause = error instanceof LecternError && error.code === 'unavailable' ? error.cause : error;
  if (!UNUSABLE_STATES.includes(String((cause as { code?: unknown } | undefined)?.code))) return error;
  return new UnusableDataError(`The database cannot be used: ${(cause as Error).message}.`, { cause });
}

/** Whether it is the rights of files that are in the way, not what is in them. */
export function isUnwritable(error: unknown): boolean {
  return UNWRITABLE_CODES.includes(primaryCode(error)) || ['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error));
}

/** Whether the file system of a path, or of the nearest folder above it that is there, is mounted read-only. */
export function isReadOnlyFileSystem(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return false;
  } catch (error) {
    const above = dirname(path);
    return codeOf(error) === 'EROFS' || (codeOf(error) === 'ENOENT' && above !== path && isReadOnlyFileSystem(above));
  }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code);

const primaryCode = (error: unknown): number => extendedCode(error) & 0xff;

function extendedCode(error: unknown): number {
  const { errcode, cause } = error as { errcode?: number; cause?: { errcode?: number } };
  return errcode ?? cause?.errcode ?? 0;
}

/** In a container the number may have no name. */
export function currentUserName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}
