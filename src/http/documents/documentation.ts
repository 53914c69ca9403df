import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';
import { DOCS_DIRECTORY } from '../../pages/toolkit/assets.ts';
import { toPolicy } from '../../pages/toolkit/content-security-policy.ts';
import { FilesOnDisk, readStaticFolder, type StaticFile, sendStaticFile } from '../../pages/toolkit/static-files.ts';

const PAGES = join(DOCS_DIRECTORY, 'pages');
const PICTURES = join(DOCS_DIRECTORY, 'pictures');
const PICTURE = 'pictures/';

const HEADERS = {
  // The search loads its index.
  'content-security-policy': toPolicy(),
  'referrer-policy': 'no-referrer',
};
/** A page keeps its address when the next version changes it. */
const CACHED = 'public, max-age=300';

/**
 * Serves the guides and the API reference. Guides in other languages than English are below the code of their language.
 * [D48] If nothing was built, every address responds 404.
 */
export function addDocumentation(app: FastifyInstance): void {
  const isBuilt = existsSync(PAGES);
  const pages: ReadonlyMap<string, StaticFile> = isBuilt
    ? readStaticFolder(PAGES, 'text/plain; charset=utf-8')
    : new Map();
  // The names have a digest of the content: one tag is enough for all.
  const pictures = isBuilt ? new FilesOnDisk(PICTURES, 'kept') : undefined;

  app.get('/docs', { schema: { hide: true } }, (request, reply) => send('index.html', request, reply));
  app.get<{ Params: { '*': string } }>('/docs/*', { schema: { hide: true } }, (request, reply) => {
    const { '*': path } = request.params;
    const picture = path.startsWith(PICTURE) ? path.slice(PICTURE.length) : '';
    if (pictures?.has(picture)) return pictures.send(request, reply.headers(HEADERS), picture);
    if (pages.has(`${path}.html`) && !/(?:^|\/)404$/.test(path)) return send(`${path}.html`, request, reply);
    const address = addressOf(path);
    if (address !== `/docs/${path}` && (address === '/docs' || pages.has(`${address.slice('/docs/'.length)}.html`)))
      return reply.redirect(address, 301);
    return pages.has(path) ? send(path, request, reply) : refuse(request, reply);
  });

  const send = (name: string, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const file = pages.get(name);
    return file ? sendStaticFile(request, reply.headers(HEADERS), file, CACHED) : refuse(request, reply);
  };
  /** Throws `not_found` for a client that is no browser. */
  const refuse = ({ headers, url }: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const missing = pages.get(`${url.split('/')[2]}/404.html`) ?? pages.get('404.html');
    if (!missing || !/\btext\/html\b/.test(headers.accept ?? '')) throw new LecternError('not_found');
    return reply.code(404).headers(HEADERS).type(missing.type).send(missing.content);
  };
}

/** Returns the page address for a path below `/docs/`, which names a repository file or ends in a slash. */
function addressOf(path: string): string {
  const page = path.replace(/\/+$/, '').replace(/\.(?:md|html)$/, '');
  return `/docs/${page.replace(/(?:^|\/)(?:README|index)$/, '')}`.replace(/\/$/, '');
}
