import { Type } from 'typebox';
import { Strict } from '../../contract/schemas/shapes.ts';
import { OAUTH_SCOPES } from '../../contract/scopes.ts';
import { defineCommand, findListOption, requireOption, requireOptions, UsageError } from '../command.ts';
import { formatFacts, formatTable } from '../terminal/columns.ts';
import { NAME, oneOf, REDIRECT_URI } from '../value-rules.ts';

export const createOAuthClient = defineCommand({
  name: 'client create',
  summary: 'Register an app that people can connect to their accounts (OAuth)',
  example: '--name "Stage tablet" --redirect-uri https://app.example.org/callback',
  options: [
    { flags: '--name <name>', meaning: 'What people read when the app asks them', required: true, takes: NAME },
    {
      flags: '--redirect-uri <uri...>',
      meaning: 'Where answers may go, exactly so (repeat it for more)',
      required: true,
      takes: REDIRECT_URI,
    },
    {
      flags: '--scopes <scopes>',
      meaning: 'Most that the app may ask for',
      takes: oneOf(OAUTH_SCOPES),
      commas: true,
      fallback: 'all',
    },
  ],
  input: Strict({
    name: Type.String(),
    redirectUris: Type.Array(Type.String()),
    scopes: Type.Optional(Type.Array(Type.String())),
  }),
  toInput: (typed) => {
    const scopes = findListOption(typed, 'scopes');
    if (scopes?.every((scope) => scope === 'offline_access')) {
      throw new UsageError('--scopes takes at least one beside offline_access; leave it out for all.');
    }
    return { name: requireOption(typed, 'name'), redirectUris: requireOptions(typed, 'redirectUri'), scopes };
  },
  execute: async ({ clients }, input) => ({ client_id: (await clients.create(input)).id }),
  audit: ({ result: { client_id } }) => ({ owner: null, resource: client_id }),
  toText: ({ client_id }) =>
    formatFacts({ 'Client id': client_id, 'Client secret': 'none: the app is a public client' }),
});

export const listClients = defineCommand({
  name: 'client list',
  summary: 'List the registered apps, disabled ones too',
  input: Strict({}),
  toInput: () => ({}),
  execute: async ({ clients }) => ({
    data: (await clients.list()).map(({ id, name, redirectUris, scopes, disabled, createdAt }) => ({
      id,
      name,
      redirect_uris: redirectUris,
      scopes,
      disabled,
      created_at: createdAt,
    })),
  }),
  toText: ({ data }) =>
    data.length === 0
      ? 'There are no apps.'
      : formatTable(
          ['ID', 'STATE', 'CREATED', 'SCOPES', 'REDIRECT URIS', 'NAME'],
          data.map((client) => [
            client.id,
            client.disabled ? 'disabled' : 'enabled',
            client.created_at.slice(0, 10),
            client.scopes.length === OAUTH_SCOPES.length ? 'all' : String(client.scopes.length),
            client.redirect_uris.join(' '),
            client.name,
          ]),
        ),
});

export const disableClient = defineCommand({
  name: 'client disable',
  summary: 'Disable an app for good: all that people have granted it counts no longer, at once',
  example: 'ID',
  arguments: [{ flags: '<id>', meaning: 'Id of the app, which "client list" shows' }],
  input: Strict({ id: Type.String() }),
  toInput: (typed) => ({ id: typed.arguments[0]! }),
  execute: async ({ clients }, { id }) => {
    await clients.disable(id);
    return { client_id: id, disabled: true };
  },
  audit: ({ input: { id } }) => ({ owner: null, resource: id }),
  toText: ({ client_id }) => `The app ${client_id} is disabled.`,
});
