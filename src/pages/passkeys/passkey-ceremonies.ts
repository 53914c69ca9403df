import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { Type } from 'typebox';
import { LecternError } from '../../contract/lectern-error.ts';
import type { PasskeyRefusal, Passkeys } from '../../domain/account/identity/passkeys.ts';
import { findRelyingParty, type RelyingParty } from '../../domain/account/identity/relying-party.ts';
import { requireUnrestricted } from '../../domain/account/owners/restriction.ts';
import type { SessionHolder } from '../../storage/storage.ts';
import { type CompleteSignInServices, completeSignIn } from '../sign-in/complete-sign-in.ts';
import { addJsonRoute } from '../toolkit/json-route.ts';
import { readPostLoginRedirect } from '../toolkit/post-login-redirect.ts';
import type { Visit } from '../toolkit/visit.ts';

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
const Encoded = Type.String({ minLength: 1, pattern: '^[A-Za-z0-9_-]+$' });
const Csrf = { csrf: Type.String() };
const common = { id: Encoded, rawId: Encoded, type: Type.Literal('public-key') };

/** The fields of browser responses (WebAuthn §5.1) that are used. Browsers may send more. */
const AssertionBody = Type.Object({
  ...Csrf,
  response: Type.Object({
    ...common,
    response: Type.Object({
      clientDataJSON: Encoded,
      authenticatorData: Encoded,
      signature: Encoded,
      userHandle: Type.Optional(Type.String()),
    }),
  }),
});
const AttestationBody = Type.Object({
  ...Csrf,
  name: Type.String(),
  response: Type.Object({
    ...common,
    response: Type.Object({
      clientDataJSON: Encoded,
      attestationObject: Encoded,
      transports: Type.Optional(Type.Array(Type.String(), { maxItems: 20 })),
    }),
  }),
});

interface Ceremony {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly visit: Visit;
  readonly party: RelyingParty;
}

export interface PasskeyServices extends CompleteSignInServices {
  readonly passkeys: Passkeys;
  readonly log: Logger;
}

/**
 * Adds the JSON routes with which page scripts sign in with a passkey and create one. An expected failure
 * gives 422 with `{"refused": reason}`, any other error a problem.
 */
export function addPasskeyCeremonies(pages: FastifyInstance, services: PasskeyServices): void {
  const { visits, passkeys, log } = services;

  const add = (
    path: string,
    { purpose, body }: { purpose: string; body: object },
    perform: (ceremony: Ceremony) => Promise<object>,
  ) =>
    addJsonRoute(pages, { path, body }, async (request, reply) => {
      visits.address.requireSecure(request, 'sign-in');
      const visit = await visits.open(request, reply);
      visits.csrf.requireOwnForm(request, visit, purpose);
      const party = findRelyingParty(visits.address.originOf(request));
      if (!party) throw new LecternError('forbidden', 'Passkeys need HTTPS and a domain name.');
      const result = await perform({ request, reply, visit, party });
      if (!isRefusal(result)) return result;
      const { refused, cause } = result;
      log.info(
        { reason: cause instanceof Error ? cause.message : undefined, refused, request_id: request.id },
        'a passkey was refused',
      );
      return reply.code(422).send({ refused });
    });

  const signIn = (body: object) => ({ purpose: 'passkey-sign-in', body });
  add('/sign-in/passkey/options', signIn(Type.Object(Csrf)), ({ visit, party }) =>
    passkeys.signInOptions(visit.browserHash, party),
  );

  add('/sign-in/passkey', signIn(AssertionBody), async ({ request, reply, visit, party }) => {
    const { response } = request.body as { response: AuthenticationResponseJSON };
    const outcome = await passkeys.signIn(response, visit.browserHash, party);
    if (isRefusal(outcome)) return outcome;
    const { user, passkeyId } = outcome;
    const entry = { user, proof: { passkeyId } };
    const location = await completeSignIn(
      services,
      { request, reply, visit },
      entry,
      readPostLoginRedirect(request.body),
    );
    return location === null ? { refused: 'unknown' } : { location };
  });

  const adding = (body: object) => ({ purpose: 'passkey-add', body });
  add('/account/passkeys/options', adding(Type.Object(Csrf)), async ({ visit, party }) =>
    passkeys.addingOptions(requireHolder(visit), party),
  );

  add('/account/passkeys', adding(AttestationBody), async ({ request, visit, party }) => {
    const { name, response } = request.body as { name: string; response: RegistrationResponseJSON };
    const { transports = [] } = response.response;
    response.response.transports = TRANSPORTS.filter((one) => transports.includes(one));
    const outcome = await passkeys.add(requireHolder(visit), { name, response }, party, visit.actor('addPasskey'));
    return isRefusal(outcome) ? outcome : { location: '/account/sessions?done=added' };
  });
}

const isRefusal = (outcome: object): outcome is PasskeyRefusal => 'refused' in outcome;

/**
 * Returns the signed-in session. Throws `forbidden` if the form dates from before signing out, and
 * `processing_restricted`.
 */
function requireHolder({ holder }: Visit): SessionHolder {
  if (!holder) throw new LecternError('forbidden', 'You are no longer signed in.');
  requireUnrestricted(holder.user);
  return holder;
}
