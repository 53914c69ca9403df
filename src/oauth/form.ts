import type { FastifyInstance, FastifyRequest } from 'fastify';
import { OauthError } from './oauth-error.ts';
import { parseQuery } from './query.ts';

/** Fields of a form, each given once; one without a value is the empty text. */
export type Form = ReadonlyMap<string, string>;

const MEDIA_TYPE = /^application\/x-www-form-urlencoded\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?;?\s*$/i;
const SCHEME = /^[A-Za-z][A-Za-z0-9_-]{0,30}(?=$|[ \t])/;
/** How a client would show that it has a secret; ours have none. */
const SECRETS = ['client_secret', 'client_assertion', 'client_assertion_type'];

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Bodies are forms and nothing else. */
export function addFormParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(MEDIA_TYPE, { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, utf8.decode(body as Buffer));
    } catch {
      done(invalidRequest('The form must be in UTF-8.'));
    }
  });
}

/** What can be judged before the body is read. Throws OauthError. [D41] */
export function requireFormRequest({ headers, url }: FastifyRequest): void {
  const { authorization, 'content-encoding': coding, 'content-type': type } = headers;
  if (authorization !== undefined) {
    const challenge = SCHEME.exec(authorization)?.[0] ?? 'Basic';
    throw new OauthError(
      'invalid_client',
      'Clients here are public: send client_id in the form, and no Authorization.',
      {
        challenge,
      },
    );
  }
  if (url.includes('?')) throw invalidRequest('Fields are sent in the form, not in the address.');
  if (!MEDIA_TYPE.test(type ?? '') || (coding !== undefined && coding !== 'identity')) {
    throw invalidRequest('Send a form: application/x-www-form-urlencoded, without content coding.');
  }
}

/** Throws OauthError for what is repeated or malformed, and for a client's secret. */
export function readForm({ body }: FastifyRequest): Form {
  const form = new Map<string, string>();
  for (const [name, [value, ...others]] of parseQuery(`?${body ?? ''}`)) {
    if (others.length > 0) throw invalidRequest('A field is repeated.');
    if (value === null || value === undefined) throw invalidRequest('A field is not well-formed.');
    form.set(name, value);
  }
  if (SECRETS.some((name) => form.has(name))) {
    throw new OauthError('invalid_client', 'Clients here are public and have no secret.');
  }
  return form;
}

/** Throws OauthError for one that is absent or empty. */
export function requireField(form: Form, name: string): string {
  const value = form.get(name);
  if (!value) throw invalidRequest(`${name} is missing.`);
  return value;
}

const invalidRequest = (description: string) => new OauthError('invalid_request', description);
