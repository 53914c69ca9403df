import { deleteAccount, restrictAccount, unrestrictAccount } from './account.ts';
import { exportAccount } from './account-export.ts';
import { showAudit } from './audit.ts';
import { createBackup } from './backup.ts';
import { createClient, disableClient, listClients } from './client.ts';
import type { AnyCommand } from './command.ts';
import { showConfig } from './config.ts';
import { runDoctor } from './doctor.ts';
import { importEditionFile, listEditions } from './edition.ts';
import { installEdition } from './edition-install.ts';
import { removeEdition } from './edition-remove.ts';
import { rotateKeys } from './keys.ts';
import { disableEdition, enableEdition, listLibrary } from './library.ts';
import { createLive, deleteLive, listLives, protectLive, renameLive, showLive, unprotectLive } from './live.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { addMember, createOrganization, listMembers, listOrganizations, removeMember, renameOrg } from './org.ts';
import { restoreBackup } from './restore.ts';
import { createToken, listTokens, revokeToken } from './token.ts';
import { createUser, disableUser, enableUser, listUsers } from './user.ts';
import { createResetLink, inviteUser } from './user-links.ts';
import { whoami } from './whoami.ts';

/** Every command, in the order in which help shows them. A new one is written in its own file and added here. [D47] */
export const COMMANDS: readonly AnyCommand[] = [
  createUser,
  listUsers,
  disableUser,
  enableUser,
  createResetLink,
  inviteUser,
  createOrganization,
  listOrganizations,
  renameOrg,
  addMember,
  removeMember,
  listMembers,
  createToken,
  listTokens,
  revokeToken,
  createClient,
  listClients,
  disableClient,
  listLives,
  createLive,
  showLive,
  renameLive,
  deleteLive,
  protectLive,
  unprotectLive,
  importEditionFile,
  installEdition,
  listEditions,
  removeEdition,
  enableEdition,
  disableEdition,
  listLibrary,
  restrictAccount,
  unrestrictAccount,
  exportAccount,
  deleteAccount,
  showAudit,
  createBackup,
  restoreBackup,
  rotateKeys,
  runDoctor,
  showConfig,
  login,
  whoami,
  logout,
];

/** What the words have in common that commands begin with. */
export const COMMAND_GROUPS: Readonly<Record<string, string>> = {
  user: 'People who sign in',
  org: 'Organizations and their members',
  'org member': 'Members of an organization',
  token: 'Tokens for the REST API',
  client: 'Apps that people can connect to their accounts',
  live: 'Lives: what is on the displays',
  edition: 'Bible editions',
  account: 'Personal accounts and organizations as a whole: restrict, export, delete',
  audit: 'The records of who changed what',
  keys: 'The key file, with which the installation signs and hashes',
  library: 'Which editions an organization or account may use',
};
