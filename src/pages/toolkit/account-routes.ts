import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';
import { requireUnrestricted } from '../../domain/account/owners/restriction.ts';
import { readFormText } from './form-text.ts';
import { MissingTargetError } from './missing-target.ts';
import { sendPersonPage } from './person-pages.ts';
import { NOT_SUBMITTED, withPostLoginRedirect } from './post-login-redirect.ts';
import { fillRoutePattern } from './route-pattern.ts';
import { isSignedIn, type SignedInVisit } from './visit.ts';
import type { Visits } from './visits.ts';

/** The services that every account page needs. */
export interface AccountServices {
  readonly visits: Visits;
  /** Further checks of pages that not everyone can open. Each throws. */
  readonly admission?: PageAdmission;
}

/** Checks of a page that only some people can open. `back` is its address, or that of the page with the form. */
interface PageAdmission {
  /** Called before all other checks of a form, so that others learn nothing about it. */
  recognize(visit: SignedInVisit): void;
  /** Called after all other checks. */
  admit(visit: SignedInVisit, back: string): void;
}

/** A file that is generated or read while it is sent. */
export interface AccountDownload {
  readonly name: string;
  readonly mediaType: string;
  /** Size in bytes, if it is known. */
  readonly bytes?: number;
  readonly pieces: AsyncIterable<string | Buffer>;
}

export interface AccountForm {
  readonly path: string;
  readonly purpose: string;
  /** Route pattern of the form's page, for people who are no longer signed in. */
  readonly back: string;
  /** Whether the form revokes access, which remains possible while processing for the account is restricted. [D42] */
  readonly ends?: boolean;
}

/** A request to an account page. */
export interface AccountRequest {
  readonly visit: SignedInVisit;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Path parameters, all present by the route's pattern. */
  readonly params: Readonly<Record<string, string>>;
  /** Returns the value of a form field or query parameter. Empty if it is absent or repeated. */
  field(name: string): string;
  query(name: string): string;
  /** Returns all values of a form field. */
  fields(name: string): readonly string[];
}

/** The result of a form: a redirect, or a page. */
export type FormResult = { readonly to: string } | { readonly status: number; readonly page: string };

/** Adds a page for signed-in people. Others sign in first and return to it. */
export function addAccountPage(
  pages: FastifyInstance,
  { visits, admission }: AccountServices,
  path: string,
  show: (call: AccountRequest) => Promise<string>,
): void {
  pages.get(path, { schema: { hide: true } }, async (request, reply) => {
    const visit = await openSignedIn(visits, request, reply, request.url);
    if (!visit) return reply;
    admission?.recognize(visit);
    admission?.admit(visit, request.url);
    return sendPersonPage(reply, 200, await show(toCall(visit, request, reply)));
  });
}

/** Adds a redirect for signed-in people, such as from an address of an earlier version. */
export function addAccountRedirect(
  pages: FastifyInstance,
  { visits }: AccountServices,
  path: string,
  findTarget: (call: AccountRequest) => string,
): void {
  pages.get(path, { schema: { hide: true } }, async (request, reply) => {
    const visit = await openSignedIn(visits, request, reply, request.url);
    return visit ? reply.redirect(findTarget(toCall(visit, request, reply)), 302) : reply;
  });
}

/**
 * Adds a download for signed-in people, generated while it is sent. `back` is the route pattern of the page that links
 * to it.
 */
export function addAccountFile(
  pages: FastifyInstance,
  { visits, admission }: AccountServices,
  { path, back }: { path: string; back: string },
  make: (call: AccountRequest) => Promise<AccountDownload>,
): void {
  pages.get(path, { schema: { hide: true }, exposeHeadRoute: admission === undefined }, async (request, reply) => {
    const page = fillRoutePattern(back, request.params);
    const visit = await openSignedIn(visits, request, reply, page);
    if (!visit) return reply;
    admission?.recognize(visit);
    admission?.admit(visit, page);
    const { name, mediaType, bytes, pieces } = await make(toCall(visit, request, reply));
    if (bytes !== undefined) reply.header('content-length', bytes);
    return reply
      .type(mediaType)
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(pieces instanceof Readable ? pieces : Readable.from(pieces));
  });
}

/** Adds a form of an account page. */
export function addAccountForm(
  pages: FastifyInstance,
  { visits, admission }: AccountServices,
  { path, purpose, back, ends = false }: AccountForm,
  act: (call: AccountRequest) => Promise<FormResult>,
): void {
  pages.post(path, { schema: { hide: true }, config: { formOn: back } }, async (request, reply) => {
    const page = fillRoutePattern(back, request.params);
    const visit = await openSignedIn(visits, request, reply, page, NOT_SUBMITTED);
    if (!visit) return reply;
    admission?.recognize(visit);
    visits.csrf.requireOwnForm(request, visit, purpose, page);
    if (!ends) requireUnrestricted(visit.holder.user);
    admission?.admit(visit, page);
    const result = await act(toCall(visit, request, reply)).catch((error: unknown) => {
      if (error instanceof LecternError && error.code === 'not_found') throw new MissingTargetError(page, error);
      throw error;
    });
    return 'to' in result ? reply.redirect(result.to, 303) : sendPersonPage(reply, result.status, result.page);
  });
}

/**
 * Returns the visit. If no one is signed in, redirects to the sign-in page, which returns to `back`, and returns null.
 * `query` are further parameters of the sign-in page.
 */
async function openSignedIn(
  visits: Visits,
  request: FastifyRequest,
  reply: FastifyReply,
  back: string,
  query: Record<string, string> = {},
): Promise<SignedInVisit | null> {
  visits.address.requireSecure(request, 'sign-in');
  const visit = await visits.open(request, reply);
  if (isSignedIn(visit)) return visit;
  reply.redirect(withPostLoginRedirect('/sign-in', { request: null, next: back }, query), 303);
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
