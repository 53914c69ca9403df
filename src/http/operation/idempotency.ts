import { hash } from 'node:crypto';
import { LecternError } from '../../contract/lectern-error.ts';
import { IDEMPOTENCY_KEY_MAX_CHARACTERS } from '../../contract/limits.ts';
import type { IdempotencyRecord, Storage } from '../../storage/storage.ts';
import type { OperationResult } from '../responses/operation-result.ts';
import type { Context } from './context.ts';

/** A result that can be stored: its body is an object. */
type Creation = OperationResult & { readonly body: object };
/** Builds the idempotency record that is stored together with the new resource. */
type ToIdempotencyRecord = (result: Creation) => IdempotencyRecord;

/**
 * Handles Idempotency-Key. Returns the first response if the same request was sent before with this key; otherwise
 * calls `create`. `create` stores the idempotency record in its transaction. It returns null if a concurrent request
 * with the same key has committed first. Throws `idempotency_conflict`. [D9]
 */
export async function createOnce(
  { idempotencyRecords }: Storage,
  context: Context<unknown, unknown>,
  create: (toIdempotencyRecord: ToIdempotencyRecord | undefined) => Promise<OperationResult | null>,
): Promise<OperationResult> {
  const key = context.headers['idempotency-key'];
  if (typeof key !== 'string') return requireResult(await create(undefined));
  const { credentialId } = context.principal;
  const requestHash = hashOf(context);
  const findFirst = async () => {
    const record = await idempotencyRecords.find(credentialId, key);
    return record && toFirstResult(record, requestHash);
  };
  const toIdempotencyRecord: ToIdempotencyRecord = ({ body, etag, headers }) => ({
    credentialId,
    key,
    hash: requestHash,
    at: new Date().toISOString(),
    response: { body: JSON.stringify(body), etag: etag ?? null, location: headers?.location ?? null },
  });
  return (await findFirst()) ?? (await create(toIdempotencyRecord)) ?? requireResult(await findFirst());
}

/** Hashes operation, path and body, which identify a request. */
const hashOf = ({ actor, params, body }: Context<unknown, unknown>): string =>
  hash('sha256', JSON.stringify([actor.operation, params, body], sortKeys));

/** Sorts the fields of objects, because a client can serialize equal objects in different orders. */
const sortKeys = (_key: string, value: unknown): unknown =>
  value instanceof Object && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

function toFirstResult({ hash, response: result }: IdempotencyRecord, requestHash: string): OperationResult {
  if (hash !== requestHash) throw new LecternError('idempotency_conflict');
  const { body, etag, location } = result;
  return { body, ...(etag !== null && { etag }), ...(location !== null && { headers: { location } }) };
}

function requireResult(result: OperationResult | null): OperationResult {
  if (!result) throw new Error('the idempotency record of the request is missing');
  return result;
}

/** Validates the header Idempotency-Key. Throws `invalid_fields`. */
export function requireIdempotencyKey(header: string | string[]): void {
  if (typeof header !== 'string' || !/^[\x21-\x7e]+$/.test(header) || header.length > IDEMPOTENCY_KEY_MAX_CHARACTERS) {
    throw new LecternError('invalid_fields', 'Idempotency-Key must consist of 1 to 255 visible ASCII characters.', {
      errors: [{ parameter: 'Idempotency-Key', message: 'must consist of 1 to 255 visible ASCII characters' }],
    });
  }
}
