import { accessSync, constants } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { LecternError } from '../contract/lectern-error.ts';

/** Thrown when the operator has to fix something before the data can be used. The message explains it. */
export class UnusableDataError extends Error {}

/** Thrown when the data were replaced since they were opened. This process cannot continue; a new one can. */
export class ReplacedDataError extends Error {}

/** SQLITE_READONLY and SQLITE_CANTOPEN, SQLITE_NOTADB: https://sqlite.org/rescode.html */
const UNWRITABLE_CODES = [8, 14];
const NOT_A_DATABASE = 26;
/** SQLITE_FULL, and SQLITE_IOERR_SHMSIZE: no room for the index of the write-ahead log. */
const FULL = 13;
const NO_SPACE_FOR_WAL_INDEX = 4874;

/**
 * Converts errors of SQLite and of the file system on opening a data folder to UnusableDataError. Returns any other
 * error unchanged.
 */
export function explainOpenError(error: unknown, dataDir: string): unknown {
  if (getPrimaryCode(error) === NOT_A_DATABASE) {
    return new UnusableDataError(`The file lectern.db in ${dataDir} is not an SQLite database.`, { cause: error });
  }
  if (
    getPrimaryCode(error) === FULL ||
    getExtendedCode(error) === NO_SPACE_FOR_WAL_INDEX ||
    getSystemCode(error) === 'ENOSPC'
  ) {
    return new UnusableDataError(
      `The disk of the data folder ${dataDir} is full. No data was lost. Free some space, then start again.`,
      { cause: error },
    );
  }
  if (['EEXIST', 'ENOTDIR', 'ENOENT', 'ELOOP'].includes(getSystemCode(error))) {
    return new UnusableDataError(`Cannot create the data folder ${dataDir}: ${(error as Error).message}.`, {
      cause: error,
    });
  }
  if (getSystemCode(error) === 'EROFS' || (isUnwritable(error) && isReadOnlyFileSystem(dataDir))) {
    return new UnusableDataError(
      `The data folder ${dataDir} is on a file system that is mounted read-only. Mount it writable, then start again.`,
      { cause: error },
    );
  }
  if (isUnwritable(error)) {
    const message =
      `The data folder ${dataDir}, or a database file in it, is not writable by the user ${currentUserName()}. ` +
      'Run this as the user that runs the server, or change the owner of the folder. "doctor" shows details.';
    return new UnusableDataError(message, { cause: error });
  }
  return error;
}

/** Insufficient privilege, no such schema, read-only: https://www.postgresql.org/docs/18/errcodes-appendix.html */
const UNUSABLE_SQL_STATES = ['42501', '3F000', '25006'];

/**
 * Converts errors on opening a PostgreSQL database that only an administrator can fix to UnusableDataError. Returns any
 * other error unchanged.
 */
export function explainPostgresError(error: unknown): unknown {
  const cause = error instanceof LecternError && error.code === 'unavailable' ? error.cause : error;
  if (!UNUSABLE_SQL_STATES.includes(String((cause as { code?: unknown } | undefined)?.code))) return error;
  return new UnusableDataError(`Cannot use the database: ${(cause as Error).message}.`, { cause });
}

/** Returns whether the error is about file permissions rather than file contents. */
export function isUnwritable(error: unknown): boolean {
  return (
    UNWRITABLE_CODES.includes(getPrimaryCode(error)) || ['EACCES', 'EPERM', 'EROFS'].includes(getSystemCode(error))
  );
}

/** Returns whether the file system of a path, or of its nearest existing ancestor, is mounted read-only. */
export function isReadOnlyFileSystem(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return false;
  } catch (error) {
    const above = dirname(path);
    return (
      getSystemCode(error) === 'EROFS' ||
      (getSystemCode(error) === 'ENOENT' && above !== path && isReadOnlyFileSystem(above))
    );
  }
}

const getSystemCode = (error: unknown): string => String((error as { code?: unknown }).code);

const getPrimaryCode = (error: unknown): number => getExtendedCode(error) & 0xff;

function getExtendedCode(error: unknown): number {
  const { errcode, cause } = error as { errcode?: number; cause?: { errcode?: number } };
  return errcode ?? cause?.errcode ?? 0;
}

/** Returns the name of the current user, or the number if it has no name, as can happen in a container. */
export function currentUserName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}
