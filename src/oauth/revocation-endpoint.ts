import { readForm, requireField, requireFormRequest } from './form.ts';
import type { GrantExchange } from './grant-exchange.ts';
import type { OauthEndpoint } from './oauth-endpoint.ts';
import { OauthError } from './oauth-error.ts';

/**
 * Creates POST {auth_url}/oauth/revoke, RFC 7009. `token_type_hint` is ignored, because the token's prefix
 * identifies its type. [D40]
 */
export const revocationEndpoint = (grants: GrantExchange): OauthEndpoint => ({
  method: 'POST',
  url: '/oauth/revoke',
  requireHeaders: requireFormRequest,
  handle: async (request, reply) => {
    const form = readForm(request);
    const claim = { token: requireField(form, 'token'), clientId: requireField(form, 'client_id') };
    if (!(await grants.revoke(claim, request.id))) {
      throw new OauthError('invalid_client', 'The client is unknown or disabled.');
    }
    return reply.code(200).send();
  },
});
