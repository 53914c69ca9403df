import { LecternError } from '../../contract/lectern-error.ts';
import type { DeckFooterInput, DeckKind, SlideInput, Songbook } from '../../contract/schemas/presentation.ts';
import type {
  DeckRecord,
  DeckSummary,
  IdempotencyRecord,
  ListPage,
  Owner,
  Storage,
  UnlistedImages,
} from '../../storage/storage.ts';
import { type Actor, toAuditRecord } from '../audit/audit.ts';
import { nextTimestamp } from '../clock.ts';
import { newId } from '../identifiers.ts';
import type { Lives } from '../live/lives.ts';
import type { Precondition, Validators } from '../live/state/validator.ts';
import { NAME_RULE, parseName } from '../name.ts';
import { parseFooter } from './deck-footer.ts';
import { parseSlides } from './deck-slides.ts';
import { parseLanguageTag, readSongbook } from './song-details.ts';

/** The format of a deck id. Other texts are never queried. */
const DECK_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Most decks among which a title is looked for: those whose title begins with it come first, the shortest before. */
const TITLES_MAX = 20;

/** A deck in a request. */
export interface DeckInput {
  readonly title: string;
  readonly slides: readonly SlideInput[];
  /** Absent fields keep their value. [D70] */
  readonly kind?: DeckKind;
  readonly order?: readonly string[] | null;
  readonly footer?: DeckFooterInput | null;
  readonly shared?: boolean;
  readonly language_tag?: string | null;
  readonly songbook?: Songbook | null;
}

type Document = Pick<
  DeckRecord,
  'title' | 'slides' | 'kind' | 'order' | 'footer' | 'shared' | 'languageTag' | 'songbook'
>;
const NEW_DECK: Omit<Document, 'title'> = {
  slides: [],
  kind: 'slides',
  order: null,
  footer: null,
  shared: false,
  languageTag: null,
  songbook: null,
};

/** A write to an existing deck. */
export interface DeckWrite {
  readonly deck: DeckRecord;
  readonly precondition: Precondition;
  readonly actor: Actor;
}

/** The decks of organizations, from which snapshots are published. [D26] */
export class Decks {
  readonly #storage: Pick<Storage, 'decks'>;
  readonly #lives: Pick<Lives, 'adoptBackstage'>;
  readonly #validators: Validators;
  readonly #quota: number;

  constructor(
    storage: Pick<Storage, 'decks'>,
    lives: Pick<Lives, 'adoptBackstage' | 'validators'>,
    options: { decksPerOrganization: number },
  ) {
    this.#storage = storage;
    this.#lives = lives;
    this.#validators = lives.validators;
    this.#quota = options.decksPerOrganization;
  }

  /**
   * Creates a deck. Returns null and creates nothing if the idempotency record already exists. Throws `invalid_fields`,
   * `quota_exceeded`, and `not_found` if the organization was deleted.
   */
  async create(
    organizationId: string,
    input: DeckInput,
    actor: Actor,
    toIdempotencyRecord?: (deck: DeckRecord) => IdempotencyRecord,
  ): Promise<DeckRecord | null> {
    const deck = toNewDeck(organizationId, input);
    const outcome = await this.#storage.decks.create(deck, this.#quota, {
      audit: toDeckAudit(actor, deck),
      idempotencyRecord: toIdempotencyRecord?.(deck),
    });
    if (outcome === 'repeated') return null;
    if (outcome === 'missing') throw new LecternError('not_found', 'The organization does not exist.');
    if (outcome === 'quota_exceeded') {
      throw new LecternError('quota_exceeded', `At most ${this.#quota} decks are allowed.`);
    }
    if (outcome !== 'created') throw noSuchImages(deck, outcome);
    return deck;
  }

  list(organizationId: string, page: ListPage) {
    return this.#storage.decks.list(organizationId, page);
  }

  /** Returns a deck of an organization with this title, without regard to case; null without one. */
  async findByTitle(organizationId: string, title: string): Promise<DeckSummary | null> {
    const wanted = title.toLowerCase();
    const found = await this.#storage.decks.search(organizationId, title, { limit: TITLES_MAX, bySlides: 0 });
    return found.find((deck) => deck.title.toLowerCase() === wanted) ?? null;
  }

  /** Returns a deck, or null if it does not exist or has another owner. */
  async find(organizationId: string, id: string): Promise<DeckRecord | null> {
    return DECK_ID.test(id) ? this.#storage.decks.find(organizationId, id) : null;
  }

  /** Returns a deck. Throws `not_found`, also for a deck of another owner. */
  async require(organizationId: string, id: string): Promise<DeckRecord> {
    const deck = await this.find(organizationId, id);
    if (!deck) throw new LecternError('not_found', 'There is no such deck.');
    return deck;
  }

  /** Returns the validator of the deck's revision. */
  etag(deck: Pick<DeckRecord, 'id' | 'revision'>): string {
    return this.#validators.etag(toVersion(deck));
  }

  /** Replaces a deck. Throws `invalid_fields` and the errors of the precondition. */
  async replace({ deck, precondition, actor }: DeckWrite, input: DeckInput): Promise<DeckRecord> {
    const document = readDocument(input, deck);
    this.#validators.require(precondition, toVersion(deck));
    const next = { ...deck, ...document, revision: deck.revision + 1, updatedAt: nextTimestamp() };
    const changesPhones = next.shared !== deck.shared || next.kind !== deck.kind;
    const outcome = await this.#storage.decks.replace(next, toDeckAudit(actor, next), { changesPhones });
    if (outcome === 'stale') throw new LecternError('stale_validator');
    if ('unlisted' in outcome) throw noSuchImages(next, outcome);
    await this.#lives.adoptBackstage(outcome);
    return next;
  }

  /** Deletes a deck. Its snapshots stay. Throws the errors of the precondition. */
  async delete({ deck, precondition, actor }: DeckWrite): Promise<void> {
    this.#validators.require(precondition, toVersion(deck));
    const outcome = await this.#storage.decks.delete(deck, toDeckAudit(actor, deck));
    if (outcome === 'stale') throw new LecternError('stale_validator');
    await this.#lives.adoptBackstage(outcome);
  }
}

/** Returns a deck that can be created. Throws `invalid_fields`. */
export function toNewDeck(organizationId: string, input: DeckInput): DeckRecord {
  const document = readDocument(input, NEW_DECK);
  const createdAt = nextTimestamp();
  return { id: newId(), organizationId, revision: 1, ...document, createdAt, updatedAt: createdAt };
}

/** Validates a deck. Throws `invalid_fields`. */
function readDocument(
  { title: typed, slides: inputs, kind, order, footer, shared, language_tag: languageTag, songbook }: DeckInput,
  before: Omit<Document, 'title'>,
): Document {
  const title = parseName(typed);
  if (title === null) {
    throw new LecternError('invalid_fields', undefined, { errors: [{ pointer: '/title', message: NAME_RULE }] });
  }
  const slides = parseSlides(inputs, before.slides);
  return {
    title,
    slides,
    kind: kind ?? before.kind,
    order: requireSlides(order === undefined ? before.order : order, slides),
    footer: footer === undefined ? before.footer : footer && parseFooter(footer),
    shared: shared ?? before.shared,
    languageTag: languageTag === undefined ? before.languageTag : languageTag && parseLanguageTag(languageTag),
    songbook: songbook === undefined ? before.songbook : songbook && readSongbook(songbook),
  };
}

/** Returns an order of slides. Throws `invalid_fields` if a slide does not exist. [D70] */
function requireSlides(order: DeckRecord['order'], slides: DeckRecord['slides']): DeckRecord['order'] {
  const ids = new Set(slides.map(({ id }) => id));
  const unknown = order?.findIndex((id) => !ids.has(id)) ?? -1;
  if (unknown === -1) return order;
  throw new LecternError('invalid_fields', undefined, {
    errors: [{ pointer: `/order/${unknown}`, message: `is no slide of the deck: ${order![unknown]}` }],
  });
}

const noSuchImages = ({ slides }: Pick<DeckRecord, 'slides'>, { unlisted }: UnlistedImages): LecternError =>
  new LecternError('invalid_fields', undefined, {
    errors: slides.flatMap(({ image }, index) =>
      image !== null && unlisted.includes(image)
        ? { pointer: `/slides/${index}/image`, message: 'is not an image of the organization' }
        : [],
    ),
  });

const toDeckAudit = (actor: Actor, deck: Pick<DeckRecord, 'organizationId' | 'id' | 'title'>) => {
  const owner: Owner = { kind: 'organization', id: deck.organizationId };
  return toAuditRecord(actor, { owner, resource: deck.id, resourceName: deck.title });
};

const toVersion = ({ id, revision }: Pick<DeckRecord, 'id' | 'revision'>) => ({ id: `deck/${id}`, sequence: revision });
