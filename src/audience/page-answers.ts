import type { FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_CODES } from '../contract/error-codes.ts';
import { LecternError } from '../contract/lectern-error.ts';
import { parseViewerAddress } from '../contract/viewer.ts';
import { toLanguage } from '../locales/languages.ts';
import { type FailureDuties, noteFailure, tellWait } from '../pages/toolkit/page-failure.ts';
import { acceptedLanguage } from '../pages/toolkit/page-language.ts';
import { compressPage } from './compress-page.ts';
import { noticePage } from './notice-page.ts';
import { requireOwnPage } from './require-own-page.ts';

export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
};

const JSON_ESSENCE = /^application\/json\s*(;|$)/i;

export function readAddress(request: FastifyRequest) {
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

export const sendPage = (
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

/** The same, in the content coding that the browser accepts. */
export async function sendCompressedPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: string,
  headers: PageHeaders,
): Promise<FastifyReply> {
  const { encoding, content } = await compressPage(page, headerText(request.headers['accept-encoding']));
  reply.header('vary', 'accept-encoding');
  if (encoding) reply.header('content-encoding', encoding);
  return sendPage(reply, 200, content, headers);
}

/** Where there is nothing to show. */
export function sendMissing(request: FastifyRequest, reply: FastifyReply, policy: string): FastifyReply {
  const { language, query } = readAddress(request);
  return sendPage(reply, 404, noticePage({ language, query, missing: true }), { policy });
}

/** What goes wrong is a page for browsers, which looks again by itself; programs get what they get elsewhere. */
export const showNotice =
  (duties: FailureDuties, policy: string) =>
  (error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (!/\btext\/html\b/.test(request.headers.accept ?? '')) throw error;
    const known = noteFailure(duties, error, request);
    tellWait(reply, known);
    const { language, query } = readAddress(request);
    const page = noticePage({ language, query, missing: known.code === 'not_found' });
    return sendPage(reply, ERROR_CODES[known.code].status, page, { policy });
  };

/** JSON of one of our own pages. Throws `forbidden`, `unsupported_media_type`. */
export function requireOwnJson(request: FastifyRequest, publicUrl: string): void {
  requireOwnPage(request, publicUrl);
  if (!JSON_ESSENCE.test(request.headers['content-type'] ?? '')) throw new LecternError('unsupported_media_type');
}

export const headerText = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;
