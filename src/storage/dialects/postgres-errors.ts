import { LecternError } from '../../contract/lectern-error.ts';

/** SQLSTATE classes and codes that mean "not now": https://www.postgresql.org/docs/18/errcodes-appendix.html */
const UNAVAILABLE_STATES = /^(08|53|57P|58|40001|40P01|57014|55P03|25006|25P03|25P04)/;

/** Every SQLSTATE has a digit, and no code of the operating system, such as EPIPE. */
const SQL_STATE = /^(?=.*\d)[0-9A-Z]{5}$/;

/** Codes of the operating system, such as EPIPE and EAI_AGAIN, and not Node's own, such as ERR_INVALID_ARG_TYPE. */
const SYSTEM_CODE = /^E(?!RR_)[A-Z0-9_]+$/;

/** What the server says of an error; null where it has said nothing. */
export function getSqlState(error: unknown): string | null {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && SQL_STATE.test(code) ? code : null;
}

const unavailable = (cause: unknown) => new LecternError('unavailable', 'The database does not answer.', { cause });

/** Rejects `unavailable`: whatever it is that keeps us from a connection, it is not the caller's. */
export const rejectUnavailable = (error: unknown): Promise<never> => Promise.reject(unavailable(error));

/** What a driver's error means to a caller: `unavailable`, or the error itself. */
export function translatePostgresError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof LecternError) return error;
  const state = getSqlState(error);
  const { code } = error as NodeJS.ErrnoException;
  const passes =
    state === null
      ? SYSTEM_CODE.test(code ?? '') || /connection|timeout exceeded|read timeout|not queryable/i.test(error.message)
      : UNAVAILABLE_STATES.test(state);
  return passes ? unavailable(error) : error;
}
