import type { StudioSettings } from '../contract/schemas/design.ts';
import type { LiveMode, LiveStatus, ViewerSettings } from '../contract/schemas/live.ts';
import type { Slide } from '../contract/schemas/presentation.ts';
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
  readonly owners: OwnerStore;
  readonly viewers: ViewerStore;
  readonly accounts: AccountStore;
  readonly credentials: CredentialStore;
  readonly editions: EditionStore;
  readonly libraries: LibraryStore;
  readonly decks: DeckStore;
  readonly images: ImageStore;
  readonly search: SearchStore;
  readonly audit: AuditStore;
  readonly receipts: ReceiptStore;
  readonly leaving: LeavingStore;
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
  /** The profile of an owner has changed. */
  profile(owner: Owner): void;
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

/** An image that is kept and served under its digest. */
export interface StoredImage {
  /** SHA-256 of its bytes, 64 hexadecimal digits. */
  readonly digest: string;
  readonly mediaType: string;
  /** px */
  readonly width: number;
  readonly height: number;
}

/** What holds for all Lives of an owner. */
export interface OwnerProfile {
  /** Moves on with every change of the profile; 0 where nothing was ever changed. */
  readonly version: number;
  /** An organization's name; null for a personal account. */
  readonly name: string | null;
  /** Its processing is restricted. [D42] */
  readonly restricted: boolean;
  /** Null where nobody has designed anything. */
  readonly design: StudioSettings | null;
  /** Independent of any sequence. [Events 5] */
  readonly designRevision: number;
  readonly logo: StoredImage | null;
}

export interface OwnerStore {
  /** Of an owner that exists. */
  find(owner: Owner): Promise<OwnerProfile>;
  /** Atomic compare-and-set: the design is the next revision, or the revision was not the expected one and nothing changed. */
  setDesign(owner: Owner, design: StudioSettings, expectedRevision: number): Promise<'committed' | 'stale'>;
  setLogo(owner: Owner, logo: StoredImage | null): Promise<void>;
  setRestricted(owner: Owner, restricted: boolean): Promise<void>;
}

/** The slide that a Live in presentation mode shows, of a snapshot that never changes. [D26] */
export interface ShownSlide {
  readonly snapshotId: string;
  readonly deckId: string;
  /** Of the snapshot. */
  readonly revision: number;
  readonly slideId: string;
  /** Zero-based, in the snapshot. */
  readonly index: number;
  readonly blank: boolean;
}

/** Where the journal of a Live stands; numbers begin at 1, and 0 is none. [D50] */
export interface JournalMark {
  /** The latest of what was shown. */
  readonly end: number;
  /** The step that would be undone next; a later change takes the number after it. */
  readonly undo: number;
  /** How many can be undone one after another. */
  readonly depth: number;
}

/** How many viewers a node has of a Live. */
export interface ViewerCount {
  readonly liveId: string;
  readonly viewers: number;
  /** The most there were at once since the report before. */
  readonly most: number;
}

/** Viewers of all nodes. What a node that is gone has told counts for VIEWERS_LEASE_SECONDS. [D52] */
export interface ViewerStore {
  /** Atomic with the peaks: the most that all nodes together have told. */
  report(node: string, counts: readonly ViewerCount[]): Promise<void>;
  find(liveId: string): Promise<{ viewers: number; peak: number; peakAt: string | null }>;
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
  /** A keyed hash of the audience's secret; null while the Live is not protected. [D20] */
  readonly secretHash: string | null;
  /** Null outside presentation mode. */
  readonly slide: ShownSlide | null;
  readonly journal: JournalMark;
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
  readonly profile: OwnerProfile;
}

/** Which version of a Live the storage has. */
export interface LiveVersion {
  readonly sequence: number;
  readonly profileVersion: number;
}

/** By what an item of a Live is found. */
export type ItemKey = Pick<QueueItem, 'id' | 'rank'>;

export type QueueChange =
  | { readonly type: 'insert'; readonly items: readonly QueueItem[] }
  | { readonly type: 'remove'; readonly items: readonly ItemKey[] }
  | { readonly type: 'clear' }
  | { readonly type: 'rank'; readonly items: readonly { readonly item: ItemKey; readonly rank: number }[] };

/** One change of one Live: from `expectedSequence` to `next` (whose sequence is one more). */
export interface LiveChange {
  readonly expectedSequence: number;
  readonly next: LiveRecord;
  readonly queue: readonly QueueChange[];
}

/** What brings back the state before a change of what the audience sees. [D50] */
export interface UndoStep {
  readonly queue: readonly QueueChange[];
  readonly showing: boolean;
  readonly paused: boolean;
  readonly focusItemId: string | null;
}

/** What is kept of a change, under the numbers that the mark of the changed Live has: UNDO_MAX_STEPS steps, JOURNAL_ENTRIES of what was shown. */
export interface JournalEntry {
  readonly at: string;
  /** Null for what cannot be undone, such as an undo itself. */
  readonly undo: UndoStep | null;
  /** The verses that it brought before the audience. */
  readonly shown: readonly QueueItem[];
}

/** What came before the audience at a time. */
export interface ShownEntry {
  readonly number: number;
  readonly at: string;
  readonly shown: readonly QueueItem[];
}

/** That somebody changed something; never a secret. [D43] */
export interface AuditRecord {
  /** A UUID that sorts by time. */
  readonly id: string;
  readonly at: string;
  /** Whom it concerns; null: the whole installation. */
  readonly owner: Owner | null;
  /** `rest`, `page` or `command-line`. */
  readonly channel: 'rest' | 'page' | 'command-line';
  readonly userId: string | null;
  readonly credentialId: string | null;
  readonly operation: string;
  readonly resource: string | null;
  readonly requestId: string | null;
  /** Sequences of a Live. */
  readonly before: number | null;
  readonly after: number | null;
}

export interface AuditStore {
  /** For what is not recorded within the transaction of its change. */
  add(record: AuditRecord): Promise<void>;
  /** Newest first: below `before` and not below `since`, which are ids, or what ids of a moment begin with. */
  list(
    owner: Owner | null,
    page: { limit: number; before: string | null; since: string | null },
  ): Promise<AuditRecord[]>;
  /** The next that has records, also one that is deleted, in the order of ids; null after the last. `id` is what comes next. */
  ownerAfter(id: string | null): Promise<{ id: string; owner: Owner | null } | null>;
  /** Removes at most `limit` records below `before`, the oldest first. Answers how many. */
  removeBefore(owner: Owner | null, before: string, limit: number): Promise<number>;
}

/** The first answer to a request with an Idempotency-Key. [D9] */
export interface Receipt {
  readonly credentialId: string;
  readonly key: string;
  /** Of what was asked for. */
  readonly hash: string;
  readonly at: string;
  readonly answer: {
    readonly body: string;
    readonly etag: string | null;
    readonly location: string | null;
  };
}

/** Receipts are written by those stores that create what they are for, within the same transaction. */
export interface ReceiptStore {
  /** Null for one that is older than IDEMPOTENCY_HOURS. */
  find(credentialId: string, key: string): Promise<Receipt | null>;
  /** Removes at most `limit` of those that are older. Answers how many. */
  removeOld(limit: number): Promise<number>;
}

/** An owner who leaves for good: begun, its Lives deleted, the rest removed portion by portion, finished. [D52] */
export interface LeavingStore {
  /**
   * Atomic: the credentials of the owner have ended; the user of a personal account is disabled and a member of nothing any
   * more. Nothing has changed where the answer names organizations that would be left without an owner, or is `missing`.
   */
  begin(owner: Owner, now: string): Promise<'begun' | 'missing' | { readonly ownerless: readonly string[] }>;
  /** Whose account it is, and of what the user is a member. */
  findPerson(accountId: string): Promise<{
    readonly user: { readonly id: string; readonly email: string; readonly name: string; readonly disabled: boolean };
    readonly memberships: readonly { readonly organization_id: string; readonly name: string; readonly role: string }[];
  } | null>;
  /** What an organization has published, in the order of ids; null after the last. */
  snapshotAfter(organizationId: string, id: string | null): Promise<SnapshotRecord | null>;
  /** Its images with their content, in the order of digests, also those that only snapshots still show; null after the last. */
  imageAfter(
    organizationId: string,
    digest: string | null,
  ): Promise<{ readonly image: ImageRecord; readonly content: Uint8Array } | null>;
  /** Removes a portion of what can be much. False when there is nothing left of it. */
  removeSome(owner: Owner): Promise<boolean>;
  /** Atomic, with its audit: nothing is left but the audit. `lives_left`: a Live was created meanwhile, and nothing has changed. */
  finish(owner: Owner, audit: AuditRecord): Promise<'finished' | 'lives_left'>;
}

/** A change with what is kept of it. */
export interface LiveCommit extends LiveChange {
  readonly journal: JournalEntry | null;
  readonly audit: AuditRecord | null;
}

export interface LiveSummary {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
}

export interface LiveStore {
  /**
   * Atomic: the owner's Lives are counted and the new one is added, so that parallel creations cannot pass the quota; with its
   * receipt, of which there is only one (`repeated`: there is one already). `missing`: the owner is gone.
   */
  create(
    record: LiveRecord,
    quota: number,
    audit: AuditRecord | null,
    receipt?: Receipt,
  ): Promise<'created' | 'quota_exceeded' | 'repeated' | 'missing'>;
  /** Oldest first; `after` is the last one of the page before. */
  list(owner: Owner, page: { limit: number; after: { createdAt: string; id: string } | null }): Promise<LiveSummary[]>;
  /** What is there now, in few bytes. */
  findVersion(id: string): Promise<LiveVersion | null>;
  /** Everything of one moment. */
  load(id: string): Promise<LiveState | null>;
  /**
   * Atomic compare-and-set: all of the change is durable, or the sequence was not the expected one and nothing is.
   * Changes of several Lives that come together are made durable together; each is judged by itself.
   */
  commit(change: LiveCommit): Promise<'committed' | 'stale'>;
  /** Of those Lives that there are. */
  versions(ids: readonly string[]): Promise<ReadonlyMap<string, LiveVersion>>;
  /** Null for a step that is not kept. */
  findUndoStep(id: string, number: number): Promise<UndoStep | null>;
  /** Latest first, below `before`; as many as stay within `maxBytes`, but one at least. `next`: what a next page is below. */
  listShown(
    id: string,
    page: { limit: number; before: number | null; maxBytes: number },
  ): Promise<{ entries: ShownEntry[]; next: number | null }>;
  /** Atomic with the queue and the journal, under the same condition. */
  delete(id: string, expectedSequence: number, audit: AuditRecord | null): Promise<'deleted' | 'stale' | 'missing'>;
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

export interface MemberRecord {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly disabled: boolean;
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
  listUsers(): Promise<UserRecord[]>;
  /** A disabled user has no authority, and keeps everything. */
  setUserDisabled(id: string, disabled: boolean): Promise<void>;
  /** Atomic: organization and its owner's membership. */
  createOrganization(organization: { id: string; name: string; ownerUserId: string }): Promise<void>;
  findOrganization(id: string): Promise<{ id: string; name: string } | null>;
  listOrganizations(): Promise<{ id: string; name: string }[]>;
  findAccount(id: string): Promise<AccountRecord | null>;
  /** Atomic, also against other nodes, as the next: an organization keeps at least one owner. */
  setMember(member: { organizationId: string; userId: string; role: Role }): Promise<'set' | 'last_owner'>;
  removeMember(member: { organizationId: string; userId: string }): Promise<'removed' | 'missing' | 'last_owner'>;
  listMembers(organizationId: string): Promise<MemberRecord[]>;
  /** Null for whoever is no member. */
  findRole(organizationId: string, userId: string): Promise<Role | null>;
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

export interface ListedCredential extends CredentialRecord {
  /** To the hour; null: never. */
  readonly lastUsedAt: string | null;
}

/** A credential that belongs to somebody who may act now, with the owner whose resources it reaches. */
export interface Authority {
  readonly credential: CredentialRecord;
  readonly owner: Owner;
  /** When the secret ends: with its credential, or with the overlap after a rotation. Null: never. */
  readonly endsAt: string | null;
  /** Processing for the owner is restricted. [D42] */
  readonly restricted: boolean;
}

/** A user's credential that is neither revoked nor expired at `now`. */
export interface ActiveCredentialKey {
  readonly id: string;
  readonly userId: string;
  readonly now: string;
}

export interface CredentialStore {
  /**
   * Atomic, with its audit. Where there is a quota, the user's active credentials are counted, so that parallel creations
   * cannot pass it.
   */
  create(
    credential: CredentialRecord,
    more?: { quota?: number; audit?: AuditRecord },
  ): Promise<'created' | 'quota_exceeded'>;
  /** Null for an unknown or revoked credential and for one of a disabled user; its end is the caller's to check. */
  findAuthority(hash: string): Promise<Authority | null>;
  /** Oldest first, whatever has become of them. */
  list(of: { organizationId: string } | { userId: string }): Promise<ListedCredential[]>;
  /** Oldest first; `after` is the last one of the page before. */
  listActive(
    userId: string,
    page: { limit: number; after: { createdAt: string; id: string } | null; now: string },
  ): Promise<ListedCredential[]>;
  findActive(key: ActiveCredentialKey): Promise<ListedCredential | null>;
  /** False if it is not active; then nothing is recorded either. */
  rename(key: ActiveCredentialKey, name: string, audit: AuditRecord): Promise<boolean>;
  /**
   * Atomic: the credential has the new hash, and the one that it had works until `previousEndsAt`; null: no longer. The one
   * before that has ended. False if it is not active.
   */
  rotate(
    key: ActiveCredentialKey,
    secret: { hash: string; previousEndsAt: string | null },
    audit: AuditRecord,
  ): Promise<boolean>;
  /** Remembers when credentials were used, by their ids; those that are gone are passed over. */
  noteUses(uses: ReadonlyMap<string, string>): Promise<void>;
  /** Revokes it. False if it is not active. */
  end(key: ActiveCredentialKey, audit: AuditRecord): Promise<boolean>;
  /** False if there is no such credential that is not revoked yet. */
  revoke(id: string, revokedAt: string): Promise<boolean>;
  /** Whose credential it is, whatever has become of it. */
  findOwner(id: string): Promise<Owner | null>;
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
  /**
   * Atomic: the edition and its text are gone, and its revisions stay for what is queued. `in_use`: a library has it, and
   * nothing has changed.
   */
  remove(slug: string): Promise<'removed' | 'in_use' | 'missing'>;
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

/** A document as it is edited; `image` of a slide is a digest. [D26] */
export interface DeckRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly title: string;
  /** Of the document, from 1 on. */
  readonly revision: number;
  readonly slides: readonly Slide[];
  readonly createdAt: string;
}

export type DeckSummary = Omit<DeckRecord, 'slides'>;

/** A slide with all that it shows: its verses and its image are those of the moment when it was published. */
export interface SnapshotSlide extends Omit<Slide, 'image'> {
  readonly image: StoredImage | null;
  readonly passage: {
    /** As people write it. */
    readonly reference: string;
    readonly verses: readonly QueueItem[];
  } | null;
}

/** What was published of a deck. It never changes, and outlives the deck. [D26] */
export interface SnapshotRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly deckId: string;
  /** Counts what was published of the deck, from 1 on. */
  readonly revision: number;
  readonly title: string;
  readonly slides: readonly SnapshotSlide[];
  readonly createdAt: string;
}

export interface DeckStore {
  /** Atomic: the organization's decks are counted and the new one is added, with its receipt, as a Live is. */
  create(
    deck: DeckRecord,
    quota: number,
    receipt?: Receipt,
  ): Promise<'created' | 'quota_exceeded' | 'repeated' | 'missing'>;
  /** Oldest first; `after` is the last one of the page before. */
  list(
    organizationId: string,
    page: { limit: number; after: { createdAt: string; id: string } | null },
  ): Promise<DeckSummary[]>;
  find(organizationId: string, id: string): Promise<DeckRecord | null>;
  /** Atomic compare-and-set: the document is the given one, or its revision was not the one before and nothing changed. */
  replace(deck: DeckRecord): Promise<'replaced' | 'stale'>;
  delete(organizationId: string, id: string, expectedRevision: number): Promise<'deleted' | 'stale'>;
  /**
   * Atomic: snapshots are counted, the snapshot is there with the next revision of its deck and its receipt, and its images
   * are kept. `image_missing`: one of them is not in the organization's list any more.
   */
  publish(
    snapshot: Omit<SnapshotRecord, 'revision'>,
    quota: number,
    toReceipt?: (snapshot: SnapshotRecord) => Receipt,
  ): Promise<SnapshotRecord | 'missing' | 'image_missing' | 'quota_exceeded' | 'repeated'>;
  findSnapshot(id: string): Promise<SnapshotRecord | null>;
}

export interface ImageRecord extends StoredImage {
  /** Length of the content. */
  readonly bytes: number;
  readonly createdAt: string;
}

export interface ImageStore {
  /** Atomic: the organization's list is counted and the image is in it. One that is there stays as it is. */
  add(
    organizationId: string,
    image: ImageRecord,
    content: Uint8Array,
    quota: number,
  ): Promise<'added' | 'quota_exceeded' | 'missing'>;
  /** Oldest first; `after` is the last one of the page before. */
  list(
    organizationId: string,
    page: { limit: number; after: { createdAt: string; digest: string } | null },
  ): Promise<ImageRecord[]>;
  /** Of those digests that are in the organization's list. */
  find(organizationId: string, digests: readonly string[]): Promise<ImageRecord[]>;
  /** Atomic: out of the list, unless a deck or the logo of the organization shows it; the content goes unless it is kept. */
  remove(organizationId: string, digest: string): Promise<'removed' | 'in_use' | 'missing'>;
  /** Whoever has it. */
  findContent(digest: string): Promise<{ mediaType: string; content: Uint8Array } | null>;
}
