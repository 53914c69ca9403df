import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parseViewerAddress, parseViewerLanguage, type ViewerLanguage } from '../contract/viewer.ts';
import type { Lives } from '../domain/live/lives.ts';
import { readPageAssets } from './assets.ts';
import type { Audience } from './audience.ts';
import { viewerPage } from './viewer-page.ts';

export const WEB_DIRECTORY = join(import.meta.dirname, '../../dist/web');
const VIEWER_ENTRY = 'web/viewer/main.tsx';

/** Nothing but our own files, no inline script or style, no form, no foreign frame around it. */
export const VIEWER_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

interface AudienceDuties {
  readonly lives: Lives;
  /** Takes from the audience's budget of an address. Throws or rejects `rate_limited`. */
  readonly charge: (address: string) => void | Promise<void>;
  /** Logs an answer that has begun and stays open. */
  readonly record: (request: FastifyRequest, reply: FastifyReply) => void;
}

/** The audience's page, its files and its stream. [D44], [D45] */
export async function addAudience(
  app: FastifyInstance,
  audience: Audience,
  { lives, charge, record }: AudienceDuties,
): Promise<void> {
  const assets = readPageAssets(WEB_DIRECTORY, VIEWER_ENTRY);

  await app.register(fastifyStatic, {
    root: join(WEB_DIRECTORY, 'assets'),
    prefix: '/assets/',
    cacheControl: false,
    acceptRanges: false,
    setHeaders: (reply) => {
      reply.header('cache-control', 'public, max-age=31536000, immutable');
    },
  });

  app.get<{ Params: { live_id: string } }>('/l/:live_id', { schema: { hide: true } }, async (request, reply) => {
    await charge(request.ip);
    const { live_id } = request.params;
    const live = await lives.find(live_id);
    const address = parseViewerAddress(new URLSearchParams(request.url.split('?')[1]));
    const language = address.lang ?? acceptedLanguage(request);
    return reply
      .code(live ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', VIEWER_POLICY)
      .header('referrer-policy', 'no-referrer')
      .send(viewerPage({ liveId: live_id, address, language, assets, settings: live?.record.viewerSettings }));
  });

  app.get<{ Params: { live_id: string } }>(
    '/l/:live_id/stream',
    { schema: { hide: true }, exposeHeadRoute: false },
    async (request, reply) => {
      await charge(request.ip);
      const { raw } = reply;
      for (const [name, value] of Object.entries(reply.getHeaders())) raw.setHeader(name, value ?? '');
      raw.setHeader('content-type', 'text/event-stream; charset=utf-8');
      raw.setHeader('cache-control', 'no-store');
      raw.setHeader('x-accel-buffering', 'no');
      await audience.join(request.params.live_id, raw, headerText(request.headers['last-event-id']));
      record(request, reply);
      return reply.hijack();
    },
  );
}

function acceptedLanguage(request: FastifyRequest): ViewerLanguage {
  const tags = request.headers['accept-language']?.split(',') ?? [];
  return tags.map((tag) => parseViewerLanguage(tag.split(';')[0])).find((language) => language !== undefined) ?? 'en';
}

const headerText = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;
