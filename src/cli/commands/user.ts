import { Type } from 'typebox';
import { PASSWORD_MIN_CHARACTERS } from '../../contract/limits.ts';
import { Strict } from '../../contract/schemas/shapes.ts';
import { toAccountOwner } from '../../domain/account/owners/owner.ts';
import { normalizeEmail } from '../../domain/email.ts';
import { defineCommand, requireOption } from '../command.ts';
import { INVOCATION } from '../invocation.ts';
import { formatFacts, formatTable } from '../terminal/columns.ts';
import { EMAIL, NAME } from '../value-rules.ts';

export const createUser = defineCommand({
  name: 'user create',
  createsInstallation: true,
  summary: 'Create a user with a personal account',
  example: '--email ada@example.org --name "Ada Lovelace" --password-stdin < password.txt',
  options: [
    { flags: '--email <email>', description: 'E-mail address for signing in', required: true, takes: EMAIL },
    { flags: '--name <name>', description: 'Display name', required: true, takes: NAME },
    {
      flags: '--password-stdin',
      description: `Read a password of at least ${PASSWORD_MIN_CHARACTERS} characters from standard input`,
      fallback: 'no password; "user reset-link" creates a link to set one',
    },
  ],
  input: Strict({ email: Type.String(), name: Type.String(), password: Type.Optional(Type.String()) }),
  toInput: async (call) => ({
    email: requireOption(call, 'email'),
    name: requireOption(call, 'name'),
    ...(call.options.passwordStdin ? { password: await call.readStdin() } : {}),
  }),
  execute: async ({ administration }, input) => {
    const { userId, accountId } = await administration.createUser(input);
    return { user_id: userId, account_id: accountId };
  },
  audit: ({ result }) => ({ owner: { kind: 'account', id: result.account_id }, resource: result.user_id }),
  toText: ({ user_id, account_id }) =>
    `${formatFacts({ User: user_id, Account: account_id })}\n\nNext: ${INVOCATION} user reset-link --email EMAIL creates a link to set a password.\n      ${INVOCATION} token create --user EMAIL creates a token for programs.`,
});

export const listUsers = defineCommand({
  name: 'user list',
  summary: 'List users and their accounts',
  input: Strict({}),
  toInput: () => ({}),
  execute: async ({ administration, storage }) => {
    const restricted = await storage.owners.listRestricted('account');
    return {
      data: (await administration.listUsers()).map(({ id, email, name, accountId, disabled }) => ({
        id,
        email,
        name,
        account_id: accountId,
        disabled,
        restricted: restricted.has(accountId),
      })),
    };
  },
  toText: ({ data }) =>
    data.length === 0
      ? `No users found.\nNext: ${INVOCATION} user create --email EMAIL --name NAME`
      : formatTable(
          ['ACCOUNT', 'STATE', 'EMAIL', 'NAME'],
          data.map((user) => [user.account_id, describeState(user), user.email, user.name]),
        ),
});

const describeState = ({ disabled, restricted }: { disabled: boolean; restricted: boolean }): string =>
  disabled ? 'disabled' : restricted ? 'restricted' : 'enabled';

const defineSwitch = (verb: 'disable' | 'enable', summary: string) =>
  defineCommand({
    name: `user ${verb}`,
    summary,
    example: '--email ada@example.org',
    options: [{ flags: '--email <email>', description: 'The user', required: true, takes: EMAIL }],
    input: Strict({ email: Type.String() }),
    toInput: (call) => ({ email: requireOption(call, 'email') }),
    execute: async ({ administration }, { email }) => {
      await administration.setUserDisabled(email, verb === 'disable');
      return { email, disabled: verb === 'disable' };
    },
    audit: async ({ input: { email } }, { storage }) => {
      const user = await storage.accounts.findUserByEmail(normalizeEmail(email));
      return { owner: user && toAccountOwner(user), resource: user?.id };
    },
    toText: ({ email, disabled }) => `${disabled ? 'Disabled' : 'Enabled'} ${email}.`,
  });

export const disableUser = defineSwitch(
  'disable',
  'Disable a user immediately; suspends tokens and apps until "user enable", ends sessions and links',
);
export const enableUser = defineSwitch('enable', 'Enable a disabled user, who must sign in again');
