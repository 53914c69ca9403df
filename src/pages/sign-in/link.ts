import type { FastifyInstance } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';
import type { OneTimeLinks, OpenLink } from '../../domain/account/identity/one-time-links.ts';
import { hashOpaqueSecret } from '../../domain/opaque-secret.ts';
import type { SignInProof } from '../../storage/storage.ts';
import { countRemainingAccess, type RemainingAccessServices } from '../account/remaining-access.ts';
import { findMemberHome, type HomeServices } from '../console/find-home.ts';
import { findDoorHost } from '../toolkit/door-host.ts';
import { readFormText } from '../toolkit/form-text.ts';
import { sendPersonPage } from '../toolkit/person-pages.ts';
import { readPostLoginRedirect, withPostLoginRedirect } from '../toolkit/post-login-redirect.ts';
import type { Visit } from '../toolkit/visit.ts';
import { type CompleteSignInServices, completeSignIn } from './complete-sign-in.ts';
import { invitationLinkPage, resetLinkPage, signInLinkPage } from './link-page.ts';

type LinkRoute = { Params: { secret: string } };

export interface LinkServices extends CompleteSignInServices, RemainingAccessServices {
  readonly links: OneTimeLinks;
}

/** Adds GET and POST /link/{secret}. GET changes nothing; POST uses the link. */
export function addLinks(pages: FastifyInstance, services: LinkServices): void {
  const { visits, links } = services;

  pages.get<LinkRoute>(
    '/link/:secret',
    { schema: { hide: true }, config: { byLink: true } },
    async (request, reply) => {
      visits.address.requireSecure(request, 'sign-in');
      const { secret } = request.params;
      const visit = await visits.open(request, reply);
      const joined = await findAcceptedInvitation(services, secret, visit);
      if (joined !== null) return reply.redirect(joined, 303);
      const link = await requireLink(services, secret);
      const page = { visit, secret, redirect: readPostLoginRedirect(request.query) };
      if (link.purpose === 'sign_in') {
        const passkeys = await services.passkeys.list(link.user.id);
        return sendPersonPage(reply, 200, signInLinkPage(page, link.user, passkeys.length));
      }
      if (link.purpose === 'reset') {
        return sendPersonPage(
          reply,
          200,
          resetLinkPage(page, link.user, await countRemainingAccess(services, link.user.id)),
        );
      }
      const host = await findDoorHost(services, link.organization?.id);
      return sendPersonPage(reply, 200, invitationLinkPage(page, link.email, link.organization, host));
    },
  );

  pages.post<LinkRoute>(
    '/link/:secret',
    { schema: { hide: true }, config: { byLink: true } },
    async (request, reply) => {
      visits.address.requireSecure(request, 'sign-in');
      const visit = await visits.open(request, reply);
      const { secret } = request.params;
      // Checked before the form, which may be from before signing up, in a page that the person went back to.
      const joined = await findAcceptedInvitation(services, secret, visit);
      if (joined !== null) return reply.redirect(joined, 303);
      const redirect = readPostLoginRedirect(request.body);
      visits.csrf.requireOwnForm(
        request,
        visit,
        'link',
        withPostLoginRedirect(`/link/${encodeURIComponent(secret)}`, redirect),
      );
      const link = await requireLink(services, secret);
      if (link.purpose === 'invitation') {
        return reply.redirect(withPostLoginRedirect('/sign-up', redirect, { invitation: secret }), 303);
      }
      const { purpose, user } = link;
      // Without another destination, the person sees what still has access.
      const reached = purpose === 'reset' ? { ...redirect, next: redirect.next ?? '/account?done=password' } : redirect;
      const enter = (proof: SignInProof) =>
        completeSignIn(services, { request, reply, visit }, { user, proof }, reached);
      if (purpose === 'sign_in') {
        const destination = await enter({ linkHash: hashOpaqueSecret(secret) });
        // The link was used or ended just now.
        if (destination === null) throw notFound();
        return reply.redirect(destination, 303);
      }
      const password = readFormText(request.body, 'password');
      const outcome = await links.setPassword(secret, user, password, visit.actor('resetPassword'));
      if ('problem' in outcome) {
        const access = await countRemainingAccess(services, user.id);
        return sendPersonPage(reply, 422, resetLinkPage({ visit, secret, redirect }, user, access, outcome.problem));
      }
      return reply.redirect((await enter(outcome)) ?? withPostLoginRedirect('/sign-in', redirect), 303);
    },
  );
}

/**
 * Returns where a member goes who opens an invitation again that they accepted. Null for everyone else, and for other
 * links.
 */
export async function findAcceptedInvitation(
  services: Pick<LinkServices, 'links' | keyof HomeServices>,
  secret: string,
  { holder }: Visit,
): Promise<string | null> {
  const id = holder && (await services.links.findAcceptedOrganization(secret, holder.user.id));
  return id && findMemberHome(services, id, 'member');
}

/** Returns an open link. Throws `not_found`. */
export async function requireLink({ links }: Pick<LinkServices, 'links'>, secret: string): Promise<OpenLink> {
  const link = await links.find(secret);
  if (!link) throw notFound();
  return link;
}

const notFound = () => new LecternError('not_found');
