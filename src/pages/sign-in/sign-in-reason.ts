import type { FastifyRequest } from 'fastify';
import type { TerminalLogins } from '../../domain/account/credentials/terminal-logins.ts';
import type { OneTimeLinks } from '../../domain/account/identity/one-time-links.ts';
import type { InterfaceLanguage } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';
import type { PostLoginRedirect } from '../toolkit/post-login-redirect.ts';
import type { Visit } from '../toolkit/visit.ts';
import { findInvitation } from './find-invitation.ts';
import type { Throttling } from './throttling.ts';

/** Reason to sign in: a waiting app or terminal, or an invitation to an organization. `name` is its name. */
export interface SignInReason {
  readonly kind: 'app' | 'terminal' | 'organization';
  readonly name: string;
}

export interface SignInReasonServices extends Throttling {
  readonly links: OneTimeLinks;
  readonly terminalLogins: TerminalLogins;
  /** Returns the name of the app whose OAuth request, known by its secret, waits for this browser, or null. */
  readonly findRequestingApp: (secret: string, visit: Visit) => Promise<string | null>;
}

/** Returns the reason to sign in, or null if nothing waits for this browser. */
export async function findSignInReason(
  services: SignInReasonServices,
  request: FastifyRequest,
  visit: Visit,
  redirect: PostLoginRedirect,
): Promise<SignInReason | null> {
  const { findRequestingApp, terminalLogins, throttle, peerOf } = services;
  const { request: secret, next } = redirect;
  if (secret !== null) {
    const name = await findRequestingApp(secret, visit);
    return name === null ? null : { kind: 'app', name };
  }
  const invitation = await findInvitation(services, redirect);
  if (invitation) return invitation.organization && { kind: 'organization', name: invitation.organization.name };
  const code = next === null ? null : codeOf(next);
  if (code === null) return null;
  // Limited as on /connect, so that codes cannot be guessed here.
  const tried = await throttle.countTerminalCode({ address: peerOf(request) });
  if (typeof tried === 'number') return null;
  const login = await terminalLogins.find(code);
  if (!login) return null;
  await throttle.release(tried);
  return { kind: 'terminal', name: login.name };
}

/** Renders the line after the title of the page. */
export const reasonLine = (language: InterfaceLanguage, reason: SignInReason | null): SafeHtml | false =>
  reason !== null && html`<p>${STRINGS[language].signIn.reasons[reason.kind](reason.name)}</p>\n`;

/** Returns the terminal's code from a path such as `/connect?code=…`, or null. */
function codeOf(path: string): string | null {
  const url = URL.parse(path, 'http://here.invalid');
  return url?.pathname === '/connect' ? url.searchParams.get('code') : null;
}
