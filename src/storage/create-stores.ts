import type { Kysely } from 'kysely';
import { operatorStore } from './queries/cluster/operators.ts';
import { viewerStore } from './queries/cluster/viewers.ts';
import { editionJobStore } from './queries/editions/edition-jobs.ts';
import { editionStore } from './queries/editions/editions.ts';
import { libraryStore } from './queries/editions/libraries.ts';
import { backupStore } from './queries/installation/backups.ts';
import { figureStore } from './queries/installation/figures.ts';
import type { CommitGroup } from './queries/live/commit-groups.ts';
import { liveStore, type SendNotification } from './queries/live/lives.ts';
import { usageStore } from './queries/live/usage.ts';
import { oauthStore } from './queries/oauth/oauth.ts';
import { outputStore } from './queries/outputs/outputs.ts';
import { ownerDeletionStore } from './queries/owner-deletion/owner-deletion.ts';
import { ownerStore } from './queries/owners/owners.ts';
import { waitingScreenStore } from './queries/pairing/waiting-screens.ts';
import { accountStore } from './queries/people/accounts.ts';
import { administratorStore } from './queries/people/administrators.ts';
import { consoleCredentialStore } from './queries/people/console-credentials.ts';
import { credentialStore } from './queries/people/credentials.ts';
import { failedAttemptStore } from './queries/people/failed-attempts.ts';
import { linkStore } from './queries/people/one-time-links.ts';
import { organizationStore } from './queries/people/organizations.ts';
import { passkeyStore } from './queries/people/passkeys.ts';
import { peopleStore } from './queries/people/people.ts';
import { sessionStore } from './queries/people/sessions.ts';
import { terminalLoginStore } from './queries/people/terminal-logins.ts';
import { planStore } from './queries/plans/plans.ts';
import { deckStore } from './queries/presentations/decks.ts';
import { imageStore } from './queries/presentations/images.ts';
import { importStore } from './queries/presentations/imports.ts';
import { remoteLinkStore } from './queries/remote-links/remote-links.ts';
import { searchStore } from './queries/search/search.ts';
import { auditStore } from './queries/shared/audit.ts';
import { idempotencyRecordStore } from './queries/shared/idempotency-records.ts';
import type { Tables } from './schema.ts';
import type { Engine } from './storage.ts';

/** The engine-specific operations: committing changes of Lives, and notifying other nodes of other changes. */
export interface EngineAdapter {
  readonly commitGroup: CommitGroup;
  readonly sendNotification: SendNotification;
}

/** Creates the stores of a storage. */
export const createStores = (db: Kysely<Tables>, engine: Engine, { commitGroup, sendNotification }: EngineAdapter) => ({
  lives: liveStore(db, engine, commitGroup, sendNotification),
  outputs: outputStore(db, engine, sendNotification),
  remoteLinks: remoteLinkStore(db, engine, sendNotification),
  owners: ownerStore(db, engine),
  viewers: viewerStore(db, engine),
  operators: operatorStore(db, engine),
  accounts: accountStore(db, engine),
  administrators: administratorStore(db, engine),
  backups: backupStore(db, engine),
  figures: figureStore(db, engine),
  organizations: organizationStore(db, engine),
  credentials: credentialStore(db, engine),
  consoleCredentials: consoleCredentialStore(db, engine),
  editions: editionStore(db, engine),
  editionJobs: editionJobStore(db, engine),
  libraries: libraryStore(db, engine),
  plans: planStore(db, engine, sendNotification),
  decks: deckStore(db, engine, sendNotification),
  images: imageStore(db, engine),
  imports: importStore(db, engine),
  search: searchStore(db, engine),
  usage: usageStore(db),
  audit: auditStore(db, engine),
  idempotencyRecords: idempotencyRecordStore(db, engine),
  ownerDeletion: ownerDeletionStore(db, engine),
  sessions: sessionStore(db, engine),
  people: peopleStore(db, engine),
  links: linkStore(db, engine),
  failedAttempts: failedAttemptStore(db),
  terminalLogins: terminalLoginStore(db, engine),
  passkeys: passkeyStore(db, engine),
  oauth: oauthStore(db, engine),
  waitingScreens: waitingScreenStore(db, engine),
});
