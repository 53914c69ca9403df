import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { PERSONAL_TOKEN_DEFAULT_DAYS, TERMINAL_LOGIN_SECONDS, TERMINAL_POLL_SECONDS } from '../../contract/limits.ts';
import { CreateTokenBody } from '../../contract/schemas/credentials.ts';
import { Strict } from '../../contract/schemas/shapes.ts';
import { PERSONAL_SCOPES, type Scope, SERVICE_SCOPES } from '../../contract/scopes.ts';
import type { TerminalLogins } from '../../domain/account/credentials/terminal-logins.ts';
import { requireAccount, toPersonalAccount } from '../../domain/account/owners/account.ts';
import { NAME_RULE, parseName } from '../../domain/name.ts';
import type { Storage } from '../../storage/storage.ts';
import { addJsonRoute } from '../toolkit/json-route.ts';
import type { Visits } from '../toolkit/visits.ts';

interface TokenRequest {
  name: string;
  scopes?: Scope[];
  expires_in_days?: number;
  organization_id?: string;
}

/** The body to start a login: the fields of a new token, and the organization to act for. [D67] */
const BeginBody = Strict({
  ...CreateTokenBody.properties,
  organization_id: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })),
});

const CollectBody = Strict({ device_code: Type.String() });

/** Explains a validation error to a person, who typed the scopes. */
function explain({ message }: Error, body: unknown): string {
  const { scopes } = (body ?? {}) as { scopes?: unknown };
  const unknown = Array.isArray(scopes) && scopes.find((scope) => !PERSONAL_SCOPES.includes(scope));
  if (typeof unknown !== 'string') return message;
  return `There is no scope ${JSON.stringify(unknown.slice(0, 50))}. Scopes are ${PERSONAL_SCOPES.join(', ')}.`;
}

export interface TerminalServices {
  readonly visits: Visits;
  readonly storage: Storage;
  readonly terminalLogins: TerminalLogins;
  /** Consumes from an address's budget for terminal logins. Throws or rejects with `rate_limited`. */
  readonly chargeTerminalLogin: (request: FastifyRequest) => Promise<void>;
}

/**
 * Adds the JSON routes for terminals, with the names of RFC 8628 §3.1–3.5. Errors that do not concern the login are
 * problems.
 */
export function addTerminal(pages: FastifyInstance, services: TerminalServices): void {
  const { visits, storage, terminalLogins, chargeTerminalLogin } = services;

  addJsonRoute(
    pages,
    { path: '/connect/terminal', body: BeginBody, attachValidation: true },
    async (request, reply) => {
      visits.address.requireSecure(request, 'sign-in');
      if (request.validationError)
        return refuse(reply, 'invalid_request', explain(request.validationError, request.body));
      const {
        name: given,
        scopes = [],
        expires_in_days: expiresInDays = PERSONAL_TOKEN_DEFAULT_DAYS,
        organization_id: organizationId = null,
      } = request.body as TokenRequest;
      const name = parseName(given);
      if (name === null) return refuse(reply, 'invalid_request', `The name ${NAME_RULE}.`);
      if (organizationId !== null) {
        const personal = scopes.find((scope) => !SERVICE_SCOPES.includes(scope));
        if (personal !== undefined) {
          return refuse(reply, 'invalid_request', `An organization's token cannot have the scope "${personal}".`);
        }
        if (expiresInDays > PERSONAL_TOKEN_DEFAULT_DAYS) {
          const most = `An organization's token is valid for at most ${PERSONAL_TOKEN_DEFAULT_DAYS} days; log in again to renew it.`;
          return refuse(reply, 'invalid_request', most);
        }
      }
      await chargeTerminalLogin(request);
      const { deviceCode, userCode } = await terminalLogins.begin({ name, scopes, expiresInDays, organizationId });
      const address = `${visits.address.originOf(request)}/connect`;
      return {
        device_code: deviceCode,
        user_code: userCode,
        verification_uri: address,
        verification_uri_complete: `${address}?code=${userCode}`,
        expires_in: TERMINAL_LOGIN_SECONDS,
        interval: TERMINAL_POLL_SECONDS,
      };
    },
  );

  addJsonRoute(
    pages,
    { path: '/connect/terminal/token', body: CollectBody, attachValidation: true },
    async (request, reply) => {
      visits.address.requireSecure(request, 'sign-in');
      if (request.validationError) return refuse(reply, 'invalid_request', request.validationError.message);
      const { device_code } = request.body as { device_code: string };
      const collected = await terminalLogins.collect(device_code, request.id);
      if (typeof collected === 'string') return refuse(reply, collected);
      const { id, secret, accountId, login } = collected;
      const organization =
        login.organizationId === null ? null : await storage.accounts.findOrganization(login.organizationId);
      return {
        id,
        token: secret,
        name: login.name,
        scopes: login.scopes,
        expires_at: login.endsAt,
        account: toPersonalAccount(await requireAccount(storage, accountId)),
        ...(organization && { organization: { id: organization.id, name: organization.name } }),
      };
    },
  );
}

const refuse = (reply: FastifyReply, error: string, description?: string): FastifyReply =>
  reply.code(400).send({ error, error_description: description });
