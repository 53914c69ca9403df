import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { LecternError } from '../../../contract/lectern-error.ts';
import type { LiveRecord } from '../../../storage/storage.ts';

/** The most Lives whose tag prefix is cached. */
const PREFIXES_MAX = 10_000;

/** The precondition of a write, parsed from If-Match (RFC 9110 §13.1.1, limited by [D5] to one strong tag). */
export type Precondition = { readonly tag: string } | 'missing' | 'invalid';

/** Creates the strong validators of Lives. All representations of one version share a validator. [D5] */
export class Validators {
  readonly #epoch: string;
  readonly #prefixes = new LRUCache<string, string>({ max: PREFIXES_MAX });

  constructor(epoch: string) {
    this.#epoch = epoch;
  }

  /** Returns the validator with quotes, as in the ETag header. */
  etag(record: Pick<LiveRecord, 'id' | 'sequence'>): string {
    return `"${this.#prefix(record.id)}-${record.sequence}"`;
  }

  /** Returns an opaque revision of the queue and its pages, which is not a validator. [D55] */
  queueRevision({ id, queueRevision }: Pick<LiveRecord, 'id' | 'queueRevision'>): string {
    return `${this.#prefix(id)}.${queueRevision}`;
  }

  /** Checks a precondition. Throws `validator_required`, `invalid_validator` or `stale_validator`. */
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
