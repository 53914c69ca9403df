import type { ErrorCode } from './error-codes.ts';
import { UNAVAILABLE_RETRY_SECONDS } from './limits.ts';

/** One thing that is wrong with a request: where it stands (RFC 6901 pointer or parameter name) and why. [D2] */
export interface FieldError {
  pointer?: string;
  parameter?: string;
  message: string;
}

/**
 * A refusal that has a code of the catalogue. `detail` is public and safe to show; `cause` is internal and only logged.
 * What it becomes on the wire is decided in `http/responses/problem.ts`.
 */
export class LecternError extends Error {
  readonly code: ErrorCode;
  readonly detail: string | undefined;
  readonly errors: FieldError[] | undefined;
  /** Scopes that were needed, for `insufficient_scope`; seconds to wait, for `rate_limited` and `unavailable`. */
  readonly scopes: readonly string[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** What to do, where it is something else than the catalogue says. */
  readonly recovery: string | undefined;

  constructor(
    code: ErrorCode,
    detail?: string,
    more: {
      errors?: FieldError[];
      scopes?: readonly string[];
      retryAfterSeconds?: number;
      recovery?: string;
      cause?: unknown;
    } = {},
  ) {
    super(detail ?? code, { cause: more.cause });
    this.name = 'LecternError';
    this.code = code;
    this.detail = detail;
    this.errors = more.errors;
    this.scopes = more.scopes;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.recovery = more.recovery;
  }
}

/** What `Retry-After` says, seconds; undefined where there is nothing to wait for. */
export const retryAfterOf = ({ code, retryAfterSeconds }: LecternError): number | undefined =>
  retryAfterSeconds ?? (code === 'unavailable' ? UNAVAILABLE_RETRY_SECONDS : undefined);
