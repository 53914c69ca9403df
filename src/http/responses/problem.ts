import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_CODES, type ErrorCode } from '../../contract/error-codes.ts';
import { LecternError, retryAfterOf } from '../../contract/lectern-error.ts';
import { describeResourceExhaustion } from '../../domain/resource-exhaustion.ts';
import { toFieldErrors } from './field-errors.ts';

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';
/** Error codes for Fastify's own errors. */
const FRAMEWORK_CODES: Record<string, [ErrorCode, string?]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large', 'A request body can be up to 64 KiB long.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['malformed_json', 'The body is not as long as Content-Length says.'],
  FST_ERR_BAD_URL: ['not_found', 'The address is malformed.'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found'],
};

/** Converts any error to a `LecternError`. Unknown errors become `internal_error`. */
export function toLecternError(error: unknown): LecternError {
  if (error instanceof LecternError) return error;
  const { code, validation, validationContext } = error as FastifyError;
  if (validation) {
    const errors = toFieldErrors(validation, validationContext === 'body');
    return new LecternError('invalid_fields', undefined, { errors });
  }
  const entry = FRAMEWORK_CODES[code ?? ''];
  if (entry) return new LecternError(entry[0], entry[1], { cause: error });
  const shortage = describeResourceExhaustion(error);
  if (shortage !== null) return new LecternError('unavailable', shortage, { cause: error });
  return new LecternError('internal_error', undefined, { cause: error });
}

/** Sends an error as a problem (RFC 9457), with the headers of its code. [Resources], [D2], [D3] */
export function sendProblem(
  reply: FastifyReply,
  error: LecternError,
  baseUrl: string,
  authorized: boolean,
): FastifyReply {
  const { status, headers, body } = toProblemResponse(error, baseUrl, reply.request.id, authorized);
  return reply.code(status).headers(headers).send(body);
}

/** Builds the response to an error. `authorized` says whether the request had a bearer credential, valid or not. */
export function toProblemResponse(error: LecternError, baseUrl: string, requestId: string, authorized: boolean) {
  const headers: Record<string, string | number> = { 'content-type': PROBLEM_MEDIA_TYPE };
  if (error.code === 'invalid_token') {
    headers['www-authenticate'] = authorized ? 'Bearer error="invalid_token"' : 'Bearer';
  }
  if (error.code === 'insufficient_scope') {
    headers['www-authenticate'] = `Bearer error="insufficient_scope", scope="${error.scopes?.join(' ') ?? ''}"`;
  }
  const retryAfter = retryAfterOf(error);
  if (retryAfter !== undefined) headers['retry-after'] = retryAfter;
  const problem = toProblem(error, baseUrl, requestId);
  // A buffer, because Fastify adds a charset to strings, which this media type does not have.
  return { status: problem.status, headers, body: Buffer.from(JSON.stringify(problem)) };
}

/** Builds the body of a problem. [Resources] */
export function toProblem(
  {
    code,
    detail,
    recovery,
    errors,
  }: Pick<LecternError, 'code'> & Partial<Pick<LecternError, 'detail' | 'recovery' | 'errors'>>,
  baseUrl: string,
  requestId: string,
) {
  const { status, title } = ERROR_CODES[code];
  return {
    type: problemUrl(baseUrl, code),
    title,
    status,
    code,
    request_id: requestId,
    detail: toDetail({ code, detail, recovery }),
    errors,
  };
}

/**
 * Says what happened, what changed, and how to recover. A 4xx error changes nothing [D4]; a 5xx error states its own
 * outcome.
 */
function toDetail({
  code,
  detail,
  recovery,
}: Pick<LecternError, 'code'> & Partial<Pick<LecternError, 'detail' | 'recovery'>>): string {
  const entry = ERROR_CODES[code];
  const happened = detail ?? entry.meaning;
  const statesOutcome = entry.status >= 500 || /\bnothing was\b/i.test(happened);
  return [happened, ...(statesOutcome ? [] : ['Nothing was changed.']), recovery ?? entry.recovery].join(' ');
}

const problemUrl = (baseUrl: string, code: ErrorCode): string => `${baseUrl}/problems/${code}`;

/** Checks for a bearer credential, valid or not. Only then does the challenge name an error (RFC 6750 §3.1). */
export const hasBearerCredential = ({ headers }: FastifyRequest): boolean =>
  /^bearer /i.test(headers.authorization ?? '');
