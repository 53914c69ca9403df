import type { Logger } from 'pino';
import type { Authenticator } from '../auth/authenticator.ts';
import type { Config } from '../config.ts';
import type { Lives } from '../domain/live/lives.ts';
import type { Representations } from '../domain/live/representations.ts';
import type { Editions } from '../domain/scripture/editions.ts';
import type { LiveEvents } from '../events/live-events.ts';
import type { Polls } from '../events/polls.ts';
import type { Metrics } from '../metrics.ts';
import type { Storage } from '../storage/storage.ts';
import type { AccessLog } from './access-log.ts';
import type { Admission } from './admission.ts';
import type { CursorSigner } from './cursor.ts';

/** What the routes work with; `server.ts` makes it. */
export interface Services {
  readonly config: Config;
  readonly log: Logger;
  readonly accessLog: AccessLog;
  readonly storage: Storage;
  readonly authenticator: Authenticator;
  readonly admission: Admission;
  readonly lives: Lives;
  readonly editions: Editions;
  readonly representations: Representations;
  readonly cursors: CursorSigner;
  readonly events: LiveEvents;
  readonly polls: Polls;
  readonly metrics: Metrics;
}
