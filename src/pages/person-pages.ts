import fastifyCookie from '@fastify/cookie';
import fastifyFormBody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_CODES } from '../contract/error-codes.ts';
import type { LecternError } from '../contract/lectern-error.ts';
import { html } from './html.ts';
import { type PageLanguage, readLanguage, type Words } from './page-language.ts';

/** Room for the longest form of ours. */
const FORM_MAX_BYTES = 16 * 1024;

/** Our own files and forms, nothing inline, no frame around it. */
export const PERSON_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

export interface PersonPageDuties {
  /** Takes from the budget that an address has for pages. Throws or rejects `rate_limited`. */
  readonly charge: (address: string) => void | Promise<void>;
  /** Where the page is to be asked for instead; null: here. */
  readonly canonicalOf: (request: FastifyRequest) => string | null;
  /** Any error as one that has a code. */
  readonly toLecternError: (error: unknown) => LecternError;
  /** Logs what is a defect, or a dependency that fails. */
  readonly report: (error: LecternError, request: FastifyRequest) => void;
}

/**
 * A scope for pages that people use: cookies, forms, one budget, headers that keep them private, and errors as pages.
 * `addRoutes` adds the routes; each may set further headers.
 */
export async function addPersonPages(
  app: FastifyInstance,
  { charge, canonicalOf, toLecternError, report }: PersonPageDuties,
  addRoutes: (pages: FastifyInstance) => void,
): Promise<void> {
  await app.register(async (pages) => {
    await pages.register(fastifyCookie);
    await pages.register(fastifyFormBody, { bodyLimit: FORM_MAX_BYTES });
    pages.addHook('onRequest', async (request, reply) => {
      reply
        .header('cache-control', 'no-store')
        .header('pragma', 'no-cache')
        .header('referrer-policy', 'same-origin')
        .header('content-security-policy', PERSON_POLICY);
      await charge(request.ip);
      const elsewhere = canonicalOf(request);
      if (elsewhere !== null) return reply.redirect(elsewhere, 302);
    });
    pages.setErrorHandler((error, request, reply) => {
      const known = toLecternError(error);
      const { status } = ERROR_CODES[known.code];
      if (status >= 500) report(known, request);
      if (known.retryAfterSeconds !== undefined) reply.header('retry-after', String(known.retryAfterSeconds));
      return sendPage(reply, status, errorPage(readLanguage(request), known));
    });
    addRoutes(pages);
  });
}

export const sendPage = (reply: FastifyReply, status: number, page: string): FastifyReply =>
  reply.code(status).type('text/html; charset=utf-8').send(page);

/** What went wrong, for a person: in words of the catalogue, and what the refusal itself says. */
export function errorPage(language: PageLanguage, { code, detail, retryAfterSeconds }: LecternError): string {
  const words = WORDS[language];
  const { status } = ERROR_CODES[code];
  const [title, advice] = words.known[code] ?? words.known[status >= 500 ? 'internal_error' : 'invalid_fields']!;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>${title} · Lectern</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/pages.css">
</head>
<body class="person"><main>
<p class="eyebrow">${status}</p>
<h1>${title}</h1>
<p>${advice}</p>
${retryAfterSeconds !== undefined && html`<p>${words.wait(retryAfterSeconds)}</p>\n`}${
  detail && html`<p class="hint"${language !== 'en' && html` lang="en"`}>${detail}</p>\n`
}<p class="more"><a href="/account">${words.back}</a></p>
</main></body>
</html>
`.toString();
}

interface ErrorWords {
  known: Readonly<Record<string, readonly [title: string, advice: string]>>;
  wait: (seconds: number) => string;
  back: string;
}

const WORDS: Words<ErrorWords> = {
  en: {
    known: {
      not_found: ['This is not here', 'The link may be old, or already used. Nothing was changed.'],
      forbidden: ['This was not done', 'Nothing was changed. Load the page again and try once more.'],
      rate_limited: ['Too many tries', 'Nothing was changed.'],
      unavailable: ['Not available now', 'Nothing was lost. Try again in a moment.'],
      internal_error: ['Something went wrong here', 'It is our fault, and it was written down. Try again in a moment.'],
      invalid_fields: ['This could not be read', 'Nothing was changed. Go back and look at what you entered.'],
    },
    wait: (seconds) => `Please wait ${seconds} seconds.`,
    back: 'To your account',
  },
  pt: {
    known: {
      not_found: ['Isto não está aqui', 'O link pode ser antigo ou já ter sido usado. Nada foi alterado.'],
      forbidden: ['Isto não foi feito', 'Nada foi alterado. Recarregue a página e tente de novo.'],
      rate_limited: ['Tentativas demais', 'Nada foi alterado.'],
      unavailable: ['Indisponível no momento', 'Nada se perdeu. Tente de novo daqui a pouco.'],
      internal_error: ['Algo deu errado aqui', 'A falha é nossa e foi registrada. Tente de novo daqui a pouco.'],
      invalid_fields: ['Não foi possível ler isto', 'Nada foi alterado. Volte e confira o que você digitou.'],
    },
    wait: (seconds) => `Aguarde ${seconds} segundos.`,
    back: 'Para a sua conta',
  },
  de: {
    known: {
      not_found: [
        'Das gibt es hier nicht',
        'Der Link ist vielleicht alt oder schon benutzt. Es wurde nichts geändert.',
      ],
      forbidden: [
        'Das wurde nicht getan',
        'Es wurde nichts geändert. Laden Sie die Seite neu und versuchen Sie es noch einmal.',
      ],
      rate_limited: ['Zu viele Versuche', 'Es wurde nichts geändert.'],
      unavailable: ['Gerade nicht verfügbar', 'Es ist nichts verloren. Versuchen Sie es gleich noch einmal.'],
      internal_error: [
        'Hier ist etwas schiefgegangen',
        'Der Fehler liegt bei uns und wurde notiert. Versuchen Sie es gleich noch einmal.',
      ],
      invalid_fields: [
        'Das war nicht lesbar',
        'Es wurde nichts geändert. Gehen Sie zurück und prüfen Sie Ihre Eingabe.',
      ],
    },
    wait: (seconds) => `Bitte warten Sie ${seconds} Sekunden.`,
    back: 'Zu Ihrem Konto',
  },
};
