import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { LecternError } from '../../contract/lectern-error.ts';
import type { LiveRecord } from '../../storage/storage.ts';

/** Lives whose part of the tag is kept ready. */
const PREFIXES_MAX = 10_000;

/**
 * What a write demands of the present state, read from If-Match (RFC 9110 §13.1.1, narrowed by [D5] to one strong tag).
 */
export type Precondition = { readonly tag: string } | 'missing' | 'invalid';

/** Makes the strong entity tags of an installation's Lives: the same for every representation of one version. [D5] */
export class Validators {
  readonly #epoch: string;
  readonly #prefixes = new LRUCache<string, string>({ max: PREFIXES_MAX });

  constructor(epoch: string) {
    this.#epoch = epoch;
  }

  /** With the quotes, ready for the ETag header. */
  etag(record: Pick<LiveRecord, 'id' | 'sequence'>): string {
    return `"${this.#prefix(record.id)}-${record.sequence}"`;
  }

  /** Names the version of the queue with its pages: opaque, and no entity tag. [D55] */
  queueRevision({ id, queueRevision }: Pick<LiveRecord, 'id' | 'queueRevision'>): string {
    return `${this.#prefix(id)}.${queueRevision}`;
  }

  /** Throws `validator_required`, `invalid_validator` or `stale_validator`. */
  require(precondition: Precondition, record: Pick<LiveRecord, 'id' | 'sequence'>): void {
    if (precondition === 'missing') throw new LecternError('validator_required');
    if (precondition === 'invalid') throw new LecternError('invalid_validator');
    if (precondition.tag !== this.etag(record)) throw new LecternError('stale_validator');
  }

  #prefix(liveId: string): string {
    let prefix = this.#prefixes.get(liveId);
    if (prefix === undefined) {
      prefix = hash('sha256', `${this.#epoch}/${liveId}`, 'base64url').slice(0, 12);
      this.#prefixes.set(liveId, prefix);
    }
    return prefix;
  }
}
