import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Visits } from '../pages/toolkit/visits.ts';
import { addFormParser } from './form.ts';
import { GrantExchange, type GrantServices } from './grant-exchange.ts';
import { metadataEndpoint } from './metadata-endpoint.ts';
import { addOauthEndpoint } from './oauth-endpoint.ts';
import { OauthError, sendOauthError } from './oauth-error.ts';
import { revocationEndpoint } from './revocation-endpoint.ts';
import { tokenEndpoint } from './token-endpoint.ts';

export interface OauthServices extends GrantServices {
  readonly config: Config;
  readonly visits: Visits;
  /** Charges a request against the budget for pages. Rejects with `rate_limited`. */
  readonly charge: (request: FastifyRequest) => Promise<void>;
}

/** Adds the OAuth endpoints that clients call. The authorization endpoint is in `authorize.ts`. [Endpoints] */
export async function addOauth(app: FastifyInstance, services: OauthServices): Promise<void> {
  const { config, visits, charge } = services;
  const grants = new GrantExchange(services);
  const admit = async (request: FastifyRequest) => {
    await charge(request);
    visits.address.requireSecure(request, 'oauth');
  };
  await app.register(async (oauth) => {
    addFormParser(oauth);
    // All other errors become problems. [D41]
    oauth.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof OauthError)) throw error;
      return sendOauthError(reply, error);
    });
    const endpoints = [tokenEndpoint(grants), revocationEndpoint(grants), metadataEndpoint(config)];
    for (const endpoint of endpoints) addOauthEndpoint(oauth, endpoint, admit);
  });
}
