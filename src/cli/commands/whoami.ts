import { Type } from 'typebox';
import { parseAs } from '../../contract/parse-as.ts';
import { defineLocalCommand, findOption } from '../command.ts';
import {
  fetchRemote,
  REMOTE_ORGANIZATION,
  requireServer,
  SERVER_OPTIONS,
  toRemoteFailure,
} from '../remote/remote-server.ts';
import { requireSavedLogin } from '../remote/saved-logins.ts';
import { formatFacts } from '../terminal/columns.ts';

const Me = Type.Object({
  account: Type.Object({ id: Type.String(), name: Type.String() }),
  organization: Type.Optional(Type.Object({ id: Type.String(), name: Type.String(), role: Type.String() })),
  credential: Type.Object({ id: Type.String(), scopes: Type.Array(Type.String()), expires_at: Type.String() }),
});

export const whoami = defineLocalCommand({
  name: 'whoami',
  summary: 'Show your account on a server, using the saved login',
  example: '--server https://lectern.example.org',
  options: [...SERVER_OPTIONS, REMOTE_ORGANIZATION],
  local: async (call) => {
    const server = requireServer(call);
    const { token } = await requireSavedLogin(server, findOption(call, 'organization'));
    const response = await fetchRemote(server, '/v1/me', { token });
    const me = response.status === 200 ? await parseAs(Me, response.body) : null;
    if (!me) throw toRemoteFailure(server, response);
    return { server, ...me };
  },
  toText: ({ server, account, organization, credential: { id, scopes, expires_at } }) =>
    formatFacts({
      Server: server,
      Account: `${account.name} (${account.id})`,
      ...(organization && { Organization: `${organization.name} (${organization.id})`, Role: organization.role }),
      Token: id,
      Scopes: scopes.length === 0 ? 'everything that you can do' : scopes.join(', '),
      Expires: expires_at,
    }),
});
