import { ERROR_CODES } from '../contract/error-codes.ts';
import { LecternError } from '../contract/lectern-error.ts';

/** The same refusal with a detail that says what is wrong and how to go on. */
export function explain(error: LecternError): LecternError {
  const { code, detail, errors, scopes, retryAfterSeconds, cause } = error;
  const { meaning, recovery } = ERROR_CODES[code];
  return new LecternError(code, `${detail ?? meaning} ${recovery}`, {
    cause: cause ?? error,
    ...(errors && { errors }),
    ...(scopes && { scopes }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}
