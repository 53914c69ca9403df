import { LRUCache } from 'lru-cache';
import { LecternError } from '../../contract/lectern-error.ts';
import type { ImageMediaType } from '../../contract/schemas/presentation.ts';
import type { ImageRecord, ListPage, Owner, Storage } from '../../storage/storage.ts';
import { type Actor, toAuditRecord } from '../audit/audit.ts';
import { nextTimestamp } from '../clock.ts';
import { Actors } from '../live/actors.ts';
import { encodeImage } from './encode-image.ts';

/** Bytes of images that are kept ready: a whole hall asks for the same one at once. */
const CACHED_BYTES = 64 * 1024 * 1024;
/** Not for longer, so that what was deleted, on any node, is soon gone from memory. */
const CACHED_MS = 10_000;

const DIGEST = /^[0-9a-f]{64}$/;

export interface ImageContent {
  readonly mediaType: string;
  readonly content: Uint8Array;
}

/** The images of organizations, named by the digest of their content, and so unchanging under their name. [D26] */
export class Images {
  readonly #storage: Pick<Storage, 'images' | 'owners'>;
  readonly #quota: number;
  readonly #turns = new Actors();
  readonly #contents = new LRUCache<string, ImageContent & { readonly readMs: number }>({ maxSize: CACHED_BYTES });
  readonly #reading = new Map<string, Promise<ImageContent | null>>();

  constructor(storage: Pick<Storage, 'images' | 'owners'>, options: { imagesPerOrganization: number }) {
    this.#storage = storage;
    this.#quota = options.imagesPerOrganization;
  }

  /** One at a time, however many come. Throws `invalid_fields`, `quota_exceeded`. */
  async add(
    organizationId: string,
    { bytes, mediaType }: { bytes: Uint8Array; mediaType: ImageMediaType },
    actor: Actor,
  ): Promise<ImageRecord> {
    const { image, content } = await this.#turns.run('image', () => encodeImage(bytes, mediaType));
    const record = { ...image, createdAt: nextTimestamp() };
    const outcome = await this.#storage.images.add(
      organizationId,
      record,
      content,
      this.#quota,
      toImageAudit(actor, organizationId, record.digest),
    );
    if (outcome === 'missing') throw new LecternError('not_found', 'The organization is gone.');
    if (outcome === 'quota_exceeded') {
      throw new LecternError(
        'quota_exceeded',
        `At most ${this.#quota} images are kept, with those that snapshots still show. Delete images that were never published, or ask the operator of the installation for a larger quota.`,
      );
    }
    return record;
  }

  list(organizationId: string, page: ListPage<{ createdAt: string; digest: string }>) {
    return this.#storage.images.list(organizationId, page);
  }

  /** Throws `not_found`, for another's image as well. */
  async require(organizationId: string, digest: string): Promise<ImageRecord> {
    const image = await this.#find(organizationId, digest);
    if (!image) throw noSuchImage();
    return image;
  }

  /** Out of the list; what was published with it goes on showing it. Throws `image_in_use`, `not_found`. */
  async remove(organizationId: string, digest: string, actor: Actor): Promise<void> {
    const audit = toImageAudit(actor, organizationId, digest);
    const outcome = await this.#storage.images.remove(organizationId, digest, audit);
    if (outcome === 'in_use') throw new LecternError('image_in_use');
    if (outcome === 'missing') throw noSuchImage();
  }

  /** The logo of the owner's Lives from now on; null: none. Throws `invalid_fields`. */
  async setLogo(owner: Owner, digest: string | null, actor: Actor): Promise<ImageRecord | null> {
    const image = digest === null ? null : await this.#find(owner.id, digest);
    if (digest !== null && !image) throw noSuchLogo();
    const logo = image && {
      digest: image.digest,
      mediaType: image.mediaType,
      width: image.width,
      height: image.height,
    };
    await this.#storage.owners.setLogo(owner, logo, toAuditRecord(actor, { owner }));
    // It may have been deleted meanwhile, when it was no logo yet; from now on nobody can.
    if (digest !== null && !(await this.#storage.images.isListed(owner.id, digest))) {
      await this.#storage.owners.setLogo(owner, null, toAuditRecord(actor, { owner }));
      throw noSuchLogo();
    }
    return image;
  }

  /** The content under a digest, whoever has it; null where nobody has. */
  async findContent(digest: string): Promise<ImageContent | null> {
    const known = this.#contents.get(digest);
    if (known && performance.now() - known.readMs < CACHED_MS) return known;
    if (!DIGEST.test(digest)) return null;
    const reading = this.#reading.get(digest) ?? this.#read(digest);
    this.#reading.set(digest, reading);
    return reading;
  }

  /** Once for all who ask meanwhile. */
  async #read(digest: string): Promise<ImageContent | null> {
    try {
      const found = await this.#storage.images.findContent(digest);
      if (found) this.#contents.set(digest, { ...found, readMs: performance.now() }, { size: found.content.length });
      else this.#contents.delete(digest);
      return found;
    } finally {
      this.#reading.delete(digest);
    }
  }

  async #find(organizationId: string, digest: string): Promise<ImageRecord | null> {
    if (!DIGEST.test(digest)) return null;
    const [image] = await this.#storage.images.find(organizationId, [digest]);
    return image ?? null;
  }
}

const toImageAudit = (actor: Actor, organizationId: string, digest: string) =>
  toAuditRecord(actor, { owner: { kind: 'organization', id: organizationId }, resource: digest });

const noSuchImage = () => new LecternError('not_found', 'There is no such image.');
const noSuchLogo = () =>
  new LecternError('invalid_fields', undefined, {
    errors: [{ pointer: '/image_id', message: 'is no image of the organization' }],
  });
