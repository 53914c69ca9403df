import type { AccountStore } from './stores/accounts.ts';
import type { AuditStore, ReceiptStore } from './stores/audit.ts';
import type { Cluster } from './stores/cluster.ts';
import type { CredentialStore } from './stores/credentials.ts';
import type { EditionStore, LibraryStore, SearchStore } from './stores/editions.ts';
import type { LiveStore } from './stores/lives.ts';
import type { OauthStore } from './stores/oauth.ts';
import type { OrganizationStore } from './stores/organizations.ts';
import type { LeavingStore, OwnerStore } from './stores/owners.ts';
import type { PasskeyStore } from './stores/passkeys.ts';
import type { LinkStore, PeopleStore, SessionStore, TryStore } from './stores/people.ts';
import type { DeckStore, ImageStore } from './stores/presentations.ts';
import type { TerminalLoginStore } from './stores/terminal-logins.ts';
import type { ViewerStore } from './stores/viewers.ts';

export type * from './stores/accounts.ts';
export type * from './stores/audit.ts';
export type * from './stores/cluster.ts';
export type * from './stores/credentials.ts';
export type * from './stores/editions.ts';
export type * from './stores/journal.ts';
export type * from './stores/list-page.ts';
export type * from './stores/lives.ts';
export type * from './stores/oauth.ts';
export type * from './stores/organizations.ts';
export type * from './stores/owners.ts';
export type * from './stores/passkeys.ts';
export type * from './stores/people.ts';
export type * from './stores/presentations.ts';
export type * from './stores/terminal-logins.ts';
export type * from './stores/viewers.ts';

export type Engine = 'sqlite' | 'postgres';

/**
 * What the domain needs of a database, and what must be atomic. One contract suite runs on every engine.
 * Every method throws LecternError `unavailable` when the database does not answer; then nothing was changed,
 * unless the connection broke during a commit, whose outcome is then unknown.
 */
export interface Storage {
  readonly engine: Engine;
  /**
   * Returns `known` while nothing but this process can have changed what it was read from. Otherwise, and where nothing is
   * known, calls `read`.
   */
  fresh<Value, Known extends Value & {}>(known: Known | undefined, read: () => Promise<Value>): Promise<Value>;
  /** Renewed by a restore, so that validators and cursors of before never pass. [D5] */
  readonly epoch: string;
  readonly lives: LiveStore;
  readonly owners: OwnerStore;
  readonly viewers: ViewerStore;
  readonly accounts: AccountStore;
  readonly organizations: OrganizationStore;
  readonly credentials: CredentialStore;
  readonly editions: EditionStore;
  readonly libraries: LibraryStore;
  readonly decks: DeckStore;
  readonly images: ImageStore;
  readonly search: SearchStore;
  readonly audit: AuditStore;
  readonly receipts: ReceiptStore;
  readonly leaving: LeavingStore;
  readonly sessions: SessionStore;
  readonly people: PeopleStore;
  readonly links: LinkStore;
  readonly tries: TryStore;
  readonly terminalLogins: TerminalLoginStore;
  readonly passkeys: PasskeyStore;
  readonly oauth: OauthStore;
  /** What several nodes on one database share; null where this process is alone. */
  readonly cluster: Cluster | null;
  /** Facts about the installation itself. */
  findFact(name: string): Promise<string | null>;
  setFact(name: string, value: string): Promise<void>;
  /** Rejects where nothing can be read, or written. */
  ping(): Promise<void>;
  /** Waits until no other node has the turn, and has it until the answer is called: for what only one may do, once. */
  takeTurn(): Promise<() => Promise<void>>;
  /** To be called with every request: lets go on what waits to be done together with others, where that has taken long. */
  hurry(): void;
  close(): Promise<void>;
}
