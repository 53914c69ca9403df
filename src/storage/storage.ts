import type { Cluster } from './stores/cluster/cluster.ts';
import type { OperatorStore } from './stores/cluster/operators.ts';
import type { ViewerStore } from './stores/cluster/viewers.ts';
import type { EditionJobStore } from './stores/editions/edition-jobs.ts';
import type { EditionStore } from './stores/editions/editions.ts';
import type { LibraryStore } from './stores/editions/libraries.ts';
import type { BackupStore } from './stores/installation/backups.ts';
import type { FigureStore } from './stores/installation/figures.ts';
import type { LiveStore } from './stores/live/lives.ts';
import type { UsageStore } from './stores/live/usage.ts';
import type { OauthStore } from './stores/oauth/oauth.ts';
import type { OutputStore } from './stores/outputs/outputs.ts';
import type { OwnerDeletionStore } from './stores/owner-deletion/owner-deletion.ts';
import type { OwnerStore } from './stores/owners/owners.ts';
import type { WaitingScreenStore } from './stores/pairing/waiting-screens.ts';
import type { AccountStore } from './stores/people/accounts.ts';
import type { AdministratorStore } from './stores/people/administrators.ts';
import type { ConsoleCredentialStore } from './stores/people/console-credentials.ts';
import type { CredentialStore } from './stores/people/credentials.ts';
import type { FailedAttemptStore } from './stores/people/failed-attempts.ts';
import type { LinkStore } from './stores/people/one-time-links.ts';
import type { OrganizationStore } from './stores/people/organizations.ts';
import type { PasskeyStore } from './stores/people/passkeys.ts';
import type { PeopleStore } from './stores/people/people.ts';
import type { SessionStore } from './stores/people/sessions.ts';
import type { TerminalLoginStore } from './stores/people/terminal-logins.ts';
import type { PlanStore } from './stores/plans/plans.ts';
import type { DeckStore } from './stores/presentations/decks.ts';
import type { ImageStore } from './stores/presentations/images.ts';
import type { ImportStore } from './stores/presentations/imports.ts';
import type { RemoteLinkStore } from './stores/remote-links/remote-links.ts';
import type { SearchStore } from './stores/search/search.ts';
import type { AuditRecord, AuditStore } from './stores/shared/audit.ts';
import type { IdempotencyRecordStore } from './stores/shared/idempotency-records.ts';

export type * from './stores/cluster/budgets.ts';
export type * from './stores/cluster/changes.ts';
export type * from './stores/cluster/cluster.ts';
export type * from './stores/cluster/operators.ts';
export type * from './stores/cluster/viewers.ts';
export type * from './stores/cluster/watches.ts';
export type * from './stores/editions/edition-jobs.ts';
export type * from './stores/editions/editions.ts';
export type * from './stores/editions/libraries.ts';
export type * from './stores/installation/backup-files.ts';
export type * from './stores/installation/backups.ts';
/** Name of the token that a first start creates. [D46] */
export const FIRST_TOKEN = 'First start';
/** Stored value: `on` while an administrator lets other devices in the network connect. [D78] */
export const NETWORK_ACCESS = 'network access';
/** Stored value: `on` if people may sign in from the network without encryption. [D78] */
export const NETWORK_SIGN_IN = 'network sign-in';
export { LAST_BACKUP, LAST_NIGHTLY_BACKUP } from './stores/installation/backups.ts';
export type * from './stores/installation/figures.ts';
export type * from './stores/live/journal.ts';
export { SHOWN_SLOTS } from './stores/live/journal.ts';
export type * from './stores/live/lives.ts';
export { EMPTY_BACKSTAGE, NEW_LIVE } from './stores/live/lives.ts';
export type * from './stores/live/phones.ts';
export type * from './stores/live/queue.ts';
export type * from './stores/live/remembered.ts';
export type * from './stores/live/shown-slide.ts';
export type * from './stores/live/usage.ts';
export type * from './stores/oauth/oauth.ts';
export type * from './stores/outputs/leases.ts';
export type * from './stores/outputs/outputs.ts';
export type * from './stores/owner-deletion/owner-deletion.ts';
export type * from './stores/owners/owners.ts';
export type * from './stores/pairing/waiting-screens.ts';
export type * from './stores/people/accounts.ts';
export type * from './stores/people/administrators.ts';
export type * from './stores/people/console-credentials.ts';
export type * from './stores/people/credentials.ts';
export type * from './stores/people/failed-attempts.ts';
export type * from './stores/people/one-time-links.ts';
export type * from './stores/people/organizations.ts';
export type * from './stores/people/passkeys.ts';
export type * from './stores/people/people.ts';
export type * from './stores/people/sessions.ts';
export type * from './stores/people/terminal-logins.ts';
export type * from './stores/people/users.ts';
export type * from './stores/plans/plans.ts';
export type * from './stores/presentations/decks.ts';
export type * from './stores/presentations/images.ts';
export type * from './stores/presentations/imports.ts';
export type * from './stores/remote-links/remote-links.ts';
export type * from './stores/search/search.ts';
export type * from './stores/shared/audit.ts';
export type * from './stores/shared/idempotency-records.ts';
export type * from './stores/shared/list-page.ts';
export type * from './stores/shared/owner.ts';
export type * from './stores/shared/stored-image.ts';

export type Engine = 'sqlite' | 'postgres';

/**
 * The database interface of the domain, which states what must be atomic. One contract test suite runs on every engine.
 * Every method throws LecternError `unavailable` if the database does not respond; then nothing was changed, unless the
 * connection broke during a commit, whose outcome is unknown.
 */
export interface Storage {
  readonly engine: Engine;
  /**
   * Returns `known` if only this process can have changed the data that it was read from. Otherwise, or if nothing is
   * known, calls `read`.
   */
  reuseOrRead<Value, Known extends Value & {}>(known: Known | undefined, read: () => Promise<Value>): Promise<Value>;
  /** Replaced by a restore, so that earlier validators and cursors never match. [D5] */
  readonly epoch: string;
  readonly lives: LiveStore;
  readonly outputs: OutputStore;
  readonly remoteLinks: RemoteLinkStore;
  readonly owners: OwnerStore;
  readonly viewers: ViewerStore;
  readonly operators: OperatorStore;
  readonly accounts: AccountStore;
  readonly administrators: AdministratorStore;
  readonly backups: BackupStore;
  readonly figures: FigureStore;
  readonly organizations: OrganizationStore;
  readonly credentials: CredentialStore;
  readonly consoleCredentials: ConsoleCredentialStore;
  readonly editions: EditionStore;
  readonly editionJobs: EditionJobStore;
  readonly libraries: LibraryStore;
  readonly plans: PlanStore;
  readonly decks: DeckStore;
  readonly images: ImageStore;
  readonly imports: ImportStore;
  readonly search: SearchStore;
  readonly usage: UsageStore;
  readonly audit: AuditStore;
  readonly idempotencyRecords: IdempotencyRecordStore;
  readonly ownerDeletion: OwnerDeletionStore;
  readonly sessions: SessionStore;
  readonly people: PeopleStore;
  readonly links: LinkStore;
  readonly failedAttempts: FailedAttemptStore;
  readonly terminalLogins: TerminalLoginStore;
  readonly passkeys: PasskeyStore;
  readonly oauth: OauthStore;
  readonly waitingScreens: WaitingScreenStore;
  /** State shared by several nodes; null if this process is the only one. */
  readonly cluster: Cluster | null;
  /** Reads a value stored for the installation, or returns null. */
  findInstallationValue(name: string): Promise<string | null>;
  /** Stores a value, atomically with the audit record, if one is given. */
  setInstallationValue(name: string, value: string, audit?: AuditRecord): Promise<void>;
  /** Rejects if the database cannot be read or written. */
  ping(): Promise<void>;
  /**
   * Waits for a lock that only one node can hold, and returns a function that releases it. Used for work that must run
   * once.
   */
  acquireClusterLock(): Promise<() => Promise<void>>;
  /** Runs callbacks that are overdue for the end of the tick. Call it with every request. */
  flush(): void;
  close(): Promise<void>;
}
