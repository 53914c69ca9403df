import { readForm, requireField, requireFormRequest } from './form.ts';
import type { GrantExchange } from './grant-exchange.ts';
import type { OauthEndpoint } from './oauth-endpoint.ts';
import { OauthError } from './oauth-error.ts';

/** POST {auth_url}/oauth/revoke, RFC 7009: what the token is we see ourselves, so the hint does not matter. [D40] */
export const revocationEndpoint = (grants: GrantExchange): OauthEndpoint => ({
  method: 'POST',
  url: '/oauth/revoke',
  requireHeaders: requireFormRequest,
  handle: async (request, reply) => {
    const form = readForm(request);
    const claim = { token: requireField(form, 'token'), clientId: requireField(form, 'client_id') };
    if (!(await grants.revoke(claim, request.id))) {
      throw new OauthError('invalid_client', 'There is no such client, or it is disabled.');
    }
    return reply.code(200).send();
  },
});
