import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { ERROR_CODES, type ErrorCode } from '../contract/error-codes.ts';
import { LecternError } from '../contract/lectern-error.ts';
import { LANGUAGE_CODES } from '../locales/languages.ts';
import { ROOT_FOLDER } from '../package/root-folder.ts';
import { homePage, problemIndexPage, problemPage } from './plain-pages.ts';
import { builtAssets } from './toolkit/assets.ts';
import { compressText } from './toolkit/compress-text.ts';
import { readLanguage } from './toolkit/page-language.ts';

/** Headers of pages without scripts. */
const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'public, max-age=300',
};

/** Stylesheets of all pages without scripts, in the order of the cascade. */
const STYLES = [
  'src/pages/styles/plain.css',
  'src/pages/styles/person.css',
  'src/pages/styles/disclosure.css',
  'src/pages/styles/parts.css',
  'src/pages/toolkit/frame-header.css',
];

/** Adds the home page, the pages that explain error codes [D2], and their stylesheet. */
export function addPages(app: FastifyInstance): void {
  const style = fontFaces() + STYLES.map((name) => readFileSync(join(ROOT_FOLDER, name), 'utf8')).join('\n');
  const homes = new Map(LANGUAGE_CODES.map((language) => [language, Buffer.from(homePage(language))]));
  const index = Buffer.from(problemIndexPage());
  const problems = new Map(Object.keys(ERROR_CODES).map((code) => [code, Buffer.from(problemPage(code as ErrorCode))]));

  app.get('/pages.css', { schema: { hide: true } }, async (request, reply) => {
    const { encoding, content } = await compressText(style, request.headers['accept-encoding']);
    if (encoding) reply.header('content-encoding', encoding);
    reply.headers({ ...PAGE_HEADERS, vary: 'accept-encoding' }).type('text/css; charset=utf-8');
    return reply.send(content);
  });
  app.get('/', { schema: { hide: true } }, (request, reply) =>
    reply
      .headers({ ...PAGE_HEADERS, vary: 'Accept-Language' })
      .type('text/html; charset=utf-8')
      .send(homes.get(readLanguage(request))),
  );
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

/** Returns the font faces of Inter, as used by the viewer: Latin, and extended Latin. */
const fontFaces = (): string =>
  [
    ['inter-latin-ext-wght-normal', 'U+0100-02BA, U+1D00-1DBF, U+1E00-1E9F, U+20A0-20AB, U+2C60-2C7F'],
    ['inter-latin-wght-normal', 'U+0000-00FF, U+0131, U+0152-0153, U+2000-206F, U+20AC, U+2122, U+2212'],
  ]
    .map(([name, range]) => {
      const url = builtAssets('web/viewer/main.tsx').fonts[name!];
      if (!url) throw new Error(`the viewer was built without ${name}`);
      return `@font-face{font-family:Inter;font-weight:100 900;font-display:swap;src:url("${url}") format("woff2");unicode-range:${range}}\n`;
    })
    .join('');
