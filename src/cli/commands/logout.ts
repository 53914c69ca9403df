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
  summary: 'End the token that "login" has got from a server, and forget it',
  example: '--server https://lectern.example.org',
  options: [...SERVER_OPTIONS, REMOTE_ORGANIZATION],
  local: async (typed) => {
    const server = requireServer(typed);
    const organization = findOption(typed, 'organization');
    const { id, token } = await requireSavedLogin(server, organization);
    const outcome = await revokeRemoteToken(server, { id, token });
    await forgetLogin(server, organization);
    return { server, id, ended: outcome !== 'not_allowed', ...(organization !== undefined && { organization }) };
  },
  toText: ({ server, id, ended, organization }) =>
    ended
      ? `The token ${id} has ended and is forgotten here.`
      : [
          `The token ${id} is forgotten here. The server did not let it end itself:`,
          `end it on ${toTokensPageUrl(server, organization)}`,
        ].join('\n'),
});

/** Ends a token by itself. Throws `unavailable`, `rate_limited`; then nothing was changed, or it is not known. */
export async function revokeRemoteToken(
  server: string,
  { id, token }: { id: string; token: string },
): Promise<'ended' | 'had_ended' | 'not_allowed'> {
  const answer = await fetchRemote(server, `/v1/me/tokens/${encodeURIComponent(id)}`, { method: 'DELETE', token });
  if (answer.status === 204) return 'ended';
  if (answer.status === 401 || answer.status === 404) return 'had_ended';
  if (answer.status === 403) return 'not_allowed';
  throw toRemoteFailure(server, answer);
}
