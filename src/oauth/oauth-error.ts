import type { FastifyReply } from 'fastify';

/** RFC 6749 §5.2 */
type OauthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'unsupported_grant_type';

/** Error of the token or revocation endpoint. [D41] */
export class OauthError extends Error {
  readonly code: OauthErrorCode;
  /** Authentication scheme that the client tried, for a 401. */
  readonly challenge: string | undefined;

  /** `description` must be ASCII without quotes and backslashes. RFC 6749 §A.8 */
  constructor(code: OauthErrorCode, description: string, { challenge }: { challenge?: string } = {}) {
    super(description);
    this.code = code;
    this.challenge = challenge;
  }
}

export function sendOauthError(reply: FastifyReply, { code, message, challenge }: OauthError): FastifyReply {
  if (challenge !== undefined) reply.header('www-authenticate', `${challenge} realm="lectern"`);
  return reply.code(challenge === undefined ? 400 : 401).send({ error: code, error_description: message });
}
