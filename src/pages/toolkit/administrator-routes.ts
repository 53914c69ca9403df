import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';
import { sessionEndedError } from '../../domain/account/credentials/console-credentials.ts';
import { isRecentlyAuthenticated } from '../../domain/account/identity/recent-authentication.ts';
import { requireUnrestricted } from '../../domain/account/owners/restriction.ts';
import type { Clock } from '../../domain/clock.ts';
import {
  type AccountDownload,
  type AccountForm,
  type AccountRequest,
  type AccountServices,
  addAccountFile,
  addAccountForm,
  addAccountPage,
  type FormResult,
} from './account-routes.ts';
import { addJsonRoute, type JsonRoute } from './json-route.ts';
import { SignInAgainError } from './sign-in-again.ts';
import { isSignedIn, type SignedInScriptVisit } from './visit.ts';
import type { Visits } from './visits.ts';

/** The services that every page of administrators needs. */
export interface AdministratorServices {
  readonly visits: Visits;
  readonly clock: Clock;
}

/**
 * Adds a page for administrators of the installation. Others sign in first, and then get 404 like at any unknown
 * address. An administrator who signed in too long ago signs in again and returns to it. [D69]
 */
export const addAdministratorPage = (
  pages: FastifyInstance,
  services: AdministratorServices,
  path: string,
  show: (call: AccountRequest) => Promise<string>,
): void => addAccountPage(pages, admitAdministrators(services), path, show);

/** Adds a download for administrators. `back` is the route pattern of the page that links to it. [D69] */
export const addAdministratorFile = (
  pages: FastifyInstance,
  services: AdministratorServices,
  route: { path: string; back: string },
  make: (call: AccountRequest) => Promise<AccountDownload>,
): void => addAccountFile(pages, admitAdministrators(services), route, make);

/** Adds a form for administrators. `back` is the route pattern of its page. [D69] */
export const addAdministratorForm = (
  pages: FastifyInstance,
  services: AdministratorServices,
  form: AccountForm,
  act: (call: AccountRequest) => Promise<FormResult>,
): void => addAccountForm(pages, admitAdministrators(services), form, act);

/** Route of a script on a page of administrators. */
interface AdministratorScript extends Pick<JsonRoute, 'method' | 'path' | 'body'> {
  /** The purpose of the page's `csrf` token, which the script sends as X-CSRF-Token. */
  readonly purpose: string;
  /** Route pattern of the page that runs the script. */
  readonly back: string;
}

/**
 * Adds a JSON route for the script of an administrator's page. Everything is checked before the body is read: 401
 * `invalid_token` without a session, 404 for others than administrators, 403 for a request of another origin or page,
 * and 403 `forbidden` after an old sign-in. [D69]
 */
export function addAdministratorScript<Body>(
  pages: FastifyInstance,
  services: AdministratorServices,
  { purpose, back, ...route }: AdministratorScript,
  handler: (call: {
    visit: SignedInScriptVisit;
    request: FastifyRequest;
    reply: FastifyReply;
    body: Body;
  }) => Promise<object>,
): void {
  const admitted = new WeakMap<FastifyRequest, SignedInScriptVisit>();
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    admitted.set(request, await admitScript(services, { request, reply }, { purpose, back }));
  };
  addJsonRoute(pages, { ...route, onRequest }, (request, reply) =>
    handler({ visit: admitted.get(request)!, request, reply, body: request.body as Body }),
  );
}

/**
 * Checks a script's request to a route of administrators, and returns its visit. Use it as an `onRequest` hook if a
 * route reads its body in its own way. A request that changes nothing needs no token.
 */
export async function admitScript(
  { visits, clock }: AdministratorServices,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { purpose, back }: { purpose: string; back: string },
): Promise<SignedInScriptVisit> {
  visits.address.requireSecure(request, 'sign-in');
  const visit = await visits.openScript(request, reply);
  if (!isSignedIn(visit)) throw sessionEndedError();
  requireAdministrator(visit);
  if (request.method !== 'GET') {
    visits.csrf.requireOwnScript(request, visit, purpose);
    requireUnrestricted(visit.holder.user);
  }
  requireRecentSignIn(visit, back, clock);
  return visit;
}

const admitAdministrators = ({ visits, clock }: AdministratorServices): AccountServices => ({
  visits,
  admission: {
    recognize: requireAdministrator,
    admit: (visit, back) => requireRecentSignIn(visit, back, clock),
  },
});

/** Throws `not_found` unless the user administers the installation, so that others see only an unknown address. */
function requireAdministrator({ holder }: SignedInScriptVisit): void {
  if (!holder.user.administrator) throw new LecternError('not_found');
}

/** Throws a SignInAgainError if the session is too old for what an administrator does. */
function requireRecentSignIn({ holder }: SignedInScriptVisit, back: string, clock: Clock): void {
  if (!isRecentlyAuthenticated(holder.session, clock())) throw new SignInAgainError(back);
}
