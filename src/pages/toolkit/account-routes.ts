import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireUnrestricted } from '../../domain/account/owners/restriction.ts';
import { readFormText } from './form-text.ts';
import { sendPersonPage } from './person-pages.ts';
import { NOT_SUBMITTED, withPostLoginRedirect } from './post-login-redirect.ts';
import { fillRoutePattern } from './route-pattern.ts';
import { isSignedIn, type SignedInVisit, type Visits } from './visits.ts';

/** What every page of an account works with. */
export interface AccountServices {
  readonly visits: Visits;
}

/** One request to a page of the account. */
export interface AccountRequest {
  readonly visit: SignedInVisit;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Of the address; each is there by the route's own pattern. */
  readonly params: Readonly<Record<string, string>>;
  /** The only value of a field or of the query; empty where it is absent or repeated. */
  field(name: string): string;
  query(name: string): string;
  /** All values of a field. */
  fields(name: string): readonly string[];
}

/** What a form leads to: another page, or a page at once. */
type FormAnswer = { readonly to: string } | { readonly status: number; readonly page: string };

/** A page for whoever is signed in; others sign in first and come back. */
export function addAccountPage(
  pages: FastifyInstance,
  { visits }: AccountServices,
  path: string,
  show: (call: AccountRequest) => Promise<string>,
): void {
  pages.get(path, { schema: { hide: true } }, async (request, reply) => {
    const visit = await openHeld(visits, request, reply, request.url);
    if (!visit) return reply;
    return sendPersonPage(reply, 200, await show(toCall(visit, request, reply)));
  });
}

/** A file for whoever is signed in, made while it is sent; `back` is the pattern of the page that offers it. */
export function addAccountFile(
  pages: FastifyInstance,
  { visits }: AccountServices,
  { path, back }: { path: string; back: string },
  make: (call: AccountRequest) => Promise<{ name: string; mediaType: string; pieces: AsyncIterable<string> }>,
): void {
  pages.get(path, { schema: { hide: true } }, async (request, reply) => {
    const visit = await openHeld(visits, request, reply, fillRoutePattern(back, request.params));
    if (!visit) return reply;
    const { name, mediaType, pieces } = await make(toCall(visit, request, reply));
    return reply
      .type(mediaType)
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(Readable.from(pieces));
  });
}

/**
 * A form of such a page. `back` is the pattern of the page that has it, for whoever is not signed in any more. `ends`: it ends
 * what lets somebody in, which stays possible where processing for the account is restricted. [D42]
 */
export function addAccountForm(
  pages: FastifyInstance,
  { visits }: AccountServices,
  { path, purpose, back, ends = false }: { path: string; purpose: string; back: string; ends?: boolean },
  act: (call: AccountRequest) => Promise<FormAnswer>,
): void {
  pages.post(path, { schema: { hide: true }, config: { formOn: back } }, async (request, reply) => {
    const page = fillRoutePattern(back, request.params);
    const visit = await openHeld(visits, request, reply, page, NOT_SUBMITTED);
    if (!visit) return reply;
    visits.requireOwnForm(request, visit, purpose, page);
    if (!ends) requireUnrestricted(visit.holder.user);
    const answer = await act(toCall(visit, request, reply));
    return 'to' in answer ? reply.redirect(answer.to, 303) : sendPersonPage(reply, answer.status, answer.page);
  });
}

/** Null for whoever is not signed in: sent to sign in, and to come back to `back`. `told` are parameters of the sign-in page. */
async function openHeld(
  visits: Visits,
  request: FastifyRequest,
  reply: FastifyReply,
  back: string,
  told: Record<string, string> = {},
): Promise<SignedInVisit | null> {
  visits.requireSecure(request, 'sign-in');
  const visit = await visits.open(request, reply);
  if (isSignedIn(visit)) return visit;
  reply.redirect(withPostLoginRedirect('/sign-in', { request: null, next: back }, told), 303);
  return null;
}

function toCall(visit: SignedInVisit, request: FastifyRequest, reply: FastifyReply): AccountRequest {
  const body = (request.body ?? {}) as Record<string, unknown>;
  return {
    visit,
    request,
    reply,
    params: request.params as Record<string, string>,
    field: (name) => readFormText(body, name),
    query: (name) => readFormText(request.query, name),
    fields: (name) => [body[name] ?? []].flat().filter((value) => typeof value === 'string'),
  };
}
