import type { FastifyInstance, FastifyRequest } from 'fastify';
import { OauthError } from './oauth-error.ts';
import { parseQuery } from './query.ts';

/** Fields of a form by name. A field without a value is an empty string. */
export type Form = ReadonlyMap<string, string>;

const MEDIA_TYPE = /^application\/x-www-form-urlencoded\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?;?\s*$/i;
const SCHEME = /^[A-Za-z][A-Za-z0-9_-]{0,30}(?=$|[ \t])/;
/** Fields of confidential clients, which are not supported. */
const SECRETS = ['client_secret', 'client_assertion', 'client_assertion_type'];

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Accepts forms as the only request bodies. */
export function addFormParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(MEDIA_TYPE, { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, utf8.decode(body as Buffer));
    } catch {
      done(invalidRequest('The form must be encoded in UTF-8.'));
    }
  });
}

/** Checks the headers before the body is read. Throws OauthError. [D41] */
export function requireFormRequest({ headers, url }: FastifyRequest): void {
  const { authorization, 'content-encoding': coding, 'content-type': type } = headers;
  if (authorization !== undefined) {
    const challenge = SCHEME.exec(authorization)?.[0] ?? 'Basic';
    throw new OauthError(
      'invalid_client',
      'Clients are public: send client_id in the form, without an Authorization header.',
      {
        challenge,
      },
    );
  }
  if (url.includes('?')) throw invalidRequest('Send the fields in the form, not in the URL.');
  if (!MEDIA_TYPE.test(type ?? '') || (coding !== undefined && coding !== 'identity')) {
    throw invalidRequest('Send the form as application/x-www-form-urlencoded, without Content-Encoding.');
  }
}

/** Parses the form. Throws OauthError if a field is repeated or malformed, or if it contains a client secret. */
export function readForm({ body }: FastifyRequest): Form {
  const form = new Map<string, string>();
  for (const [name, [value, ...others]] of parseQuery(`?${body ?? ''}`)) {
    if (others.length > 0) throw invalidRequest('A field is repeated.');
    if (value === null || value === undefined) throw invalidRequest('A field is malformed.');
    form.set(name, value);
  }
  if (SECRETS.some((name) => form.has(name))) {
    throw new OauthError('invalid_client', 'Clients are public and have no secret.');
  }
  return form;
}

/** Returns a field. Throws OauthError if it is missing or empty. */
export function requireField(form: Form, name: string): string {
  const value = form.get(name);
  if (!value) throw invalidRequest(`${name} is missing.`);
  return value;
}

const invalidRequest = (description: string) => new OauthError('invalid_request', description);
