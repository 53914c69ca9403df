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

const PROBLEM_HEADERS = { ...PAGE_HEADERS, vary: 'Accept-Language' };

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_CODES, code);

/** Adds the first page, and the pages that explain error codes [D2]. */
export function addPages(app: FastifyInstance, services: DoorHostServices): void {
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
  app.get('/problems', { schema: { hide: true } }, (request, reply) =>
    reply
      .headers(PROBLEM_HEADERS)
      .type('text/html; charset=utf-8')
      .send(problemIndexPage(readLanguage(request))),
  );
  app.get<{ Params: { code: string } }>('/problems/:code', { schema: { hide: true } }, (request, reply) => {
    const { code } = request.params;
    if (!isErrorCode(code)) throw new LecternError('not_found', 'There is no such error code.');
    return reply
      .headers(PROBLEM_HEADERS)
      .type('text/html; charset=utf-8')
      .send(problemPage(readLanguage(request), code));
  });
}
