import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Sessions } from '../domain/account/sessions.ts';
import type { Clock } from '../domain/clock.ts';
import type { Storage } from '../storage/storage.ts';
import type { Visits } from './visits.ts';

/** What the pages for people work with; `server.ts` makes it. */
export interface PageServices {
  readonly config: Config;
  readonly log: Logger;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly visits: Visits;
  /** Takes once more from the budget that an address has for pages. Throws or rejects `rate_limited`. */
  readonly charge: (request: FastifyRequest) => void | Promise<void>;
  /** To be called after every change that can end or change what a credential may. */
  readonly onAuthorityChanged: () => void;
}
