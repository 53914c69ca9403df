import type { IncomingMessage } from 'node:http';
import { REQUEST_ID_MAX_CHARACTERS } from '../../contract/limits.ts';
import { containsCredentialSecret } from '../../domain/account/credentials/credential-secret.ts';
import { newId } from '../../domain/identifiers.ts';

const ACCEPTED = new RegExp(`^[A-Za-z0-9._-]{1,${REQUEST_ID_MAX_CHARACTERS}}$`);

/** Random prefix of this process. A counter makes each id unique. */
const prefix = `${newId()}-`;
let count = 0;

/**
 * Returns the client's X-Request-Id if it is valid, else a new id. [D2] An id that contains a credential is replaced,
 * because ids are written to the log and the audit log.
 */
export function createRequestId(request: Pick<IncomingMessage, 'headers'>): string {
  const header = request.headers['x-request-id'];
  const accepted = typeof header === 'string' && ACCEPTED.test(header) && !containsCredentialSecret(header);
  return accepted ? header : prefix + ++count;
}
