import { type Form, readForm, requireField, requireFormRequest } from './form.ts';
import type { GrantExchange, IssuedTokens } from './grant-exchange.ts';
import type { GrantRefusal } from './grant-rules.ts';
import type { OauthEndpoint } from './oauth-endpoint.ts';
import { OauthError } from './oauth-error.ts';

/** Error messages. `invalid_grant` has one message for all causes, so that the cause does not leak. [D41] */
const MESSAGES: Readonly<Record<GrantRefusal, string>> = {
  invalid_client: 'The client is unknown or disabled.',
  invalid_grant: 'The code or refresh token is not valid, or does not match client_id, redirect_uri or code_verifier.',
  invalid_scope: 'scope must list scopes of the grant, and not only offline_access.',
};

/** Creates POST {auth_url}/oauth/token. [Endpoints] */
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

/** Exchanges the code or refresh token of a form. Throws OauthError. */
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
