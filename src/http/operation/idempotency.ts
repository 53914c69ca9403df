import { hash } from 'node:crypto';
import { LecternError } from '../../contract/lectern-error.ts';
import { IDEMPOTENCY_KEY_MAX_CHARACTERS } from '../../contract/limits.ts';
import type { IdempotencyRecord, Storage } from '../../storage/storage.ts';
import type { OperationResult } from '../responses/operation-result.ts';
import type { Context } from './context.ts';

/** An answer that can be kept: its body as it goes over the wire. */
type Creation = OperationResult & { readonly body: object };
/** Makes, of the answer, the receipt that is to be kept with what is created. */
type ToReceipt = (answer: Creation) => IdempotencyRecord;

/**
 * Honours Idempotency-Key: `create` is called unless the same was asked for before with the same key, and then the first
 * answer is given again. It keeps the receipt in the transaction that creates, and answers null where that finds that another
 * request with the key was faster. Throws `idempotency_conflict`. [D9]
 */
export async function createOnce(
  { idempotencyRecords: receipts }: Storage,
  context: Context<unknown, unknown>,
  create: (toReceipt: ToReceipt | undefined) => Promise<OperationResult | null>,
): Promise<OperationResult> {
  const key = context.headers['idempotency-key'];
  if (typeof key !== 'string') return requireAnswer(await create(undefined));
  const { credentialId } = context.principal;
  const asked = hashOf(context);
  const findFirst = async () => {
    const receipt = await receipts.find(credentialId, key);
    return receipt && toFirstAnswer(receipt, asked);
  };
  const toReceipt: ToReceipt = ({ body, etag, headers }) => ({
    credentialId,
    key,
    hash: asked,
    at: new Date().toISOString(),
    response: { body: JSON.stringify(body), etag: etag ?? null, location: headers?.location ?? null },
  });
  return (await findFirst()) ?? (await create(toReceipt)) ?? requireAnswer(await findFirst());
}

/** What was asked for: another operation, path or body is another request. */
const hashOf = ({ actor, params, body }: Context<unknown, unknown>): string =>
  hash('sha256', JSON.stringify([actor.operation, params, body], inOrder));

/** JSON's objects have no order: a client that builds the same one again may write its fields in another. */
const inOrder = (_key: string, value: unknown): unknown =>
  value instanceof Object && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

function toFirstAnswer({ hash, response: answer }: IdempotencyRecord, asked: string): OperationResult {
  if (hash !== asked) throw new LecternError('idempotency_conflict');
  const { body, etag, location } = answer;
  return { body, ...(etag !== null && { etag }), ...(location !== null && { headers: { location } }) };
}

function requireAnswer(answer: OperationResult | null): OperationResult {
  if (!answer) throw new Error('a creation was said to be repeated, and there is no receipt of the first');
  return answer;
}

/** Throws `invalid_fields`. */
export function requireIdempotencyKey(header: string | string[]): void {
  if (typeof header !== 'string' || !/^[\x21-\x7e]+$/.test(header) || header.length > IDEMPOTENCY_KEY_MAX_CHARACTERS) {
    throw new LecternError('invalid_fields', 'Idempotency-Key must be 1 to 255 visible ASCII characters.', {
      errors: [{ parameter: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' }],
    });
  }
}
