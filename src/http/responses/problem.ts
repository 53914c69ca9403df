import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_CODES, type ErrorCode } from '../../contract/error-codes.ts';
import { LecternError, retryAfterOf } from '../../contract/lectern-error.ts';
import { describeResourceExhaustion } from '../../domain/resource-exhaustion.ts';
import { toFieldErrors } from './field-errors.ts';

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';
/** What Fastify itself refuses, in the words of the catalogue. */
const FRAMEWORK_CODES: Record<string, [ErrorCode, string?]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large', 'A request body can be up to 64 KiB long.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['malformed_json', 'The body is not as long as Content-Length says.'],
  FST_ERR_BAD_URL: ['not_found', 'The address is malformed.'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found'],
};

/** Any error as one that has a code; what is not foreseen is an internal error. */
export function toLecternError(error: unknown): LecternError {
  if (error instanceof LecternError) return error;
  const { code, validation, validationContext } = error as FastifyError;
  if (validation) {
    const errors = toFieldErrors(validation, validationContext === 'body');
    return new LecternError('invalid_fields', undefined, { errors });
  }
  const known = FRAMEWORK_CODES[code ?? ''];
  if (known) return new LecternError(known[0], known[1], { cause: error });
  const shortage = describeResourceExhaustion(error);
  if (shortage !== null) return new LecternError('unavailable', shortage, { cause: error });
  return new LecternError('internal_error', undefined, { cause: error });
}

/** Sends the Error object of [Resources] as RFC 9457 demands, with the headers that belong to its code. [D2], [D3] */
export function sendProblem(
  reply: FastifyReply,
  error: LecternError,
  baseUrl: string,
  authorized: boolean,
): FastifyReply {
  const { status, headers, body } = toProblemResponse(error, baseUrl, reply.request.id, authorized);
  return reply.code(status).headers(headers).send(body);
}

/** `authorized`: the request came with a credential, good or bad. */
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
  // Bytes, since Fastify would add a charset parameter to text, which this media type does not have.
  return { status: problem.status, headers, body: Buffer.from(JSON.stringify(problem)) };
}

/** The Error object of [Resources]. */
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

/** For a person: what happened, what is safe, what to do. A refusal changes nothing [D4]; a failure says itself what is known. */
function toDetail({
  code,
  detail,
  recovery,
}: Pick<LecternError, 'code'> & Partial<Pick<LecternError, 'detail' | 'recovery'>>): string {
  const known = ERROR_CODES[code];
  const happened = detail ?? known.meaning;
  const told = known.status >= 500 || /\bnothing was\b/i.test(happened);
  return [happened, ...(told ? [] : ['Nothing was changed.']), recovery ?? known.recovery].join(' ');
}

const problemUrl = (baseUrl: string, code: ErrorCode): string => `${baseUrl}/problems/${code}`;

/** True if the request came with a bearer credential, good or bad: only then does the challenge speak of an error (RFC 6750 §3.1). */
export const hasBearerCredential = ({ headers }: FastifyRequest): boolean =>
  /^bearer /i.test(headers.authorization ?? '');
