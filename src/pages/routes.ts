import type { FastifyInstance } from 'fastify';
import { ERROR_CODES, type ErrorCode } from '../contract/error-codes.ts';
import { LecternError } from '../contract/lectern-error.ts';
import { homePage, problemIndexPage, problemPage } from './plain-pages.ts';
import { type DoorHostServices, findDoorHost } from './toolkit/door-host.ts';
import { readLanguage } from './toolkit/page-language.ts';

/** Headers of pages without scripts. */
const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'public, max-age=300',
};

/** Adds the first page, and the pages that explain error codes [D2]. */
export function addPages(app: FastifyInstance, services: DoorHostServices): void {
  const index = Buffer.from(problemIndexPage());
  const problems = new Map(Object.keys(ERROR_CODES).map((code) => [code, Buffer.from(problemPage(code as ErrorCode))]));

  app.get('/', { schema: { hide: true } }, async (request, reply) => {
    // The page needs no database.
    const host = await findDoorHost(services).catch(() => null);
    return reply
      .headers({ ...PAGE_HEADERS, 'cache-control': 'no-cache', vary: 'Accept-Language' })
      .type('text/html; charset=utf-8')
      .send(homePage(readLanguage(request), host));
  });
  // https://www.w3.org/TR/change-password-url/
  app.get('/.well-known/change-password', { schema: { hide: true } }, (_request, reply) =>
    reply.redirect('/account?open=password', 303),
  );
  app.get('/problems', { schema: { hide: true } }, (_request, reply) =>
    reply.headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(index),
  );
  app.get<{ Params: { code: string } }>('/problems/:code', { schema: { hide: true } }, (request, reply) => {
    const page = problems.get(request.params.code);
    if (!page) throw new LecternError('not_found', 'There is no such error code.');
    return reply.headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(page);
  });
}
