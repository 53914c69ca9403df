import type { FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_CODES } from '../../contract/error-codes.ts';
import { type LecternError, retryAfterOf } from '../../contract/lectern-error.ts';
import { HttpsRequiredError } from './public-address.ts';

export interface PageErrorDependencies {
  /** Converts any error to one with a code. */
  readonly toLecternError: (error: unknown) => LecternError;
  /** Logs an unexpected error, or the failure of a dependency. */
  readonly report: (error: LecternError, request: FastifyRequest) => void;
}

/** Converts an error of a page to one with a code. Logs it unless the client or a setting caused it. */
export function reportPageError(
  { toLecternError, report }: PageErrorDependencies,
  error: unknown,
  request: FastifyRequest,
): LecternError {
  const known = toLecternError(error);
  if (ERROR_CODES[known.code].status >= 500 && !(known instanceof HttpsRequiredError)) report(known, request);
  return known;
}

/** Sets the Retry-After header, if the error has a delay. */
export function setRetryAfter(reply: FastifyReply, error: LecternError): void {
  const seconds = retryAfterOf(error);
  if (seconds !== undefined) reply.header('retry-after', String(seconds));
}
