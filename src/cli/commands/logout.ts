import { defineLocalCommand, findOption } from '../command.ts';
import {
  fetchRemote,
  REMOTE_ORGANIZATION,
  requireServer,
  SERVER_OPTIONS,
  toRemoteFailure,
  toTokensPageUrl,
} from '../remote/remote-server.ts';
import { forgetLogin, requireSavedLogin } from '../remote/saved-logins.ts';

export const logout = defineLocalCommand({
  name: 'logout',
  summary: 'Revoke the token of a saved login and delete it from this machine',
  example: '--server https://lectern.example.org',
  options: [...SERVER_OPTIONS, REMOTE_ORGANIZATION],
  local: async (call) => {
    const server = requireServer(call);
    const organization = findOption(call, 'organization');
    const { id, token } = await requireSavedLogin(server, organization);
    const outcome = await revokeRemoteToken(server, { id, token });
    await forgetLogin(server, organization);
    return { server, id, ended: outcome !== 'not_allowed', ...(organization !== undefined && { organization }) };
  },
  toText: ({ server, id, ended, organization }) =>
    ended
      ? `Revoked token ${id} and deleted it from this machine.`
      : [
          `Deleted token ${id} from this machine. The server did not allow it to revoke itself:`,
          `revoke it on ${toTokensPageUrl(server, organization)}`,
        ].join('\n'),
});

/**
 * Revokes a token with its own authority. Throws `unavailable` or `rate_limited`, and then the token may be unchanged.
 */
export async function revokeRemoteToken(
  server: string,
  { id, token }: { id: string; token: string },
): Promise<'ended' | 'had_ended' | 'not_allowed'> {
  const response = await fetchRemote(server, `/v1/me/tokens/${encodeURIComponent(id)}`, { method: 'DELETE', token });
  if (response.status === 204) return 'ended';
  if (response.status === 401 || response.status === 404) return 'had_ended';
  if (response.status === 403) return 'not_allowed';
  throw toRemoteFailure(server, response);
}
