import type { ErrorCode } from './error-codes.ts';
import { ACCOUNT_OPERATIONS } from './operations/accounts.ts';
import { CREDENTIAL_OPERATIONS } from './operations/credentials.ts';
import { DESIGN_OPERATIONS } from './operations/design.ts';
import { LIVES_OPERATIONS } from './operations/lives.ts';
import { OPERATING_OPERATIONS } from './operations/operating.ts';
import type { Operation } from './operations/operation.ts';
import { OUTPUT_OPERATIONS } from './operations/outputs.ts';
import { PLAN_OPERATIONS } from './operations/plans.ts';
import { PLAYBACK_OPERATIONS } from './operations/playback.ts';
import { PRESENTATION_OPERATIONS } from './operations/presentations.ts';
import { PROTECTION_OPERATIONS } from './operations/protection.ts';
import { QUEUE_OPERATIONS } from './operations/queue.ts';
import { SCRIPTURE_OPERATIONS } from './operations/scripture.ts';
import { STAGE_OPERATIONS } from './operations/stage.ts';
import { USAGE_OPERATIONS } from './operations/usage.ts';

export type { Operation } from './operations/operation.ts';

/**
 * Definitions of all REST operations. The routes, the order of checks [D4], the OpenAPI document [D48] and tests are
 * generated from this table.
 */
export const OPERATIONS = {
  ...LIVES_OPERATIONS,
  ...STAGE_OPERATIONS,
  ...PLAYBACK_OPERATIONS,
  ...OPERATING_OPERATIONS,
  ...PROTECTION_OPERATIONS,
  ...DESIGN_OPERATIONS,
  ...USAGE_OPERATIONS,
  ...PLAN_OPERATIONS,
  ...PRESENTATION_OPERATIONS,
  ...QUEUE_OPERATIONS,
  ...OUTPUT_OPERATIONS,
  ...SCRIPTURE_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...CREDENTIAL_OPERATIONS,
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof OPERATIONS;

/** Returns all error codes of an operation, in the order of the checks. [D4] */
export function errorCodesOf(operation: Operation): ErrorCode[] {
  const codes = new Set<ErrorCode>(['rate_limited', 'invalid_token', 'forbidden', 'insufficient_scope']);
  if (operation.resource) codes.add('not_found');
  codes.add('processing_restricted');
  if (operation.body) codes.add('unsupported_media_type').add('body_too_large');
  if (operation.body === 'json') codes.add('malformed_json');
  codes.add('invalid_fields');
  if (operation.idempotency === 'unsupported') codes.add('idempotency_unsupported');
  if (operation.idempotency === 'honoured') codes.add('idempotency_conflict');
  if (operation.ifMatch) codes.add('validator_required').add('invalid_validator').add('stale_validator');
  for (const code of operation.codes ?? []) codes.add(code);
  codes.add('internal_error').add('unavailable');
  if (operation.kinds.length === 3) codes.delete('forbidden');
  return [...codes];
}
