import { Type } from 'typebox';
import { Strict } from '../../contract/schemas/shapes.ts';
import { OAUTH_SCOPES } from '../../contract/scopes.ts';
import { defineCommand, findListOption, requireOption, requireOptions, UsageError } from '../command.ts';
import { formatFacts, formatTable } from '../terminal/columns.ts';
import { NAME, oneOf, REDIRECT_URI } from '../value-rules.ts';

export const createOAuthClient = defineCommand({
  name: 'client create',
  summary: 'Register an OAuth app that people can connect to their accounts',
  example: '--name "Stage tablet" --redirect-uri https://app.example.org/callback',
  options: [
    { flags: '--name <name>', description: 'Name shown when the app asks for access', required: true, takes: NAME },
    {
      flags: '--redirect-uri <uri...>',
      description: 'Allowed redirect URI, matched exactly (repeatable)',
      required: true,
      takes: REDIRECT_URI,
    },
    {
      flags: '--scopes <scopes>',
      description: 'Scopes that the app can request',
      takes: oneOf(OAUTH_SCOPES),
      isList: true,
      fallback: 'all',
    },
  ],
  input: Strict({
    name: Type.String(),
    redirectUris: Type.Array(Type.String()),
    scopes: Type.Optional(Type.Array(Type.String())),
  }),
  toInput: (call) => {
    const scopes = findListOption(call, 'scopes');
    if (scopes?.every((scope) => scope === 'offline_access')) {
      throw new UsageError('--scopes needs at least one scope besides offline_access. Omit it to allow all scopes.');
    }
    return { name: requireOption(call, 'name'), redirectUris: requireOptions(call, 'redirectUri'), scopes };
  },
  execute: async ({ clients }, input) => ({ client_id: (await clients.create(input)).id }),
  audit: ({ result: { client_id } }) => ({ owner: null, resource: client_id }),
  toText: ({ client_id }) =>
    formatFacts({ 'Client id': client_id, 'Client secret': 'none: the app is a public client' }),
});

export const listClients = defineCommand({
  name: 'client list',
  summary: 'List the registered apps, including disabled ones',
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
      ? 'No apps found.'
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
  summary: 'Permanently disable an app and revoke everything that people granted it',
  example: 'ID',
  arguments: [{ flags: '<id>', description: 'Id of the app, from "client list"' }],
  input: Strict({ id: Type.String() }),
  toInput: (call) => ({ id: call.arguments[0]! }),
  execute: async ({ clients }, { id }) => {
    await clients.disable(id);
    return { client_id: id, disabled: true };
  },
  audit: ({ input: { id } }) => ({ owner: null, resource: id }),
  toText: ({ client_id }) => `Disabled app ${client_id}.`,
});
