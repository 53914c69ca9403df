import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { ERROR_CODES, type ErrorCode } from '../contract/error-codes.ts';
import { LecternError } from '../contract/lectern-error.ts';
import { homePage, problemIndexPage, problemPage } from './plain-pages.ts';

/** Pages of ours that run no script at all. */
const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'public, max-age=300',
};

/** The server's own address, the pages that explain the error codes [D2], and their style. */
export function addPages(app: FastifyInstance): void {
  const style = readFileSync(join(import.meta.dirname, 'pages.css'));

  app.get('/pages.css', { schema: { hide: true } }, (_request, reply) =>
    reply.headers(PAGE_HEADERS).type('text/css; charset=utf-8').send(style),
  );
  app.get('/', { schema: { hide: true } }, (_request, reply) =>
    reply.headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(homePage()),
  );
  app.get('/problems', { schema: { hide: true } }, (_request, reply) =>
    reply.headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(problemIndexPage()),
  );
  app.get<{ Params: { code: string } }>('/problems/:code', { schema: { hide: true } }, (request, reply) => {
    const { code } = request.params;
    if (!Object.hasOwn(ERROR_CODES, code)) throw new LecternError('not_found', 'There is no such error code.');
    return reply
      .headers(PAGE_HEADERS)
      .type('text/html; charset=utf-8')
      .send(problemPage(code as ErrorCode));
  });
}
