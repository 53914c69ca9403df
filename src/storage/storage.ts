import type { LiveMode, LiveStatus, ViewerSettings } from '../contract/schemas/live.ts';
import type { Language, TranslationProvenance, TranslationRights } from '../contract/schemas/translation.ts';
import type { CredentialKind, Role, Scope } from '../contract/scopes.ts';

export type Engine = 'sqlite' | 'postgres';

/**
 * What the domain needs of a database, and what must be atomic. One contract suite runs on every engine.
 * Every method throws LecternError `unavailable` when the database does not answer; then nothing was changed,
 * unless the connection broke during a commit, whose outcome is then unknown.
 */
export interface Storage {
  readonly engine: Engine;
  /** True where no other process can write, so that what was read stays true until this process writes. */
  readonly soleWriter: boolean;
  /** Renewed by a restore, so that validators and cursors of before never pass. [D5] */
  readonly epoch: string;
  readonly lives: LiveStore;
  readonly accounts: AccountStore;
  readonly credentials: CredentialStore;
  readonly editions: EditionStore;
  readonly libraries: LibraryStore;
  readonly search: SearchStore;
  /** What several nodes on one database share; null where this process is alone. */
  readonly cluster: Cluster | null;
  /** Facts about the installation itself. */
  findFact(name: string): Promise<string | null>;
  setFact(name: string, value: string): Promise<void>;
  ping(): Promise<void>;
  /** To be called with every request: lets go on what waits to be done together with others, where that has taken long. */
  hurry(): void;
  close(): Promise<void>;
}

export interface Cluster {
  readonly changes: ChangeFeed;
  readonly watches: WatchStore;
  readonly budgets: BudgetStore;
}

/** What has been committed to a Live by any node, this one included. */
export interface LiveNotice {
  readonly liveId: string;
  /** Null: the Live was deleted. */
  readonly sequence: number | null;
  /** The change itself, where it is small enough to be sent along. */
  readonly change: LiveChange | null;
}

/**
 * News of commits, from the database, in the order of the commits. A hint: after a pause some may be missing, so what is
 * true is read from the storage.
 */
export interface ChangeFeed {
  /** False while news may be missing. */
  readonly connected: boolean;
  subscribe(listener: ChangeListener): void;
  /** Begins to listen, once all have subscribed; from then on it mends itself. */
  start(): Promise<void>;
}

export interface ChangeListener {
  live(notice: LiveNotice): void;
  /** Something that decides who may do what has changed. */
  authority(): void;
  /** News may be missing from now on. */
  lost(): void;
  /** News come again; some may have been missed. */
  resumed(): void;
}

/** How many watches of a Live a node has, and how many more it would like to have. */
export interface WatchRequest {
  readonly liveId: string;
  /** Watches that the node holds now. */
  readonly held: number;
  readonly more: number;
}

/** Watches of all nodes together. A node that has not spoken of a Live for WATCH_LEASE_SECONDS holds none of it. [D25] */
export interface WatchStore {
  /**
   * Atomic for each Live, also against other nodes: the node holds `held` and, of `more`, as many as fit below `limit`
   * together with what the other nodes hold. Answers how many more were granted, in the order of the requests.
   * Time is the database's.
   */
  hold(node: string, requests: readonly WatchRequest[], limit: number): Promise<number[]>;
  /** The node holds none any more. */
  release(node: string): Promise<void>;
}

export interface BudgetRequest {
  readonly name: string;
  readonly key: string;
  readonly limit: number;
  /** How many the node would like to take at once, at least 1. */
  readonly wanted: number;
}

export interface BudgetGrant {
  /** 0 to `wanted`. */
  readonly granted: number;
  /** Taken in this minute by all nodes together. */
  readonly used: number;
  /** Seconds until the minute ends. */
  readonly resetSeconds: number;
}

/** Admission budgets of all nodes together, in minutes of the database's clock. [D10] */
export interface BudgetStore {
  /** Atomic for each budget and key: never more than `limit` are granted in one minute, over all nodes. */
  take(requests: readonly BudgetRequest[]): Promise<BudgetGrant[]>;
}

export interface Owner {
  readonly kind: 'account' | 'organization';
  readonly id: string;
}

/** A Live without its queue. */
export interface LiveRecord {
  readonly id: string;
  readonly owner: Owner;
  readonly name: string;
  readonly status: LiveStatus;
  readonly mode: LiveMode;
  readonly paused: boolean;
  readonly showing: boolean;
  readonly sequence: number;
  readonly reference: string | null;
  readonly translations: readonly string[];
  readonly viewerSettings: ViewerSettings;
  readonly focusItemId: string | null;
  readonly createdAt: string;
}

/** A queued verse with its own copy of the text: importing an edition again does not change it. [D30] */
export interface QueueItem {
  readonly id: string;
  /** Orders the queue; gaps and fractions are allowed. */
  readonly rank: number;
  readonly bookId: number;
  readonly book: string;
  readonly chapter: number;
  readonly verse: number;
  readonly text: string;
  readonly translation: string;
  /** The edition revision whose rights and attribution belong to the text. */
  readonly revisionId: string;
}

/** A Live at one sequence, whole and immutable; `items` in order. */
export interface LiveState {
  readonly record: LiveRecord;
  readonly items: readonly QueueItem[];
}

export type QueueChange =
  | { readonly type: 'append'; readonly items: readonly QueueItem[] }
  | { readonly type: 'remove'; readonly items: readonly QueueItem[] }
  | { readonly type: 'clear' }
  | { readonly type: 'rank'; readonly items: readonly { readonly item: QueueItem; readonly rank: number }[] };

/** One change of one Live: from `expectedSequence` to `next` (whose sequence is one more). */
export interface LiveChange {
  readonly expectedSequence: number;
  readonly next: LiveRecord;
  readonly queue: readonly QueueChange[];
}

export interface LiveSummary {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
}

export interface LiveStore {
  /** Atomic: the owner's Lives are counted and the new one is added, so that parallel creations cannot pass the quota. */
  create(record: LiveRecord, quota: number): Promise<'created' | 'quota_exceeded'>;
  /** Oldest first; `after` is the last one of the page before. */
  list(owner: Owner, page: { limit: number; after: { createdAt: string; id: string } | null }): Promise<LiveSummary[]>;
  find(id: string): Promise<LiveRecord | null>;
  /** Record and queue of one moment. */
  load(id: string): Promise<LiveState | null>;
  /**
   * Atomic compare-and-set: all of the change is durable, or the sequence was not the expected one and nothing is.
   * Changes of several Lives that come together are made durable together; each is judged by itself.
   */
  commit(change: LiveChange): Promise<'committed' | 'stale'>;
  /** Of those Lives that there are. */
  sequences(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Atomic with the queue, under the same condition. */
  delete(id: string, expectedSequence: number): Promise<'deleted' | 'stale' | 'missing'>;
}

export interface UserRecord {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly accountId: string;
  readonly disabled: boolean;
}

/** A personal account. */
export interface AccountRecord {
  readonly id: string;
  readonly name: string;
  readonly handle: string | null;
}

export interface AccountStore {
  /** Atomic: user, personal account and library entries. */
  createUser(user: {
    id: string;
    email: string;
    name: string;
    accountId: string;
    passwordHash: string | null;
  }): Promise<'created' | 'email_taken'>;
  findUserByEmail(email: string): Promise<UserRecord | null>;
  /** Atomic: organization and its owner's membership. */
  createOrganization(organization: { id: string; name: string; ownerUserId: string }): Promise<void>;
  findOrganization(id: string): Promise<{ id: string; name: string } | null>;
  listOrganizations(): Promise<{ id: string; name: string }[]>;
  findAccount(id: string): Promise<AccountRecord | null>;
  setMember(member: { organizationId: string; userId: string; role: Role }): Promise<void>;
  /** True while the installation has neither users nor organizations. */
  isEmpty(): Promise<boolean>;
}

/** A credential as it is kept: a SHA-256 of the secret, never the secret. [D35] */
export interface CredentialRecord {
  readonly id: string;
  readonly kind: Exclude<CredentialKind, 'delegated'>;
  readonly hash: string;
  readonly name: string;
  readonly organizationId: string | null;
  readonly userId: string | null;
  /** Empty on a personal credential: whatever its user may now. */
  readonly scopes: readonly Scope[];
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

/** A credential that belongs to somebody who may act now, with the owner whose resources it reaches. */
export interface Authority {
  readonly credential: CredentialRecord;
  readonly owner: Owner;
}

export interface CredentialStore {
  create(credential: CredentialRecord): Promise<void>;
  /** Null for an unknown or revoked credential and for one of a disabled user; expiry is the caller's to check. */
  findAuthority(hash: string): Promise<Authority | null>;
  list(of: { organizationId: string } | { userId: string }): Promise<CredentialRecord[]>;
  /** False if there is no such credential that is not revoked yet. */
  revoke(id: string, revokedAt: string): Promise<boolean>;
}

export interface EditionRecord {
  readonly slug: string;
  readonly name: string;
  readonly language: Language;
  readonly rights: TranslationRights;
  readonly provenance: TranslationProvenance;
  /** Null while the text is not installed. */
  readonly revisionId: string | null;
  readonly bookIds: readonly number[];
}

/** One import of an edition. It never changes, and outlives the next import for the verses that are queued from it. */
export interface EditionRevision {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly language: Language;
  readonly rights: TranslationRights;
}

export interface EditionBookText {
  readonly bookId: number;
  readonly name: string;
  readonly verses: readonly { chapter: number; verse: number; text: string }[];
}

export interface EditionImport extends EditionRevision {
  readonly provenance: TranslationProvenance;
  readonly books: readonly EditionBookText[];
}

export interface EditionStore {
  /** Atomic: all of the edition is there, or nothing has changed. The text of the revision before is dropped. */
  import(edition: EditionImport): Promise<void>;
  list(page: { limit: number; after: string | null }): Promise<EditionRecord[]>;
  find(slug: string): Promise<EditionRecord | null>;
  /** Null while the edition is unknown or its text is not installed. */
  currentRevision(slug: string): Promise<string | null>;
  findRevision(id: string): Promise<EditionRevision | null>;
  /** Null when the revision does not have the book; verses in canonical order, with their sparse numbers. */
  findBook(revisionId: string, bookId: number): Promise<EditionBookText | null>;
}

/** What is searched for: phrases as they are written, words in any of their forms. All must be in the verse. [D31] */
export interface SearchQuery {
  readonly phrases: readonly string[];
  readonly words: readonly string[];
}

/** A verse among what was found: how well it fits (1 is best), and where it stands in the canon. */
export interface SearchPlace {
  readonly rank: number;
  readonly place: number;
}

export interface FoundVerse {
  readonly bookId: number;
  readonly book: string;
  readonly chapter: number;
  readonly verse: number;
  readonly text: string;
}

export interface SearchStore {
  /**
   * Of one moment. Best rank first, within a rank in canonical order; `after` is the `more` of the page before, which is
   * null at the end. A `total` that is known already is not counted again. Null when the revision is no longer current.
   */
  find(
    revision: { id: string; language: Language },
    query: SearchQuery,
    page: { limit: number; after: SearchPlace | null; total: number | null },
  ): Promise<{ total: number; verses: FoundVerse[]; more: SearchPlace | null } | null>;
}

export interface LibraryStore {
  enable(owner: Owner, slug: string): Promise<void>;
  /** False if it was not enabled. */
  disable(owner: Owner, slug: string): Promise<boolean>;
  enabled(owner: Owner): Promise<ReadonlySet<string>>;
}
