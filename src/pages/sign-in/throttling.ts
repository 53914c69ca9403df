import type { FastifyRequest } from 'fastify';
import type { SignInThrottle } from '../../domain/account/identity/sign-in-throttle.ts';

/** Counts failed attempts. */
export interface Throttling {
  readonly throttle: SignInThrottle;
  /** Returns the address or network by which a request's attempts are counted. */
  readonly peerOf: (request: FastifyRequest) => string;
}
