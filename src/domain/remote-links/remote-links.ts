import { LecternError } from '../../contract/lectern-error.ts';
import {
  BUTTON_LINK_DEFAULT_HOURS,
  BUTTON_LINKS_PER_LIVE_MAX,
  REMOTE_LINK_DEFAULT_HOURS,
  REMOTE_LINK_MAX_HOURS,
  REMOTE_LINKS_PER_LIVE_MAX,
} from '../../contract/limits.ts';
import { ROLE_SCOPES } from '../../contract/scopes.ts';
import type {
  LinkKind,
  ListedRemoteLink,
  LiveRecord,
  RemoteLinkRecord,
  RemoteLinkWithCreator,
  Storage,
} from '../../storage/storage.ts';
import {
  type CredentialPrefix,
  hashCredentialSecret,
  newCredentialSecret,
} from '../account/credentials/credential-secret.ts';
import { type Actor, toAuditRecord } from '../audit/audit.ts';
import { type Clock, toTime } from '../clock.ts';
import { newId } from '../identifiers.ts';
import { NAME_RULE, parseName } from '../name.ts';

/** The format of a link id. Other texts are never queried. */
const LINK_ID = /^[A-Za-z0-9_-]{1,64}$/;
const HOUR_MS = 3_600_000;

/** A link and its key, which is stored only as a hash. */
export interface RemoteLinkWithKey {
  readonly link: ListedRemoteLink;
  readonly key: string;
}

/** The properties that distinguish remote links from button links. */
interface LinkPurpose {
  readonly kinds: readonly LinkKind[];
  /** The prefix of their keys. */
  readonly key: CredentialPrefix;
  /** The most links of a Live. */
  readonly max: number;
  readonly defaultHours: number;
  readonly noun: string;
}

export const REMOTE_LINKS: LinkPurpose = {
  kinds: ['remote'],
  key: 'remote',
  max: REMOTE_LINKS_PER_LIVE_MAX,
  defaultHours: REMOTE_LINK_DEFAULT_HOURS,
  noun: 'remote link',
};

export const BUTTON_LINKS: LinkPurpose = {
  kinds: ['control', 'data'],
  key: 'button',
  max: BUTTON_LINKS_PER_LIVE_MAX,
  defaultHours: BUTTON_LINK_DEFAULT_HOURS,
  noun: 'button link',
};

interface LinkInput {
  readonly name: string;
  /** Defaults to the first kind of the purpose. */
  readonly kind?: LinkKind | undefined;
  readonly hours?: number | undefined;
  readonly expiresAt?: string | undefined;
}

/** The member who creates or ends links. */
export type RemoteLinkActor = Actor & { readonly userId: string };

interface RemoteLinksDependencies {
  readonly storage: Storage;
  readonly clock: Clock;
  /** Called after a link has ended. */
  readonly onAuthorityChanged: () => void;
}

/**
 * Remote links, with which people who are not members step a Live, or button links, with which programs operate or read
 * it, while the link and its creator's authority last. [D68], [D74]
 */
export class RemoteLinks {
  readonly #parts: RemoteLinksDependencies;
  readonly #purpose: LinkPurpose;

  constructor(parts: RemoteLinksDependencies, purpose: LinkPurpose) {
    this.#parts = parts;
    this.#purpose = purpose;
  }

  /** Lists the valid links of a Live, oldest first. */
  async list(liveId: string): Promise<ListedRemoteLink[]> {
    const found = await this.#parts.storage.remoteLinks.list(liveId, this.#purpose.kinds, this.#now());
    return found.filter((link) => this.isValid(link));
  }

  /** Returns a valid link, or null. Throws `unavailable`. */
  async find(id: string): Promise<RemoteLinkWithCreator | null> {
    const link = await this.findAny(id);
    return link && this.isValid(link) ? link : null;
  }

  /** Returns a link, which may have ended, or null. Throws `unavailable`. */
  async findAny(id: string): Promise<RemoteLinkWithCreator | null> {
    if (!LINK_ID.test(id)) return null;
    const [link] = await this.#parts.storage.remoteLinks.findAll([id]);
    return link && this.#purpose.kinds.includes(link.kind) ? link : null;
  }

  /** Throws `not_found`. */
  async require(id: string): Promise<RemoteLinkWithCreator> {
    const link = await this.find(id);
    if (!link) throw new LecternError('not_found', 'This link has ended, or there is no such link.');
    return link;
  }

  /** Returns true if the link has not ended and its creator may still change the Live. */
  isValid({ expiresAt, endedAt, creator: { role } }: RemoteLinkWithCreator): boolean {
    const over = endedAt !== null || Date.parse(expiresAt) <= this.#parts.clock();
    return !over && role !== null && ROLE_SCOPES[role].includes('live.update');
  }

  /**
   * Creates a link that lasts some hours, or until a time. Throws `invalid_fields`, `quota_exceeded` and
   * `not_found` if the Live was deleted.
   */
  async create(live: LiveRecord, input: LinkInput, actor: RemoteLinkActor): Promise<RemoteLinkWithKey> {
    const { storage, clock } = this.#parts;
    const { kinds, key: prefix, max, defaultHours, noun } = this.#purpose;
    const key = newCredentialSecret(prefix);
    const nowMs = clock();
    const record: RemoteLinkRecord = {
      id: newId(),
      kind: input.kind ?? kinds[0]!,
      liveId: live.id,
      name: requireName(input.name),
      hash: hashCredentialSecret(key),
      createdBy: actor.userId,
      createdAt: toTime(nowMs),
      expiresAt: toTime(toEnd(input, nowMs, defaultHours)),
      endedAt: null,
    };
    const outcome = await storage.remoteLinks.create(record, { kinds, max }, toAudit(live, record, actor));
    if (outcome === 'missing') throw new LecternError('not_found', 'There is no such Live.');
    if (outcome === 'quota_exceeded') {
      throw new LecternError('quota_exceeded', `At most ${max} ${noun}s of a Live are allowed.`);
    }
    const link = (await this.list(live.id)).find(({ id }) => id === record.id);
    // The creator has lost authority in the meantime.
    if (!link) throw new LecternError('not_found', 'There is no such Live.');
    return { link, key };
  }

  /** Throws `not_found`. */
  async end(live: LiveRecord, id: string, actor: RemoteLinkActor): Promise<void> {
    const { storage, onAuthorityChanged } = this.#parts;
    const link = await this.find(id);
    const missing = () => new LecternError('not_found', `The Live has no such ${this.#purpose.noun}.`);
    if (link?.liveId !== live.id) throw missing();
    const ended = storage.remoteLinks.end({ id, liveId: live.id }, this.#now(), toAudit(live, link, actor));
    // The caches are invalidated even if the outcome is unknown.
    if (!(await ended.finally(onAuthorityChanged))) throw missing();
  }

  #now(): string {
    return toTime(this.#parts.clock());
  }
}

/** Throws `invalid_fields`. */
function requireName(text: string): string {
  const name = parseName(text);
  if (name !== null) return name;
  throw new LecternError('invalid_fields', undefined, { errors: [{ pointer: '/name', message: NAME_RULE }] });
}

const toAudit = (live: LiveRecord, { name }: RemoteLinkRecord, actor: Actor) =>
  toAuditRecord(actor, { owner: live.owner, resource: live.id, resourceName: live.name, detail: name });

/** Returns the time at which a link ends. Throws `invalid_fields`. */
function toEnd(
  { hours, expiresAt }: Pick<LinkInput, 'hours' | 'expiresAt'>,
  nowMs: number,
  defaultHours: number,
): number {
  if (expiresAt === undefined) return nowMs + (hours ?? defaultHours) * HOUR_MS;
  const lastsMs = Date.parse(expiresAt) - nowMs;
  if (hours !== undefined || !(lastsMs >= HOUR_MS && lastsMs <= REMOTE_LINK_MAX_HOURS * HOUR_MS)) {
    const detail = 'expires_at must be 1 hour to 1 year from now, and cannot be sent with hours.';
    throw new LecternError('invalid_fields', detail);
  }
  return nowMs + lastsMs;
}
