import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import type { SignUp } from '../../domain/account/identity/sign-up.ts';
import { findHome, findMemberHome, type HomeServices } from '../console/find-home.ts';
import { findDoorHost } from '../toolkit/door-host.ts';
import { readFormText } from '../toolkit/form-text.ts';
import { sendPersonPage } from '../toolkit/person-pages.ts';
import {
  type PostLoginRedirect,
  readPostLoginRedirect,
  toRedirectTarget,
  withPostLoginRedirect,
} from '../toolkit/post-login-redirect.ts';
import type { Visit } from '../toolkit/visit.ts';
import { type CompleteSignInServices, completeSignIn } from './complete-sign-in.ts';
import { findAcceptedInvitation, requireLink } from './link.ts';
import { findSignInReason, type SignInReasonServices } from './sign-in-reason.ts';
import { type Invitation, joinPage, noSignUpPage, signInFirstPage, signUpPage } from './sign-up-page.ts';

export interface SignUpServices extends CompleteSignInServices, SignInReasonServices {
  readonly config: Pick<Config, 'signUp'>;
  readonly signUp: SignUp;
  /** Call it after every change that ends or reduces what a credential can do. */
  readonly onAuthorityChanged: () => void;
}

/**
 * Adds GET and POST /sign-up. People create an account, by invitation or if sign-up is open. People with an account
 * accept an invitation.
 */
export function addSignUp(pages: FastifyInstance, services: SignUpServices): void {
  const { visits, links, signUp, throttle, peerOf, onAuthorityChanged } = services;
  const mode = services.config.signUp;

  pages.get('/sign-up', { schema: { hide: true }, config: { byLink: true } }, async (request, reply) => {
    visits.address.requireSecure(request, 'sign-in');
    const visit = await visits.open(request, reply);
    const joined = await findAcceptedInvitation(services, readFormText(request.query, 'invitation'), visit);
    if (joined !== null) return reply.redirect(joined, 303);
    const invitation = await readInvitation(services, request.query);
    const redirect = readPostLoginRedirect(request.query);
    const reason = await findSignInReason(services, request, visit, redirect);
    const host = await findDoorHost(services, invitation?.organization?.id);
    const page = { visit, redirect, invitation, host, reason, stale: false };
    const refusal = refuse(visit, page);
    return refusal ? sendPersonPage(reply, refusal.status, refusal.page) : sendPersonPage(reply, 200, signUpPage(page));
  });

  pages.post('/sign-up', { schema: { hide: true }, config: { byLink: true } }, async (request, reply) => {
    visits.address.requireSecure(request, 'sign-in');
    const visit = await visits.open(request, reply);
    const stale = !visits.csrf.isCurrentForm(request, visit, 'sign-up');
    const joined = await findAcceptedInvitation(services, readFormText(request.body, 'invitation'), visit);
    if (joined !== null) return reply.redirect(joined, 303);
    const invitation = await readInvitation(services, request.body);
    const redirect = readPostLoginRedirect(request.body);
    const reached = await toMemberHome(services, redirect, invitation);
    if (!stale && invitation && visit.holder?.user.email === invitation.email) {
      await links
        .accept(invitation.secret, visit.holder.user, visit.actor('acceptInvitation'))
        .finally(onAuthorityChanged);
      return reply.redirect(toRedirectTarget(reached) ?? (await findHome(services, visit.holder.user)), 303);
    }
    const reason = await findSignInReason(services, request, visit, redirect);
    const host = await findDoorHost(services, invitation?.organization?.id);
    const page = { visit, redirect, invitation, host, reason, stale };
    const refusal = refuse(visit, page);
    if (refusal) return sendPersonPage(reply, refusal.status === 200 ? 403 : refusal.status, refusal.page);
    const form = {
      name: readFormText(request.body, 'name'),
      email: readFormText(request.body, 'email'),
      password: readFormText(request.body, 'password'),
    };
    if (stale) return sendPersonPage(reply, 403, signUpPage(page, form));
    const seconds = await throttle.countSignUp(peerOf(request));
    if (seconds !== null) throw new LecternError('rate_limited', undefined, { retryAfterSeconds: seconds });
    const outcome = await signUp.signUp(form, invitation?.secret ?? null, visit.actor('signUp'));
    if ('problems' in outcome)
      return sendPersonPage(reply, 422, signUpPage(page, { ...form, problems: outcome.problems }));
    const { user, passwordHash } = outcome;
    const entry = { user, proof: { passwordHash } };
    const destination = await completeSignIn(services, { request, reply, visit }, entry, reached);
    return reply.redirect(destination ?? withPostLoginRedirect('/sign-in', reached), 303);
  });

  /** The page that is shown in place of the form. */
  function refuse(visit: Visit, page: Parameters<typeof signUpPage>[0]) {
    const { invitation } = page;
    if (invitation && visit.holder?.user.email === invitation.email) {
      return { status: 200, page: joinPage({ ...page, invitation }) };
    }
    // The response is the same whether or not the user exists, because the inviter can open the link too.
    if (invitation && mode === 'closed') return { status: 200, page: signInFirstPage({ ...page, invitation }) };
    if (invitation || mode === 'open') return null;
    return { status: 403, page: noSignUpPage(visit, mode === 'closed') };
  }
}

/** Returns where a new member goes: to a given destination, or to the organization of the invitation. */
async function toMemberHome(
  services: HomeServices,
  redirect: PostLoginRedirect,
  invitation: Invitation | null,
): Promise<PostLoginRedirect> {
  if (redirect.next !== null || !invitation?.organization) return redirect;
  return { ...redirect, next: await findMemberHome(services, invitation.organization.id, 'joined') };
}

/** Returns the named invitation, or null if none is named. Throws `not_found` if it is no longer valid. */
async function readInvitation(services: SignUpServices, from: unknown): Promise<Invitation | null> {
  const secret = readFormText(from, 'invitation');
  if (secret === '') return null;
  const link = await requireLink(services, secret);
  if (link.purpose !== 'invitation') throw new LecternError('not_found');
  return { ...link, secret };
}
