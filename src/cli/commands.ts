import type { AnyCommand } from './command.ts';
import { showConfig } from './config.ts';
import { importEditionFile, listEditions } from './edition.ts';
import { installEdition } from './edition-install.ts';
import { disableEdition, enableEdition } from './library.ts';
import { addMember, createOrganization, listOrganizations } from './org.ts';
import { createToken, listTokens, revokeToken } from './token.ts';
import { createUser } from './user.ts';

/** Every command, in the order in which help shows them. A new one is written in its own file and added here. [D47] */
export const COMMANDS: readonly AnyCommand[] = [
  createUser,
  createOrganization,
  listOrganizations,
  addMember,
  createToken,
  listTokens,
  revokeToken,
  importEditionFile,
  installEdition,
  listEditions,
  enableEdition,
  disableEdition,
  showConfig,
];

/** What the words have in common that commands begin with. */
export const COMMAND_GROUPS: Readonly<Record<string, string>> = {
  user: 'People who sign in',
  org: 'Organizations and their members',
  'org member': 'Members of an organization',
  token: 'Tokens for the REST API',
  edition: 'Bible editions',
  library: 'Which editions an organization or account may use',
};
