import type { ErrorCode } from './error-codes.ts';
import type { ImportNoticeCode, NoticeParams } from './import-notices.ts';
import { UNAVAILABLE_RETRY_SECONDS } from './limits.ts';

/**
 * Error in one field of a request: its position (RFC 6901 pointer or parameter name) and message. `code` and `params`
 * identify the message if it is about an imported file. [D2] [D70]
 */
export interface FieldError {
  pointer?: string;
  parameter?: string;
  message: string;
  code?: ImportNoticeCode;
  params?: NoticeParams;
}

/**
 * Error with a code of the catalog. `detail` is public; `cause` is internal and only logged.
 * `http/responses/problem.ts` converts it to a response.
 */
export class LecternError extends Error {
  readonly code: ErrorCode;
  readonly detail: string | undefined;
  readonly errors: FieldError[] | undefined;
  /** Required scopes, for `insufficient_scope`. */
  readonly scopes: readonly string[] | undefined;
  /** Seconds to wait, for `rate_limited` and `unavailable`. */
  readonly retryAfterSeconds: number | undefined;
  /** Recovery, if it differs from the catalog. */
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

/** Returns the seconds for `Retry-After`, or undefined if the error has none. */
export const retryAfterOf = ({ code, retryAfterSeconds }: LecternError): number | undefined =>
  retryAfterSeconds ?? (code === 'unavailable' ? UNAVAILABLE_RETRY_SECONDS : undefined);
