import { Type } from 'typebox';
import { Strict } from '../contract/schemas/shapes.ts';
import { INVOCATION, toFacts } from './columns.ts';
import { defineCommand, requireOption } from './command.ts';

export const createUser = defineCommand({
  name: 'user create',
  summary: 'Add a user, with a personal account',
  example: '--email ada@example.org --name "Ada Lovelace" --password-stdin < password.txt',
  options: [
    { flags: '--email <email>', meaning: 'E-mail address, by which the user signs in', required: true },
    { flags: '--name <name>', meaning: 'Name, as people see it', required: true },
    { flags: '--password-stdin', meaning: 'Read a password of at least 8 characters from standard input' },
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
  toText: ({ user_id, account_id }) =>
    `${toFacts({ User: user_id, Account: account_id })}\n\nNext: ${INVOCATION} token create --user EMAIL`,
});
