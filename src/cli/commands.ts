import type { AnyCommand } from './command.ts';
import { deleteAccount, restrictAccount, unrestrictAccount } from './commands/account.ts';
import { exportAccount } from './commands/account-export.ts';
import { addAdministrator, listAdministrators, removeAdministrator } from './commands/admin.ts';
import { showAudit } from './commands/audit.ts';
import { createBackup } from './commands/backup.ts';
import { createOAuthClient, disableClient, listClients } from './commands/client.ts';
import { showConfig } from './commands/config.ts';
import { runDoctor } from './commands/doctor.ts';
import { importEditionFile, listEditions } from './commands/edition.ts';
import { installEdition } from './commands/edition-install.ts';
import { removeEdition } from './commands/edition-remove.ts';
import { rotateKeys } from './commands/keys.ts';
import { disableEdition, enableEdition, listLibrary } from './commands/library.ts';
import {
  createLiveCommand,
  deleteLive,
  listLivesCommand,
  protectLive,
  renameLive,
  showLive,
  unprotectLive,
} from './commands/live.ts';
import { login } from './commands/login.ts';
import { logout } from './commands/logout.ts';
import { serveAssistant } from './commands/mcp.ts';
import { showNow } from './commands/now.ts';
import { OPERATOR_COMMANDS } from './commands/operator-commands.ts';
import {
  addMember,
  createOrganization,
  listMembers,
  listOrganizations,
  removeMember,
  renameOrganizationCommand,
} from './commands/org.ts';
import { restoreBackup } from './commands/restore.ts';
import { importSongFiles } from './commands/song.ts';
import { createToken, listTokens, revokeToken } from './commands/token.ts';
import { createUser, disableUser, enableUser, listUsers } from './commands/user.ts';
import { createResetLink, inviteUser } from './commands/user-links.ts';
import { whoami } from './commands/whoami.ts';

/** Every command, in the order that help shows. A new command gets its own file and is added here. [D47] */
export const CLI_COMMANDS: readonly AnyCommand[] = [
  createUser,
  listUsers,
  disableUser,
  enableUser,
  createResetLink,
  inviteUser,
  addAdministrator,
  listAdministrators,
  removeAdministrator,
  createOrganization,
  listOrganizations,
  renameOrganizationCommand,
  addMember,
  removeMember,
  listMembers,
  createToken,
  listTokens,
  revokeToken,
  createOAuthClient,
  listClients,
  disableClient,
  listLivesCommand,
  createLiveCommand,
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
  importSongFiles,
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
  showNow,
  ...OPERATOR_COMMANDS,
  serveAssistant,
  login,
  whoami,
  logout,
];

/** Descriptions of the command groups, by their common words. */
export const COMMAND_GROUPS: Readonly<Record<string, string>> = {
  user: 'Manage the people who sign in',
  admin: 'Manage the administrators of the installation',
  org: 'Manage organizations and their members',
  'org member': 'Manage the members of an organization',
  token: 'Manage tokens for the REST API',
  client: 'Manage the apps that people can connect to their accounts',
  live: 'Manage Lives, the content of the displays',
  edition: 'Manage Bible editions',
  song: 'Import songs',
  account: 'Restrict, export or delete a personal account or an organization',
  audit: 'Read the audit log',
  keys: 'Manage the key file, which holds the keys for signing and hashing',
  library: 'Manage which editions an organization or account can use',
};
