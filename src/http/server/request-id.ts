import type { IncomingMessage } from 'node:http';
import { REQUEST_ID_MAX_CHARACTERS } from '../../contract/limits.ts';
import { containsCredentialSecret } from '../../domain/account/credentials/credential-secret.ts';
import { newId } from '../../domain/identifiers.ts';

const ACCEPTED = new RegExp(`^[A-Za-z0-9._-]{1,${REQUEST_ID_MAX_CHARACTERS}}$`);

/** Unique for this process by its random beginning, and in it by counting. */
const prefix = `${newId()}-`;
let count = 0;

/**
 * The client's own X-Request-Id if it is well formed, else a new one. [D2] It goes into the log and the audit, so one that holds a
 * credential is replaced.
 */
export function createRequestId(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  const kept = typeof given === 'string' && ACCEPTED.test(given) && !containsCredentialSecret(given);
  return kept ? given : prefix + ++count;
}
