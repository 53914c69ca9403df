import { OAUTH_SCOPES, type Scope } from '../contract/scopes.ts';

/**
 * Parses a `scope` parameter. Returns the scopes in canonical order, or null if it is empty, contains a scope that is
 * not `allowed`, or consists of `offline_access` only. RFC 6749 §3.3
 */
export function parseScope(text: string, allowed: readonly Scope[]): readonly Scope[] | null {
  const names = text.split(' ');
  const scopes = OAUTH_SCOPES.filter((scope) => allowed.includes(scope) && names.includes(scope));
  const known = names.every((name) => scopes.some((scope) => scope === name));
  return known && scopes.some((scope) => scope !== 'offline_access') ? scopes : null;
}
