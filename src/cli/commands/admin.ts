import { Type } from 'typebox';
import { Strict } from '../../contract/schemas/shapes.ts';
import { toAccountOwner } from '../../domain/account/owners/owner.ts';
import { normalizeEmail } from '../../domain/email.ts';
import type { Installation } from '../../installation.ts';
import { defineCommand, requireOption } from '../command.ts';
import { INVOCATION } from '../invocation.ts';
import { formatTable } from '../terminal/columns.ts';
import { EMAIL } from '../value-rules.ts';

const USER_OPTIONS = [{ flags: '--email <email>', description: 'The user', required: true, takes: EMAIL }] as const;
const UserInput = Strict({ email: Type.String() });

const auditUser = async ({ input: { email } }: { input: { email: string } }, { storage }: Installation) => {
  const user = await storage.accounts.findUserByEmail(normalizeEmail(email));
  return { owner: user && toAccountOwner(user), resource: user?.id };
};

export const addAdministrator = defineCommand({
  name: 'admin add',
  summary: 'Make a user an administrator of the installation: editions, backups and figures, on the web pages',
  example: '--email ada@example.org',
  options: USER_OPTIONS,
  input: UserInput,
  toInput: (call) => ({ email: requireOption(call, 'email') }),
  execute: async ({ administrators }, { email }) => {
    const { user, added } = await administrators.add(email);
    return { email: user.email, added };
  },
  audit: auditUser,
  toText: ({ email, added }) =>
    added
      ? `${email} is now an administrator.\nNext: sign in and open /installation.`
      : `${email} is an administrator already.`,
});

export const listAdministrators = defineCommand({
  name: 'admin list',
  summary: 'List the administrators of the installation',
  input: Strict({}),
  toInput: () => ({}),
  execute: async ({ administrators }) => ({
    data: (await administrators.list()).map(({ userId, email, name, disabled, namedAt }) => ({
      id: userId,
      email,
      name,
      disabled,
      named_at: namedAt,
    })),
  }),
  toText: ({ data }) =>
    data.length === 0
      ? `No administrators found.\nNext: ${INVOCATION} admin add --email EMAIL`
      : formatTable(
          ['SINCE', 'STATE', 'EMAIL', 'NAME'],
          data.map(({ named_at, disabled, email, name }) => [named_at, disabled ? 'disabled' : 'enabled', email, name]),
        ),
});

export const removeAdministrator = defineCommand({
  name: 'admin remove',
  summary: 'Remove an administrator of the installation, who stays a user; not the last one',
  example: '--email ada@example.org',
  options: USER_OPTIONS,
  input: UserInput,
  toInput: (call) => ({ email: requireOption(call, 'email') }),
  execute: async ({ administrators }, { email }) => ({ email: (await administrators.remove(email)).email }),
  audit: auditUser,
  toText: ({ email }) => `${email} is no longer an administrator.`,
});
