import type { AuditRecord } from '../shared/audit.ts';
import type { ListPage } from '../shared/list-page.ts';
import type { StoredImage } from '../shared/stored-image.ts';

export interface ImageRecord extends StoredImage {
  /** Length of the content in bytes. */
  readonly bytes: number;
  readonly createdAt: string;
}

export interface ImageStore {
  /**
   * Adds an image to the list, atomically with its audit record. The quota also counts images that only snapshots show.
   * An image that is already listed stays as it is.
   */
  add(
    organizationId: string,
    image: ImageRecord,
    content: Uint8Array,
    quota: number,
    audit?: AuditRecord,
  ): Promise<'added' | 'quota_exceeded' | 'missing'>;
  /** Lists images, oldest first. `after` is the last one of the previous page. */
  list(organizationId: string, page: ListPage<{ createdAt: string; digest: string }>): Promise<ImageRecord[]>;
  /** Returns those of the images that are in the organization's list. */
  find(organizationId: string, digests: readonly string[]): Promise<ImageRecord[]>;
  /**
   * Removes an image from the list, atomically with its audit record, unless a deck, the logo or a look of the
   * organization shows it. Deletes the content unless a snapshot shows it.
   */
  remove(organizationId: string, digest: string, audit: AuditRecord): Promise<'removed' | 'in_use' | 'missing'>;
  /** Returns whether the image is in the list after all removals in progress have finished. */
  isListed(organizationId: string, digest: string): Promise<boolean>;
  /** Returns the content of an image of any organization. */
  findContent(digest: string): Promise<{ mediaType: string; content: Uint8Array } | null>;
}
