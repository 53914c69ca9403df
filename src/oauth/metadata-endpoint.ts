import type { Config } from '../config/config.ts';
import { OAUTH_SCOPES } from '../contract/scopes.ts';
import type { OauthEndpoint } from './oauth-endpoint.ts';

const JSON_MEDIA_TYPE = 'application/json; charset=utf-8';

/**
 * Creates GET {auth_url}/.well-known/oauth-authorization-server, RFC 8414. The issuer is always the configured origin.
 */
export function metadataEndpoint(config: Pick<Config, 'publicUrl'>): OauthEndpoint {
  // Built on the first request, because the port is unknown before the server listens.
  let metadata: Buffer | undefined;
  return {
    method: 'GET',
    url: '/.well-known/oauth-authorization-server',
    handle: (_request, reply) => {
      metadata ??= Buffer.from(JSON.stringify(toMetadata(config.publicUrl)));
      return reply.type(JSON_MEDIA_TYPE).send(metadata);
    },
  };
}

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
