import { LecternError } from '../../contract/lectern-error.ts';

/** SQLSTATE classes and codes of temporary failures: https://www.postgresql.org/docs/18/errcodes-appendix.html */
const UNAVAILABLE_STATES = /^(08|53|57P|58|40001|40P01|57014|55P03|25006|25P03|25P04)/;

/** Matches an SQLSTATE. Each contains a digit, unlike codes of the operating system such as EPIPE. */
const SQL_STATE = /^(?=.*\d)[0-9A-Z]{5}$/;

/**
 * Matches codes of the operating system, such as EPIPE and EAI_AGAIN, but not Node's own, such as ERR_INVALID_ARG_TYPE.
 */
const SYSTEM_CODE = /^E(?!RR_)[A-Z0-9_]+$/;

/** Returns the SQLSTATE of an error, or null if the server sent none. */
export function getSqlState(error: unknown): string | null {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && SQL_STATE.test(code) ? code : null;
}

/** Reasons that an administrator has to know, by SQLSTATE. */
const REASONS: Readonly<Record<string, string>> = {
  '25006': 'The database is read-only: it is a standby, or configured so.',
  '53100': 'The disk of the database is full.',
  '53300': 'The database accepts no more connections.',
};

const unavailable = (cause: unknown) =>
  new LecternError('unavailable', REASONS[getSqlState(cause) ?? ''] ?? 'The database does not respond.', { cause });

/** Rejects with `unavailable`: no failure to connect is the caller's fault. */
export const rejectUnavailable = (error: unknown): Promise<never> => Promise.reject(unavailable(error));

/** Converts a driver's error to `unavailable` if it is temporary. Returns any other error unchanged. */
export function translatePostgresError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof LecternError) return error;
  const state = getSqlState(error);
  const { code } = error as NodeJS.ErrnoException;
  const isTemporary =
    state === null
      ? SYSTEM_CODE.test(code ?? '') || /connection|timeout exceeded|read timeout|not queryable/i.test(error.message)
      : UNAVAILABLE_STATES.test(state);
  return isTemporary ? unavailable(error) : error;
}
