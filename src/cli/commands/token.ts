import { type Static, Type } from 'typebox';
import { PERSONAL_TOKEN_DEFAULT_DAYS } from '../../contract/limits.ts';
import { Strict } from '../../contract/schemas/shapes.ts';
import { PERSONAL_SCOPES, SERVICE_SCOPES } from '../../contract/scopes.ts';
import { TOKEN_DEFAULT_NAME } from '../../domain/account/credentials/new-credential.ts';
import type { ListedCredential } from '../../storage/storage.ts';
import {
  type CommandCall,
  defineCommand,
  findListOption,
  findOption,
  findParsedOption,
  requireOneOf,
  UsageError,
} from '../command.ts';
import { INVOCATION } from '../invocation.ts';
import { formatFacts, formatTable } from '../terminal/columns.ts';
import { EMAIL, LIFETIME, NAME, ORGANIZATION_ID, oneOf } from '../value-rules.ts';
import { formatCreatedOutputs, toCreatedOutputs } from './created-outputs.ts';

const Subject = Type.Union([Strict({ organization: Type.String() }), Strict({ user: Type.String() })]);

const toSubjectOptions = (organization: string, user: string) =>
  [
    {
      flags: '--organization <id>',
      description: organization,
      required: true,
      alternative: true,
      takes: ORGANIZATION_ID,
    },
    { flags: '--user <email>', description: user, required: true, alternative: true, takes: EMAIL },
  ] as const;

/** Scopes that a service token cannot have. */
const PERSONAL_ONLY = PERSONAL_SCOPES.filter((scope) => !SERVICE_SCOPES.includes(scope));
const PERSONAL_SCOPE = oneOf(PERSONAL_SCOPES);
const SERVICE_SCOPE = {
  ...oneOf(SERVICE_SCOPES),
  expected: `${oneOf(SERVICE_SCOPES).expected}, with --user also ${PERSONAL_ONLY.join(', ')}`,
};

const toSubject = (call: CommandCall) => requireOneOf(call, ['organization', 'user']) as Static<typeof Subject>;

export const createToken = defineCommand({
  name: 'token create',
  summary: 'Create a token for the REST API; it is shown only once',
  example: '--organization ID --scopes live.get,live.update --name "Stage tablet"',
  options: [
    ...toSubjectOptions(
      'Create a service token, which acts for this organization',
      'Create a personal token, which acts for this user',
    ),
    {
      flags: '--issuer <email>',
      description: 'Member who issues the service token, limited by their role',
      takes: EMAIL,
    },
    {
      flags: '--scopes <scopes>',
      description: 'Scopes of the token',
      takes: ({ user }) => (user === undefined ? SERVICE_SCOPE : PERSONAL_SCOPE),
      isList: true,
      fallback: 'all; with --user everything that the user can do',
    },
    {
      flags: '--expires-days <days>',
      description: 'Days until the token expires',
      takes: LIFETIME,
      fallback: `${PERSONAL_TOKEN_DEFAULT_DAYS} with --user, otherwise never`,
    },
    { flags: '--name <name>', description: 'Name of the token', takes: NAME, fallback: TOKEN_DEFAULT_NAME },
  ],
  input: Strict({
    subject: Subject,
    issuer: Type.Optional(Type.String()),
    scopes: Type.Optional(Type.Array(Type.String())),
    expiresInDays: Type.Optional(Type.Integer()),
    name: Type.Optional(Type.String()),
  }),
  toInput: (call) => {
    const subject = toSubject(call);
    const issuer = findOption(call, 'issuer');
    if (issuer !== undefined && 'user' in subject) {
      throw new UsageError('--issuer applies only to tokens of an organization.');
    }
    return {
      subject,
      issuer,
      scopes: findListOption(call, 'scopes'),
      expiresInDays: findParsedOption(call, 'expiresDays', LIFETIME),
      name: findOption(call, 'name'),
    };
  },
  execute: async ({ administration }, input) => {
    const { id, token, scopes, expiresAt } = await administration.createToken(input);
    return { id, token, scopes, expires_at: expiresAt };
  },
  audit: async ({ result: { id } }, { storage }) => ({ owner: await storage.credentials.findOwner(id), resource: id }),
  toText: ({ id, token, scopes, expires_at }) =>
    [
      formatFacts({ Token: token, Id: id, Scopes: scopesText(scopes), Expires: expires_at ?? 'never' }),
      '',
      'The token is shown only once. Save it now.',
      `To revoke it: ${INVOCATION} token revoke ${id}`,
    ].join('\n'),
});

export const revokeToken = defineCommand({
  name: 'token revoke',
  summary: 'Revoke a token immediately',
  example: 'ID',
  arguments: [{ flags: '<id>', description: 'Id of the token (not the token itself), from "token list"' }],
  input: Strict({ id: Type.String() }),
  toInput: (call) => ({ id: call.arguments[0]! }),
  execute: async ({ administration, outputs, storage }, { id }) => {
    await administration.revokeToken(id);
    const owner = await storage.credentials.findOwner(id);
    const created = owner ? await outputs.listMadeBy({ credentialId: id }, owner) : [];
    return { id, revoked: true, ...toCreatedOutputs(created) };
  },
  audit: async ({ input: { id } }, { storage }) => ({ owner: await storage.credentials.findOwner(id), resource: id }),
  toText: ({ id, ...created }) => `Revoked token ${id}.${formatCreatedOutputs(created)}`,
});

export const listTokens = defineCommand({
  name: 'token list',
  summary: 'List the tokens of an organization or a user, including expired and revoked ones',
  example: '--user ada@example.org',
  options: toSubjectOptions('Service tokens of this organization', 'Personal tokens of this user'),
  input: Strict({ subject: Subject }),
  toInput: (call) => ({ subject: toSubject(call) }),
  execute: async ({ administration }, { subject }) => ({
    data: (await administration.listTokens(subject)).map(toToken),
  }),
  toText: ({ data }) =>
    data.length === 0
      ? 'No tokens found.'
      : formatTable(
          ['ID', 'STATE', 'CREATED', 'LAST USED', 'EXPIRES', 'SCOPES', 'PERSON', 'NAME'],
          data.map((token) => [
            token.id,
            token.state,
            token.created_at.slice(0, 10),
            token.last_used_at?.slice(0, 10) ?? 'never',
            token.expires_at?.slice(0, 10) ?? 'never',
            token.scopes.length > 0 ? String(token.scopes.length) : token.kind === 'service' ? 'role' : 'all',
            token.person ?? '-',
            token.name,
          ]),
        ),
});

/** Returns the public fields of a credential, never its hash. */
function toToken(credential: ListedCredential) {
  const { id, kind, name, scopes, createdAt, expiresAt, revokedAt, lastUsedAt, userName } = credential;
  const expired = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  return {
    id,
    kind,
    name,
    person: userName,
    scopes,
    state: revokedAt !== null ? 'revoked' : expired ? 'expired' : 'active',
    created_at: createdAt,
    expires_at: expiresAt,
    revoked_at: revokedAt,
    last_used_at: lastUsedAt,
  };
}

const scopesText = (scopes: readonly string[]): string =>
  scopes.length === 0 ? 'everything that the user can do' : scopes.join(', ');
