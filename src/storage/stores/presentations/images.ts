import type { AuditRecord } from '../shared/audit.ts';
import type { ListPage } from '../shared/list-page.ts';
import type { StoredImage } from '../shared/stored-image.ts';

export interface ImageRecord extends StoredImage {
  /** Length of the content. */
  readonly bytes: number;
  readonly createdAt: string;
}

export interface ImageStore {
  /**
   * Atomic, with its audit: the organization's images are counted, those that only snapshots show as well, and the image is in
   * the list. One that is there stays as it is.
   */
  add(
    organizationId: string,
    image: ImageRecord,
    content: Uint8Array,
    quota: number,
    audit?: AuditRecord,
  ): Promise<'added' | 'quota_exceeded' | 'missing'>;
  /** Oldest first; `after` is the last one of the page before. */
  list(organizationId: string, page: ListPage<{ createdAt: string; digest: string }>): Promise<ImageRecord[]>;
  /** Of those digests that are in the organization's list. */
  find(organizationId: string, digests: readonly string[]): Promise<ImageRecord[]>;
  /** Atomic, with its audit: out of the list, unless a deck or the logo of the organization shows it; the content goes unless it is kept. */
  remove(organizationId: string, digest: string, audit: AuditRecord): Promise<'removed' | 'in_use' | 'missing'>;
  /** Whether it is in the list, once all removals that are under way have come to their end. */
  isListed(organizationId: string, digest: string): Promise<boolean>;
  /** Whoever has it. */
  findContent(digest: string): Promise<{ mediaType: string; content: Uint8Array } | null>;
}
