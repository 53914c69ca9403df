import { GRANTS_PER_USER_MAX, USAGE_ROWS_MAX } from '../../../contract/limits.ts';
import type {
  DeckRecord,
  ListedRemoteLink,
  ListPage,
  LiveState,
  OutputRecord,
  Owner,
  PlanRecord,
  QueueItem,
  SnapshotRecord,
  Storage,
} from '../../../storage/storage.ts';
import { toAuditEntry } from '../../audit/audit.ts';
import { type Clock, toTime } from '../../clock.ts';
import { lastExpiredNumber } from '../../live/changes/journal.ts';
import { toPublicStageMessage } from '../../live/changes/stage-message.ts';
import type { Lives } from '../../live/lives.ts';
import { Representations, toSettingsFields } from '../../live/reading/representations.ts';
import type { Editions } from '../../scripture/editions.ts';
import type { Turns } from '../../turns/turns.ts';
import { toPublicUsage } from '../../usage/usage-reports.ts';
import { toPublicGrant } from '../apps/grants.ts';

/** The sections of an export, in file order. For their contents see `docs/reference/export.md`. */
export const EXPORT_SECTIONS = [
  'owner',
  'members',
  'credentials',
  'grants',
  'sessions',
  'passkeys',
  'library',
  'lives',
  'history',
  'plans',
  'decks',
  'snapshots',
  'images',
  'usage',
  'audit',
] as const;
export type ExportSection = (typeof EXPORT_SECTIONS)[number];

/**
 * A batch of a section's entries, small enough not to delay other requests. `next` is the position of the next batch,
 * or null at the end.
 */
export interface ExportBatch {
  readonly entries: readonly object[];
  readonly next: string | null;
}

/** Yields all entries of a section. `read` returns the batch after a position. */
export async function* readBatches(read: (after: string | null) => Promise<ExportBatch>): AsyncGenerator<object> {
  let after: string | null = null;
  do {
    const portion = await read(after);
    yield* portion.entries;
    after = portion.next;
  } while (after !== null);
}

const AUDIT_ENTRIES = 500;
const HISTORY_ENTRIES = 10;
const HISTORY_MAX_BYTES = 256 * 1024;
const DOCUMENTS = 10;

type Reader = (owner: Owner, after: string | null) => Promise<ExportBatch>;

/**
 * Exports all stored data of an account or organization in the shapes of REST, without secrets or their hashes. [D52]
 */
export class OwnerExport {
  readonly #storage: Storage;
  readonly #clock: Clock;
  readonly #lives: Lives;
  readonly #editions: Editions;
  readonly #turns: Turns;
  readonly #representations: Representations;
  readonly #readers: Record<ExportSection, Reader> = {
    owner: (owner) => this.#readOwner(owner),
    members: (owner) => this.#readMembers(owner),
    credentials: (owner) => this.#readCredentials(owner),
    grants: (owner) => this.#readGrants(owner),
    sessions: (owner) => this.#readSessions(owner),
    passkeys: (owner) => this.#readPasskeys(owner),
    library: (owner) => this.#readLibrary(owner),
    lives: (owner, after) => this.#readLive(owner, after),
    history: (owner, after) => this.#readHistory(owner, after),
    plans: (owner, after) => this.#readPlans(owner, after),
    decks: (owner, after) => this.#readDecks(owner, after),
    snapshots: (owner, after) => this.#readSnapshot(owner, after),
    images: (owner, after) => this.#readImage(owner, after),
    usage: (owner, after) => this.#readUsage(owner, after),
    audit: (owner, after) => this.#readAudit(owner, after),
  };

  constructor({
    storage,
    lives,
    editions,
    clock,
    turns,
  }: { storage: Storage; lives: Lives; editions: Editions; clock: Clock; turns: Turns }) {
    this.#storage = storage;
    this.#clock = clock;
    this.#lives = lives;
    this.#editions = editions;
    this.#turns = turns;
    this.#representations = new Representations(editions);
  }

  /** Waits for the owner's turn to begin an export. Rejects with `rate_limited`. [D10] */
  async admit(owner: Owner): Promise<void> {
    await this.#turns.run(owner, async () => {}, { background: true });
  }

  /** Yields all entries of a section of an admitted export, each batch in a turn of the owner. */
  entries(section: ExportSection, owner: Owner): AsyncGenerator<object> {
    const wait = { background: true, patient: true };
    return readBatches((after) => this.#turns.run(owner, () => this.read(section, owner, after), wait));
  }

  /** Reads a batch. `after` is the `next` of the previous batch, or null for the first. */
  read(section: ExportSection, owner: Owner, after: string | null): Promise<ExportBatch> {
    return this.#readers[section](owner, after);
  }

  async #readOwner(owner: Owner): Promise<ExportBatch> {
    const { restricted, design, looks, designRevision, logo, ccliLicence } = await this.#storage.owners.find(owner);
    const profile = { restricted, design, looks, design_revision: designRevision, logo };
    if (owner.kind === 'organization') {
      const organization = await this.#storage.accounts.findOrganization(owner.id);
      return whole([{ ...organization, kind: 'organization', ...profile, ccli_licence: ccliLicence }]);
    }
    const account = await this.#storage.accounts.findAccount(owner.id);
    const person = await this.#storage.ownerDeletion.findPerson(owner.id);
    return whole([{ ...account, kind: 'personal', user: person?.user, ...profile }]);
  }

  /** Reads the members of an organization, or the organizations of an account's user. */
  async #readMembers({ kind, id }: Owner): Promise<ExportBatch> {
    if (kind === 'account') return whole((await this.#storage.ownerDeletion.findPerson(id))?.memberships ?? []);
    const members = await this.#storage.accounts.listMembers(id);
    return whole(
      members.map(({ userId, email, name, role, disabled }) => ({ user_id: userId, email, name, role, disabled })),
    );
  }

  async #readCredentials({ kind, id }: Owner): Promise<ExportBatch> {
    const person = kind === 'account' ? await this.#storage.ownerDeletion.findPerson(id) : null;
    const found = await this.#storage.credentials.list(person ? { userId: person.user.id } : { organizationId: id });
    return whole(
      found.map((credential) => ({
        id: credential.id,
        kind: credential.kind,
        name: credential.name,
        scopes: credential.scopes,
        created_at: credential.createdAt,
        expires_at: credential.expiresAt,
        revoked_at: credential.revokedAt,
        last_used_at: credential.lastUsedAt,
      })),
    );
  }

  /** Reads the current grants of an account. */
  async #readGrants({ kind, id }: Owner): Promise<ExportBatch> {
    const person = kind === 'account' ? await this.#storage.ownerDeletion.findPerson(id) : null;
    if (!person) return whole([]);
    const user = { userId: person.user.id, now: toTime(this.#clock()) };
    return whole((await this.#storage.oauth.listGrants(user, GRANTS_PER_USER_MAX)).map(toPublicGrant));
  }

  /** Reads the current sessions of an account. */
  async #readSessions({ kind, id }: Owner): Promise<ExportBatch> {
    const person = kind === 'account' ? await this.#storage.ownerDeletion.findPerson(id) : null;
    if (!person) return whole([]);
    const found = await this.#storage.sessions.list(person.user.id, toTime(this.#clock()));
    return whole(
      found.map(({ device, createdAt, lastUsedAt, expiresAt }) => ({
        device,
        created_at: createdAt,
        last_used_at: lastUsedAt,
        expires_at: expiresAt,
      })),
    );
  }

  async #readPasskeys({ kind, id }: Owner): Promise<ExportBatch> {
    const person = kind === 'account' ? await this.#storage.ownerDeletion.findPerson(id) : null;
    if (!person) return whole([]);
    const found = await this.#storage.passkeys.list(person.user.id);
    return whole(
      found.map(({ name, createdAt, lastUsedAt }) => ({ name, created_at: createdAt, last_used_at: lastUsedAt })),
    );
  }

  async #readLibrary(owner: Owner): Promise<ExportBatch> {
    const slugs = await this.#storage.libraries.listEnabled(owner);
    const choices = await this.#storage.libraries.listPhoneChoices(owner);
    return whole([...slugs].sort().map((slug) => ({ slug, phones: choices.get(slug) ?? null })));
  }

  /** Reads one Live at one sequence. */
  async #readLive(owner: Owner, after: string | null): Promise<ExportBatch> {
    const { state, next } = await this.#liveAfter(owner, after);
    return { entries: state ? [await this.#toLive(state)] : [], next };
  }

  async #toLive(state: LiveState) {
    const { record, items } = state;
    const { outputs, remoteLinks } = this.#storage;
    const [screens, links] = await Promise.all([
      outputs.list(record.id),
      remoteLinks.list(record.id, ['remote', 'control', 'data'], toTime(this.#clock())),
    ]);
    return {
      ...this.#representations.toLive(state),
      showing: record.showing,
      created_at: record.createdAt,
      protected: record.secretHash !== null,
      settings: toSettingsFields(record),
      viewer_settings: record.viewerSettings,
      phones: record.phones,
      stage: state.backstage.stage && toPublicStageMessage(state.backstage.stage),
      plan_id: record.planId,
      plan_entry_id: record.planEntryId,
      focus_item_id: record.focusItemId,
      snapshot: this.#representations.toDisplay({ ...state, items: [] }).snapshot,
      queue: items.map((item, index) => this.#representations.toQueueItem(item, index)),
      outputs: screens.map(toOutput),
      remote_links: links.filter(({ kind }) => kind === 'remote').map(toRemoteLink),
      button_links: links
        .filter(({ kind }) => kind !== 'remote')
        .map((link) => ({ ...toRemoteLink(link), kind: link.kind })),
    };
  }

  /** Reads a batch of one Live's history, newest first. */
  async #readHistory(owner: Owner, after: string | null): Promise<ExportBatch> {
    const [live, before] = after === null ? [null, null] : (JSON.parse(after) as [string | null, number | null]);
    const { state, next } = await this.#liveAfter(owner, live);
    const record = state?.record;
    const page = { limit: HISTORY_ENTRIES, before, maxBytes: HISTORY_MAX_BYTES, verses: true };
    const { entries: shown, next: older } = record
      ? await this.#storage.lives.listShown(record.id, { ...page, above: lastExpiredNumber(record) })
      : { entries: [], next: null };
    await this.#editions.loadRevisions(shown.flatMap(({ revisions }) => revisions.map((revision) => revision.id)));
    const entries = shown.map((entry) => ({
      live_id: record?.id,
      ...this.#representations.toShown(entry, record!),
      verses: JSON.parse(this.#representations.shownVerses(entry)),
    }));
    if (older !== null) return { entries, next: JSON.stringify([live, older]) };
    return { entries, next: next && JSON.stringify([next, null]) };
  }

  /**
   * Reads the next Live, oldest first. `next` is its position if more follow. `state` is null if the Live was deleted
   * in the meantime.
   */
  async #liveAfter(owner: Owner, after: string | null): Promise<{ state: LiveState | null; next: string | null }> {
    const [first, second] = await this.#lives.list(owner, {
      limit: 2,
      after: after === null ? null : JSON.parse(after),
    });
    if (!first) return { state: null, next: null };
    const next = second ? JSON.stringify({ createdAt: first.createdAt, id: first.id }) : null;
    return { state: await this.#lives.find(first.id), next };
  }

  #readPlans(owner: Owner, after: string | null): Promise<ExportBatch> {
    const { plans } = this.#storage;
    return readDocuments(after, {
      list: (page) => plans.list(owner, page),
      find: (id) => plans.find(owner, id),
      toEntry: toPlan,
    });
  }

  #readDecks(owner: Owner, after: string | null): Promise<ExportBatch> {
    const { decks } = this.#storage;
    return readDocuments(after, {
      list: (page) => decks.list(owner.id, page),
      find: (id) => decks.find(owner.id, id),
      toEntry: toDeck,
    });
  }

  async #readSnapshot({ id }: Owner, after: string | null): Promise<ExportBatch> {
    const snapshot = await this.#storage.ownerDeletion.nextSnapshot(id, after);
    if (!snapshot) return whole([]);
    const verses = snapshot.slides.flatMap(({ passage }) => passage?.verses ?? []);
    await this.#editions.loadRevisions(verses.map(({ revisionId }) => revisionId));
    return { entries: [this.#toSnapshot(snapshot)], next: snapshot.id };
  }

  #toSnapshot(snapshot: SnapshotRecord) {
    const { id, deckId, revision, title, kind, footer, languageTag, songbook, slides, createdAt } = snapshot;
    const toVerse = (verse: QueueItem) => this.#representations.toVerse(verse);
    return {
      id,
      deck: deckId,
      revision,
      title,
      kind,
      created_at: createdAt,
      footer,
      language_tag: languageTag,
      songbook,
      slides: slides.map(({ passage, image, ...slide }) => ({
        ...slide,
        image: image?.digest ?? null,
        verses: passage?.verses.map(toVerse) ?? [],
      })),
    };
  }

  async #readImage({ id }: Owner, after: string | null): Promise<ExportBatch> {
    const found = await this.#storage.ownerDeletion.nextImage(id, after);
    if (!found) return whole([]);
    const { digest, mediaType, width, height, bytes } = found.image;
    const content = Buffer.from(found.content).toString('base64');
    return { entries: [{ id: digest, media_type: mediaType, width, height, bytes, content }], next: digest };
  }

  /** Reads what was shown on one day. */
  async #readUsage({ kind, id }: Owner, after: string | null): Promise<ExportBatch> {
    const { usage } = this.#storage;
    const day = kind === 'organization' ? await usage.findFirstDay(id, after ?? '') : null;
    if (day === null) return whole([]);
    const rows = await usage.list(id, { from: day, to: day, limit: USAGE_ROWS_MAX });
    return { entries: rows.map(toPublicUsage), next: day };
  }

  async #readAudit(owner: Owner, after: string | null): Promise<ExportBatch> {
    const found = await this.#storage.audit.list(owner, { limit: AUDIT_ENTRIES, before: after, since: null });
    const next = found.length === AUDIT_ENTRIES ? found.at(-1)!.id : null;
    return { entries: found.map(toAuditEntry), next };
  }
}

const toOutput = ({ id, name, view, settings, madeByUser, createdAt }: OutputRecord) => ({
  id,
  name,
  view,
  settings,
  made_by: madeByUser,
  created_at: createdAt,
});

const toRemoteLink = ({ id, name, createdBy: madeBy, createdAt, expiresAt, lastUsedAt }: ListedRemoteLink) => ({
  id,
  name,
  made_by: madeBy,
  created_at: createdAt,
  expires_at: expiresAt,
  last_used_at: lastUsedAt,
});

/** Reads a batch of listed documents, each by its own query. */
async function readDocuments<Document>(
  after: string | null,
  documents: {
    readonly list: (page: ListPage) => Promise<readonly { createdAt: string; id: string }[]>;
    readonly find: (id: string) => Promise<Document | null>;
    readonly toEntry: (document: Document) => object;
  },
): Promise<ExportBatch> {
  const page = await documents.list({ limit: DOCUMENTS, after: after === null ? null : JSON.parse(after) });
  const found = await Promise.all(page.map(({ id }) => documents.find(id)));
  const last = page.length === DOCUMENTS ? page.at(-1)! : null;
  return {
    entries: found.flatMap((document) => (document ? documents.toEntry(document) : [])),
    next: last && JSON.stringify({ createdAt: last.createdAt, id: last.id }),
  };
}

const toPlan = ({ id, name, date, startsAt, revision, entries, createdAt }: PlanRecord) => ({
  id,
  name,
  date,
  starts_at: startsAt,
  revision,
  created_at: createdAt,
  entries,
});

const toDeck = (deck: DeckRecord) => ({
  id: deck.id,
  title: deck.title,
  revision: deck.revision,
  kind: deck.kind,
  shared: deck.shared,
  created_at: deck.createdAt,
  slides: deck.slides,
  order: deck.order,
  footer: deck.footer,
  language_tag: deck.languageTag,
  songbook: deck.songbook,
});

const whole = (entries: readonly object[]): ExportBatch => ({ entries, next: null });
