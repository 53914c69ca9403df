import { OAUTH_SCOPES, type Scope } from '../contract/scopes.ts';

/**
 * What a `scope` names, in the order of our list; null where it is empty, names something else than `allowed`, or would only
 * keep a connection that may do nothing. RFC 6749 §3.3
 */
export function parseScope(text: string, allowed: readonly Scope[]): readonly Scope[] | null {
  const names = text.split(' ');
  const scopes = OAUTH_SCOPES.filter((scope) => allowed.includes(scope) && names.includes(scope));
  const known = names.every((name) => scopes.some((scope) => scope === name));
  return known && scopes.some((scope) => scope !== 'offline_access') ? scopes : null;
}
