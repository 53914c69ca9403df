import type { FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_CODES } from '../../contract/error-codes.ts';
import { type LecternError, retryAfterOf } from '../../contract/lectern-error.ts';
import { HttpsRequiredError } from './visits.ts';

export interface PageErrorDependencies {
  /** Any error as one that has a code. */
  readonly toLecternError: (error: unknown) => LecternError;
  /** Logs what is a defect, or a dependency that fails. */
  readonly report: (error: LecternError, request: FastifyRequest) => void;
}

/** What went wrong with a page, as an error that has a code; it is logged where it is neither the client's fault nor a setting's. */
export function reportPageError(
  { toLecternError, report }: PageErrorDependencies,
  error: unknown,
  request: FastifyRequest,
): LecternError {
  const known = toLecternError(error);
  if (ERROR_CODES[known.code].status >= 500 && !(known instanceof HttpsRequiredError)) report(known, request);
  return known;
}

/** Tells the client when to come again, where the error says so. */
export function setRetryAfter(reply: FastifyReply, error: LecternError): void {
  const seconds = retryAfterOf(error);
  if (seconds !== undefined) reply.header('retry-after', String(seconds));
}
