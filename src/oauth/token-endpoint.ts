import { type Form, readForm, requireField, requireFormRequest } from './form.ts';
import type { GrantExchange, IssuedTokens } from './grant-exchange.ts';
import type { GrantRefusal } from './grant-rules.ts';
import type { OauthEndpoint } from './oauth-endpoint.ts';
import { OauthError } from './oauth-error.ts';

/** One message for all that can be wrong with a code or a token: nobody learns which. [D41] */
const MESSAGES: Readonly<Record<GrantRefusal, string>> = {
  invalid_client: 'There is no such client, or it is disabled.',
  invalid_grant: 'The code or refresh token does not count, or not with this client, redirect_uri and code_verifier.',
  invalid_scope: 'scope must name scopes of the grant, and not offline_access alone.',
};

/** POST {auth_url}/oauth/token. [Endpoints] */
export const tokenEndpoint = (grants: GrantExchange): OauthEndpoint => ({
  method: 'POST',
  url: '/oauth/token',
  requireHeaders: requireFormRequest,
  handle: async (request) => {
    const outcome = await redeem(grants, readForm(request), request.id);
    if (typeof outcome === 'string') throw new OauthError(outcome, MESSAGES[outcome]);
    return {
      access_token: outcome.accessToken,
      token_type: 'Bearer',
      expires_in: outcome.expiresIn,
      scope: outcome.scopes.join(' '),
      ...(outcome.refreshToken !== null && { refresh_token: outcome.refreshToken }),
    };
  },
});

/** Throws OauthError. */
function redeem(grants: GrantExchange, form: Form, requestId: string): Promise<IssuedTokens | GrantRefusal> {
  const grantType = requireField(form, 'grant_type');
  if (grantType === 'authorization_code') {
    const claim = {
      clientId: requireField(form, 'client_id'),
      code: requireField(form, 'code'),
      redirectUri: requireField(form, 'redirect_uri'),
      verifier: requireField(form, 'code_verifier'),
    };
    return grants.exchangeCode(claim, requestId);
  }
  if (grantType === 'refresh_token') {
    const claim = {
      clientId: requireField(form, 'client_id'),
      refreshToken: requireField(form, 'refresh_token'),
      scope: form.get('scope'),
    };
    return grants.refresh(claim, requestId);
  }
  throw new OauthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.');
}
