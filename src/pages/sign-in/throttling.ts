import type { FastifyRequest } from 'fastify';
import type { SignInThrottle } from '../../domain/account/identity/sign-in-throttle.ts';

/** Counts of failed tries. */
export interface Throttling {
  readonly throttle: SignInThrottle;
  /** Where a request comes from, as the counts name it: an address, or the network of one. */
  readonly peerOf: (request: FastifyRequest) => string;
}
