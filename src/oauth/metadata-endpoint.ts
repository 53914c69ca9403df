import type { Config } from '../config.ts';
import { OAUTH_SCOPES } from '../contract/scopes.ts';
import type { Endpoint } from './endpoint.ts';

/** GET {auth_url}/.well-known/oauth-authorization-server, RFC 8414. The issuer is the configured origin, whatever a request says. */
export const metadataEndpoint = (config: Pick<Config, 'publicUrl'>): Endpoint => ({
  method: 'GET',
  url: '/.well-known/oauth-authorization-server',
  answer: () => toMetadata(config.publicUrl),
});

const toMetadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth/authorize`,
  token_endpoint: `${issuer}/oauth/token`,
  revocation_endpoint: `${issuer}/oauth/revoke`,
  response_types_supported: ['code'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  scopes_supported: OAUTH_SCOPES,
  authorization_response_iss_parameter_supported: true,
});
