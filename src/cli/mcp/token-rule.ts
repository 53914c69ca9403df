import type { Static } from 'typebox';
import type { Me } from '../../contract/schemas/credentials.ts';
import { SCOPES } from '../../contract/scopes.ts';

/** Scopes with which nothing that an audience sees can be changed. [D75] */
export const ASSISTANT_SCOPES: readonly string[] = SCOPES.filter(
  (scope) =>
    /^(live|translation|presentation)\.(list|get|read|search)$/.test(scope) ||
    scope === 'identity.read' ||
    scope === 'plan.update',
);

/** Returns why an assistant must not have a token; null if it may. [D75] */
export function refuseToken({ kind, scopes }: Static<typeof Me>['credential']): string | null {
  if (kind === 'delegated') return 'The token is one of a connected app.';
  if (scopes.length === 0) return 'The token has no scopes of its own, so it allows everything.';
  const others = scopes.filter((scope) => !ASSISTANT_SCOPES.includes(scope));
  return others.length === 0 ? null : `The token allows more than an assistant may have: ${others.join(', ')}.`;
}
