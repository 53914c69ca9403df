import type { Logger } from 'pino';
import type { Authenticator } from '../auth/authenticator.ts';
import type { Config } from '../config/config.ts';
import type { Grants } from '../domain/account/apps/grants.ts';
import type { PersonalTokens } from '../domain/account/credentials/personal-tokens.ts';
import type { AudienceSecrets } from '../domain/live/audience-secret.ts';
import type { Lives } from '../domain/live/lives.ts';
import type { Representations } from '../domain/live/representations.ts';
import type { Decks } from '../domain/presentation/decks.ts';
import type { Images } from '../domain/presentation/images.ts';
import type { Snapshots } from '../domain/presentation/snapshots.ts';
import type { Editions } from '../domain/scripture/editions.ts';
import type { LiveEvents } from '../events/live-events.ts';
import type { Polls } from '../events/polls.ts';
import type { FailureLog } from '../failure-log.ts';
import type { Metrics } from '../metrics.ts';
import type { Storage, Viewers } from '../storage/storage.ts';
import type { Admission } from './admission/admission.ts';
import type { ClientOrigins } from './admission/cors.ts';
import type { CursorSigner, ListCursors } from './operation/cursor.ts';

/** What the routes work with; `server/create-rest-services.ts` builds it. */
export interface Services {
  readonly config: Config;
  readonly log: Logger;
  readonly failures: FailureLog;
  readonly storage: Storage;
  readonly authenticator: Authenticator;
  readonly admission: Admission;
  readonly personalTokens: PersonalTokens;
  readonly grants: Grants;
  readonly origins: ClientOrigins;
  readonly lives: Lives;
  readonly editions: Editions;
  readonly decks: Decks;
  readonly snapshots: Snapshots;
  readonly images: Images;
  readonly representations: Representations;
  readonly cursors: CursorSigner;
  readonly listCursors: ListCursors;
  readonly events: LiveEvents;
  readonly polls: Polls;
  readonly audienceSecrets: AudienceSecrets;
  /** Of the audience, of which REST knows no more than that. */
  readonly viewerCounts: { read(liveId: string): Promise<Viewers> };
  readonly metrics: Metrics;
}
