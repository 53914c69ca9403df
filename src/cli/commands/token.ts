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
    { flags: '--organization <id>', meaning: organization, required: true, alternative: true, takes: ORGANIZATION_ID },
    { flags: '--user <email>', meaning: user, required: true, alternative: true, takes: EMAIL },
  ] as const;

/** What a service token cannot do. */
const PERSONAL_ONLY = PERSONAL_SCOPES.filter((scope) => !SERVICE_SCOPES.includes(scope));
const PERSONAL_SCOPE = oneOf(PERSONAL_SCOPES);
const SERVICE_SCOPE = {
  ...oneOf(SERVICE_SCOPES),
  what: `${oneOf(SERVICE_SCOPES).what}, with --user also ${PERSONAL_ONLY.join(', ')}`,
};

const toSubject = (typed: CommandCall) => requireOneOf(typed, ['organization', 'user']) as Static<typeof Subject>;

export const createToken = defineCommand({
  name: 'token create',
  summary: 'Issue a token for the REST API; it is shown this once',
  example: '--organization ID --scopes live.get,live.update --name "Stage tablet"',
  options: [
    ...toSubjectOptions(
      'A service token, which acts for this organization',
      'A personal token, which acts for this user',
    ),
    {
      flags: '--issuer <email>',
      meaning: 'The member who issues a service token, which gets no more than the role allows',
      takes: EMAIL,
    },
    {
      flags: '--scopes <scopes>',
      meaning: 'What it may do',
      takes: ({ user }) => (user === undefined ? SERVICE_SCOPE : PERSONAL_SCOPE),
      commas: true,
      fallback: 'everything, with --user whatever the user may',
    },
    {
      flags: '--expires-days <days>',
      meaning: 'Days until it ends',
      takes: LIFETIME,
      fallback: `${PERSONAL_TOKEN_DEFAULT_DAYS} with --user, else it never ends`,
    },
    { flags: '--name <name>', meaning: 'What it is for', takes: NAME, fallback: TOKEN_DEFAULT_NAME },
  ],
  input: Strict({
    subject: Subject,
    issuer: Type.Optional(Type.String()),
    scopes: Type.Optional(Type.Array(Type.String())),
    expiresInDays: Type.Optional(Type.Integer()),
    name: Type.Optional(Type.String()),
  }),
  toInput: (typed) => {
    const subject = toSubject(typed);
    const issuer = findOption(typed, 'issuer');
    if (issuer !== undefined && 'user' in subject) {
      throw new UsageError('Only the token of an organization has an --issuer.');
    }
    return {
      subject,
      issuer,
      scopes: findListOption(typed, 'scopes'),
      expiresInDays: findParsedOption(typed, 'expiresDays', LIFETIME),
      name: findOption(typed, 'name'),
    };
  },
  execute: async ({ administration }, input) => {
    const { id, token, scopes, expiresAt } = await administration.createToken(input);
    return { id, token, scopes, expires_at: expiresAt };
  },
  audit: async ({ result: { id } }, { storage }) => ({ owner: await storage.credentials.findOwner(id), resource: id }),
  toText: ({ id, token, scopes, expires_at }) =>
    [
      formatFacts({ Token: token, Id: id, Scopes: scopesText(scopes), Ends: expires_at ?? 'never' }),
      '',
      'The token is shown this once: keep it now.',
      `To end it: ${INVOCATION} token revoke ${id}`,
    ].join('\n'),
});

export const revokeToken = defineCommand({
  name: 'token revoke',
  summary: 'End a token at once',
  example: 'ID',
  arguments: [{ flags: '<id>', meaning: 'Id of the token (not the token itself), which "token list" shows' }],
  input: Strict({ id: Type.String() }),
  toInput: (typed) => ({ id: typed.arguments[0]! }),
  execute: async ({ administration, outputs, storage }, { id }) => {
    await administration.revokeToken(id);
    const owner = await storage.credentials.findOwner(id);
    const made = owner ? await outputs.listMadeBy({ credentialId: id }, owner) : [];
    return { id, revoked: true, ...toCreatedOutputs(made) };
  },
  audit: async ({ input: { id } }, { storage }) => ({ owner: await storage.credentials.findOwner(id), resource: id }),
  toText: ({ id, ...made }) => `The token ${id} has ended.${formatCreatedOutputs(made)}`,
});

export const listTokens = defineCommand({
  name: 'token list',
  summary: 'List the tokens of an organization or a user, ended ones too, and never the tokens themselves',
  example: '--user ada@example.org',
  options: toSubjectOptions('Service tokens of this organization', 'Personal tokens of this user'),
  input: Strict({ subject: Subject }),
  toInput: (typed) => ({ subject: toSubject(typed) }),
  execute: async ({ administration }, { subject }) => ({
    data: (await administration.listTokens(subject)).map(toToken),
  }),
  toText: ({ data }) =>
    data.length === 0
      ? 'There are no tokens.'
      : formatTable(
          ['ID', 'STATE', 'CREATED', 'USED', 'ENDS', 'SCOPES', 'PERSON', 'NAME'],
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

/** What is shown of a credential: never its hash. */
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

const scopesText = (scopes: readonly string[]): string => (scopes.length === 0 ? 'all of the user' : scopes.join(', '));
