import { LRUCache } from 'lru-cache';
import { LecternError } from '../../contract/lectern-error.ts';
import { IMAGE_UPLOADS_MAX, IMAGE_WAIT_MAX_SECONDS } from '../../contract/limits.ts';
import type { ImageMediaType } from '../../contract/slide-fields.ts';
import type { ImageRecord, ListPage, Owner, Storage } from '../../storage/storage.ts';
import { type Actor, toAuditRecord } from '../audit/audit.ts';
import { nextTimestamp } from '../clock.ts';
import { Turns } from '../turns/turns.ts';
import { encodeImage } from './encode-image.ts';

/** The most bytes of images cached. Many viewers request the same image at once. */
const CACHED_BYTES = 64 * 1024 * 1024;
/** Short, so that images deleted on any node soon leave the cache. */
const CACHED_MS = 10_000;

const DIGEST = /^[0-9a-f]{64}$/;

export interface ImageContent {
  readonly mediaType: string;
  readonly content: Uint8Array;
}

/**
 * The images of organizations. An image is identified by the digest of its content and therefore never changes. [D26]
 */
export class Images {
  readonly #storage: Pick<Storage, 'images' | 'owners'>;
  readonly #quota: number;
  /** One image at a time, because it can need much memory. */
  readonly #turns = new Turns({
    running: 1,
    runningPerOwner: 1,
    waitingPerOwner: IMAGE_UPLOADS_MAX,
    waitSeconds: IMAGE_WAIT_MAX_SECONDS,
  });
  readonly #contents = new LRUCache<string, ImageContent & { readonly readMs: number }>({ maxSize: CACHED_BYTES });
  readonly #reading = new Map<string, Promise<ImageContent | null>>();

  constructor(storage: Pick<Storage, 'images' | 'owners'>, options: { imagesPerOrganization: number }) {
    this.#storage = storage;
    this.#quota = options.imagesPerOrganization;
  }

  /**
   * Adds an image. Organizations take turns to encode theirs. Rejects with `invalid_fields`, `quota_exceeded` and
   * `rate_limited`.
   */
  async add(
    organizationId: string,
    { bytes, mediaType }: { bytes: Uint8Array; mediaType: ImageMediaType },
    actor: Actor,
  ): Promise<ImageRecord> {
    const owner = { kind: 'organization', id: organizationId } as const;
    const { image, content } = await this.#turns.run(owner, () => encodeImage(bytes, mediaType));
    const record = { ...image, createdAt: nextTimestamp() };
    const outcome = await this.#storage.images.add(
      organizationId,
      record,
      content,
      this.#quota,
      toImageAudit(actor, organizationId, record.digest),
    );
    if (outcome === 'missing') throw new LecternError('not_found', 'The organization does not exist.');
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

  /** Returns an image. Throws `not_found`, also for an image of another owner. */
  async require(organizationId: string, digest: string): Promise<ImageRecord> {
    const image = await this.#find(organizationId, digest);
    if (!image) throw noSuchImage();
    return image;
  }

  /**
   * Removes an image from the list. Snapshots that contain it keep showing it. Throws `image_in_use` and `not_found`.
   */
  async remove(organizationId: string, digest: string, actor: Actor): Promise<void> {
    const audit = toImageAudit(actor, organizationId, digest);
    const outcome = await this.#storage.images.remove(organizationId, digest, audit);
    if (outcome === 'in_use') throw new LecternError('image_in_use');
    if (outcome === 'missing') throw noSuchImage();
  }

  /** Returns the logo of the owner's Lives, or null. */
  async findLogo(owner: Owner): Promise<ImageRecord | null> {
    const { logo } = await this.#storage.owners.find(owner);
    return logo && this.#find(owner.id, logo.digest);
  }

  /** Sets or removes (null) the logo of the owner's Lives. Throws `invalid_fields`. */
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
    // The image may have been deleted before it was a logo. Once it is one, it cannot be deleted.
    if (digest !== null && !(await this.#storage.images.isListed(owner.id, digest))) {
      await this.#storage.owners.setLogo(owner, null, toAuditRecord(actor, { owner }));
      throw noSuchLogo();
    }
    return image;
  }

  /** Returns the content with a digest, for any owner, or null. */
  async findContent(digest: string): Promise<ImageContent | null> {
    const cached = this.#contents.get(digest);
    if (cached && performance.now() - cached.readMs < CACHED_MS) return cached;
    if (!DIGEST.test(digest)) return null;
    const reading = this.#reading.get(digest) ?? this.#read(digest);
    this.#reading.set(digest, reading);
    return reading;
  }

  /** Reads the content once for all concurrent requests. */
  async #read(digest: string): Promise<ImageContent | null> {
    try {
      const stored = await this.#storage.images.findContent(digest);
      if (stored) this.#contents.set(digest, { ...stored, readMs: performance.now() }, { size: stored.content.length });
      else this.#contents.delete(digest);
      return stored;
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
    errors: [{ pointer: '/image_id', message: 'is not an image of the organization' }],
  });
