import { hash, timingSafeEqual } from 'node:crypto';
import type { Scope } from '../contract/scopes.ts';
import type { ClientRecord, CodeState, GrantUser, RefreshState } from '../storage/storage.ts';
import { parseScope } from './scope.ts';

export type GrantRefusal = 'invalid_client' | 'invalid_grant' | 'invalid_scope';

/** `reused`: what was spent came again, so its grant ends. `good`: what is issued has these scopes. */
export type GrantDecision =
  | { readonly kind: 'reused' }
  | { readonly kind: 'refused'; readonly reason: GrantRefusal }
  | { readonly kind: 'good'; readonly scopes: readonly Scope[] };

/** RFC 7636 §4.1 */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

/** What comes with a code. `client` is the one that the request names, as it was before the code was looked up. */
interface CodeClaim {
  readonly client: ClientRecord | null;
  readonly redirectUri: string;
  readonly verifier: string;
  /** RFC 3339 */
  readonly now: string;
}

/** The order is that of [D41]: reuse before everything else, then the client, then what the code is bound to. */
export function validateCode(
  { code, grantId, sessionEndsAt, client, user }: CodeState,
  claim: CodeClaim,
): GrantDecision {
  if (grantId !== null) return { kind: 'reused' };
  if (!isEnabled(claim.client, client)) return refused('invalid_client');
  if (claim.client?.id !== code.clientId) return refused('invalid_grant');
  if (code.expiresAt <= claim.now) return refused('invalid_grant');
  if (code.redirectUri !== claim.redirectUri) return refused('invalid_grant');
  if (!isVerified(claim.verifier, code.codeChallenge)) return refused('invalid_grant');
  if (sessionEndsAt === null || sessionEndsAt <= claim.now) return refused('invalid_grant');
  if (!isActive(user)) return refused('invalid_grant');
  return { kind: 'good', scopes: code.scopes };
}

/** What comes with a refresh token. */
interface RefreshClaim {
  readonly client: ClientRecord | null;
  /** As it was sent; undefined: all of the grant. */
  readonly scope: string | undefined;
  /** RFC 3339 */
  readonly now: string;
}

/** The same for a refresh token; the scope comes last. */
export function validateRefresh({ usedAt, grant, client, user }: RefreshState, claim: RefreshClaim): GrantDecision {
  if (usedAt !== null) return { kind: 'reused' };
  if (!isEnabled(claim.client, client)) return refused('invalid_client');
  if (claim.client?.id !== grant.clientId) return refused('invalid_grant');
  if (grant.revokedAt !== null || !lastsASecond(grant.expiresAt, claim.now)) return refused('invalid_grant');
  if (!isActive(user)) return refused('invalid_grant');
  const scopes = claim.scope === undefined ? grant.scopes : parseScope(claim.scope, grant.scopes);
  return scopes ? { kind: 'good', scopes } : refused('invalid_scope');
}

/** An artifact that nobody knows is a bad grant, unless the client is bad already. */
export const refuseUnknownGrant = (client: ClientRecord | null): GrantRefusal =>
  client && !client.disabled ? 'invalid_grant' : 'invalid_client';

/** `known` is what the transaction sees of the artifact's own client: it may have been disabled since `claimed` was read. */
const isEnabled = (claimed: ClientRecord | null, known: ClientRecord): boolean =>
  claimed !== null && !claimed.disabled && !(claimed.id === known.id && known.disabled);

/** One that ends sooner could only have tokens that are over when they arrive. */
const lastsASecond = (expiresAt: string, now: string): boolean => Date.parse(expiresAt) - Date.parse(now) >= 1_000;

const isActive = ({ accountId, disabled }: GrantUser): boolean => accountId !== null && !disabled;

/** S256, RFC 7636 §4.6 */
function isVerified(verifier: string, challenge: string): boolean {
  const given = Buffer.from(hash('sha256', verifier, 'base64url'));
  const expected = Buffer.from(challenge);
  return VERIFIER.test(verifier) && given.length === expected.length && timingSafeEqual(given, expected);
}

const refused = (reason: GrantRefusal): GrantDecision => ({ kind: 'refused', reason });
