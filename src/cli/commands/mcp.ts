import { readUserEnvironment } from '../../config/user-environment.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import { type CommandCall, defineLocalCommand, findOption, UsageError } from '../command.ts';
import { INVOCATION } from '../invocation.ts';
import { ASSISTANT_SCOPES } from '../mcp/token-rule.ts';
import { type Access, findSavedAccess } from '../remote/remote-live.ts';
import { REMOTE_ORGANIZATION, requireServer } from '../remote/remote-server.ts';
import { printError, terminal } from '../terminal/terminal.ts';

export const serveAssistant = defineLocalCommand({
  name: 'mcp',
  summary: 'Serve an assistant that reads and prepares plans (Model Context Protocol on standard input and output)',
  example: '--server https://lectern.example.org --organization ID',
  ownsStdout: true,
  options: [
    {
      flags: '--server <url>',
      description: 'Address of the server; required if LECTERN_TOKEN has the token',
      fallback: 'the server of the only saved login',
    },
    { ...REMOTE_ORGANIZATION, fallback: 'the only saved login of that server' },
    { flags: '--insecure', description: 'Allow plain HTTP, which lets others in the network read the token' },
  ],
  local: async (call): Promise<void> => {
    const recovery = describeRecovery(call);
    const access = await findAccess(call, recovery);
    const { serveTools } = await import('../mcp/serve-tools.ts');
    const { stdin, stdout } = terminal();
    await serveTools(access, recovery, { stdin, stdout, log: printError });
  },
  toText: () => '',
});

/** Returns the token in the environment, else that of a saved login. Throws UsageError without one. */
async function findAccess(call: CommandCall, recovery: string): Promise<Access> {
  const { token } = readUserEnvironment(terminal().env);
  const organization = findOption(call, 'organization');
  if (token !== undefined) {
    if (findOption(call, 'server') === undefined) throw new UsageError('LECTERN_TOKEN needs --server.');
    return { server: requireServer(call), token, organization };
  }
  return findSavedAccess(call).catch((error) => {
    const isMissing = error instanceof LecternError && error.code === 'not_found';
    throw isMissing ? new UsageError(`There is no saved login. ${recovery}`) : error;
  });
}

/** Returns the sentence that says how to get a token that an assistant may have. [D75] */
function describeRecovery(call: CommandCall): string {
  const server = findOption(call, 'server') ?? 'URL';
  const organization = findOption(call, 'organization') ?? 'ID';
  const scopes = ASSISTANT_SCOPES.filter((scope) => scope !== 'identity.read').join(',');
  return `Log in: ${INVOCATION} login --server ${server} --organization ${organization} --scopes ${scopes}`;
}
