import { STATE_MAX_BYTES, STATE_MIN_BYTES } from '../contract/limits.ts';
import type { ClientRecord } from '../storage/storage.ts';
import type { AuthorizationParameters } from './authorization-requests.ts';
import type { Query } from './query.ts';
import { parseScope } from './scope.ts';

/** RFC 6749 §4.1.2.1 */
type AuthorizationErrorCode = 'invalid_request' | 'unsupported_response_type' | 'invalid_scope' | 'access_denied';

type AuthorizationVerdict =
  | { readonly kind: 'begin'; readonly parameters: AuthorizationParameters }
  /** Shown to the user instead of redirecting, because the redirect URI is not verified. */
  | { readonly kind: 'local'; readonly reason: 'client' | 'redirect_uri' | 'state' }
  | {
      readonly kind: 'redirect';
      readonly redirectUri: string;
      readonly state: string;
      readonly error: AuthorizationErrorCode;
      /** ASCII text that contains no input. */
      readonly description: string;
    };

/** Format of client ids. PostgreSQL rejects some other characters in queries. */
const CLIENT_ID = /^[A-Za-z0-9_-]{1,64}$/;
const CODE_CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** Returns the client id, or null if it is missing, repeated or malformed. */
export function readClientId(query: Query): string | null {
  const id = single(query, 'client_id');
  return typeof id === 'string' && CLIENT_ID.test(id) ? id : null;
}

/**
 * Validates an authorization request. Errors of client, redirect URI and state are shown locally; all others are sent
 * to the redirect URI. Unknown parameters are ignored. [D41], RFC 6749 §3.1, §4.1.1, RFC 7636 §4.3
 */
export function validateAuthorization(query: Query, client: ClientRecord | null): AuthorizationVerdict {
  const clientId = single(query, 'client_id');
  if (!client || client.disabled || clientId !== client.id) return { kind: 'local', reason: 'client' };

  const redirectUri = single(query, 'redirect_uri');
  // Exact string comparison, as the specification requires.
  if (typeof redirectUri !== 'string' || !client.redirectUris.includes(redirectUri)) {
    return { kind: 'local', reason: 'redirect_uri' };
  }

  const state = single(query, 'state');
  if (typeof state !== 'string' || !hasStateSize(state)) return { kind: 'local', reason: 'state' };

  const refuse = (error: AuthorizationErrorCode, description: string): AuthorizationVerdict => ({
    kind: 'redirect',
    redirectUri,
    state,
    error,
    description,
  });

  // RFC 6749 §A.5 excludes control characters, and PostgreSQL cannot store NUL.
  if (/\p{Cc}/u.test(state)) return refuse('invalid_request', 'state must not contain control characters.');

  const unclear = ONCE.find((name) => single(query, name) === null);
  if (unclear) return refuse('invalid_request', `${unclear} must be sent exactly once, in UTF-8.`);

  const responseMode = single(query, 'response_mode');
  if (responseMode !== undefined && responseMode !== 'query') {
    return refuse('invalid_request', 'response_mode must be query.');
  }

  const responseType = single(query, 'response_type');
  if (responseType === undefined) return refuse('invalid_request', 'response_type is missing.');
  if (responseType !== 'code') return refuse('unsupported_response_type', 'response_type must be code.');

  if (single(query, 'code_challenge_method') !== 'S256') {
    return refuse('invalid_request', 'code_challenge_method must be S256.');
  }
  const codeChallenge = single(query, 'code_challenge');
  if (typeof codeChallenge !== 'string' || !CODE_CHALLENGE.test(codeChallenge)) {
    return refuse('invalid_request', 'code_challenge must be 43 characters of base64url.');
  }

  const scopes = parseScope(single(query, 'scope') ?? '', client.scopes);
  if (!scopes) {
    return refuse('invalid_scope', 'scope must list scopes of this client, and not only offline_access.');
  }
  return { kind: 'begin', parameters: { clientId: client.id, redirectUri, scopes, state, codeChallenge } };
}

const ONCE = ['response_mode', 'response_type', 'code_challenge_method', 'code_challenge', 'scope'];

function hasStateSize(text: string): boolean {
  const bytes = Buffer.byteLength(text);
  return bytes >= STATE_MIN_BYTES && bytes <= STATE_MAX_BYTES;
}

/** Returns undefined for an absent or empty parameter (RFC 6749 §3.1), null for a repeated or malformed one. */
function single(query: Query, name: string): string | null | undefined {
  const values = query.get(name);
  if (!values) return undefined;
  if (values.length > 1) return null;
  return values[0] === '' ? undefined : values[0];
}
