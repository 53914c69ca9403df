import type { FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_CODES } from '../contract/error-codes.ts';
import { LecternError } from '../contract/lectern-error.ts';
import { parseViewerAddress } from '../contract/viewer.ts';
import { toLanguage } from '../locales/languages.ts';
import { compressText } from '../pages/toolkit/compress-text.ts';
import { type PageErrorDependencies, reportPageError, setRetryAfter } from '../pages/toolkit/page-error.ts';
import { acceptedLanguage } from '../pages/toolkit/page-language.ts';
import { noticePage } from './notice-page.ts';
import { requireSameOrigin } from './same-origin.ts';

export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
};

const JSON_ESSENCE = /^application\/json\s*(;|$)/i;

export function readPageAddress(request: FastifyRequest) {
  const start = request.url.indexOf('?');
  const query = start < 0 ? '' : request.url.slice(start);
  const parameters = new URLSearchParams(query);
  const address = parseViewerAddress(parameters);
  const language = toLanguage(parameters.get('lang')) ?? acceptedLanguage(request.headers['accept-language']);
  return { address, parameters, query, language };
}

interface PageHeaders {
  readonly policy: string;
  readonly caching?: string;
}

export const sendAudiencePage = (
  reply: FastifyReply,
  code: number,
  page: string | Buffer,
  { policy, caching = 'no-store' }: PageHeaders,
): FastifyReply =>
  reply
    .code(code)
    .type('text/html; charset=utf-8')
    .header('cache-control', caching)
    .header('content-security-policy', policy)
    .header('referrer-policy', 'no-referrer')
    .send(page);

/** Sends a page, compressed if the browser accepts it. */
export async function sendCompressedPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: string,
  headers: PageHeaders,
): Promise<FastifyReply> {
  const { encoding, content } = await compressText(page, toSingleHeader(request.headers['accept-encoding']));
  reply.header('vary', 'accept-encoding');
  if (encoding) reply.header('content-encoding', encoding);
  return sendAudiencePage(reply, 200, content, headers);
}

/** Sends the notice for a missing Live with status 404. */
export function sendNotFoundPage(request: FastifyRequest, reply: FastifyReply, policy: string): FastifyReply {
  const { language, query } = readPageAddress(request);
  return sendAudiencePage(reply, 404, noticePage({ language, query, missing: true }), { policy });
}

/** Returns an error handler that sends browsers a notice page, which polls and reloads. Other clients get a problem. */
export const noticeErrorHandler =
  (dependencies: PageErrorDependencies, policy: string) =>
  (error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (!/\btext\/html\b/.test(request.headers.accept ?? '')) throw error;
    const known = reportPageError(dependencies, error, request);
    setRetryAfter(reply, known);
    const { language, query } = readPageAddress(request);
    const page = noticePage({ language, query, missing: known.code === 'not_found' });
    return sendAudiencePage(reply, ERROR_CODES[known.code].status, page, { policy });
  };

/** Requires JSON from a page of the same origin. Throws `forbidden`, `unsupported_media_type`. */
export function requireSameOriginJson(request: FastifyRequest, publicUrl: string): void {
  requireSameOrigin(request, publicUrl);
  if (!JSON_ESSENCE.test(request.headers['content-type'] ?? '')) throw new LecternError('unsupported_media_type');
}

export const toSingleHeader = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;
