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
  begins: true,
  summary: 'Add a user, with a personal account',
  example: '--email ada@example.org --name "Ada Lovelace" --password-stdin < password.txt',
  options: [
    { flags: '--email <email>', meaning: 'What the user signs in with', required: true, takes: EMAIL },
    { flags: '--name <name>', meaning: 'Name, as people see it', required: true, takes: NAME },
    {
      flags: '--password-stdin',
      meaning: `Read a password of at least ${PASSWORD_MIN_CHARACTERS} characters from standard input`,
      fallback: 'none, and "user reset-link" makes a link to set one',
    },
  ],
  input: Strict({ email: Type.String(), name: Type.String(), password: Type.Optional(Type.String()) }),
  toInput: async (typed) => ({
    email: requireOption(typed, 'email'),
    name: requireOption(typed, 'name'),
    ...(typed.options.passwordStdin ? { password: await typed.readStdin() } : {}),
  }),
  execute: async ({ administration }, input) => {
    const { userId, accountId } = await administration.createUser(input);
    return { user_id: userId, account_id: accountId };
  },
  audit: ({ result }) => ({ owner: { kind: 'account', id: result.account_id }, resource: result.user_id }),
  toText: ({ user_id, account_id }) =>
    `${formatFacts({ User: user_id, Account: account_id })}\n\nNext: ${INVOCATION} user reset-link --email EMAIL prints a link to set a password by.\n      ${INVOCATION} token create --user EMAIL makes a token for programs.`,
});

export const listUsers = defineCommand({
  name: 'user list',
  summary: 'List the users and their accounts',
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
      ? `There are no users.\nNext: ${INVOCATION} user create --email EMAIL --name NAME`
      : formatTable(
          ['ACCOUNT', 'STATE', 'EMAIL', 'NAME'],
          data.map((user) => [user.account_id, stateOf(user), user.email, user.name]),
        ),
});

const stateOf = ({ disabled, restricted }: { disabled: boolean; restricted: boolean }): string =>
  disabled ? 'disabled' : restricted ? 'restricted' : 'enabled';

const defineSwitch = (verb: 'disable' | 'enable', summary: string) =>
  defineCommand({
    name: `user ${verb}`,
    summary,
    example: '--email ada@example.org',
    options: [{ flags: '--email <email>', meaning: 'The user', required: true, takes: EMAIL }],
    input: Strict({ email: Type.String() }),
    toInput: (typed) => ({ email: requireOption(typed, 'email') }),
    execute: async ({ administration }, { email }) => {
      await administration.setUserDisabled(email, verb === 'disable');
      return { email, disabled: verb === 'disable' };
    },
    audit: async ({ input: { email } }, { storage }) => {
      const user = await storage.accounts.findUserByEmail(normalizeEmail(email));
      return { owner: user && toAccountOwner(user), resource: user?.id };
    },
    toText: ({ email, disabled }) => `${email} is ${disabled ? 'disabled' : 'enabled'}.`,
  });

export const disableUser = defineSwitch(
  'disable',
  'Stop a user at once: tokens and apps until "user enable"; sessions and links end for good',
);
export const enableUser = defineSwitch('enable', 'Let a disabled user act again, who has to sign in anew');
