import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { newId } from '../../../src/domain/identifiers.ts';
import type { ApiResponse } from '../../support/requests/api.ts';
import {
  createFixture,
  DOCUMENTED_OPERATIONS,
  type DocumentedOperation,
  type Example,
  type Fixture,
  importFixtureEdition,
  operationTitle,
  seedFixture,
  toDelegatedScopes,
  toExampleRequest,
} from '../../support/requests/documented-operations.ts';
import { createGrant } from '../../support/requests/grants.ts';
import { startCredential } from '../../support/requests/tokens.ts';
import { PAGE_ENGINES, type TestOwner } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

type Kind = TestOwner['kind'] | 'delegated';

/**
 * The credentials of [Authentication]: a service token, a personal credential, an app's access token for an account.
 */
const KINDS = ['organization', 'account', 'delegated'] as const;
const OWNERS = ['organization', 'account'] as const;
const STATES = ['valid', 'malformed', 'expired', 'revoked'] as const;
type State = (typeof STATES)[number];
/**
 * Owner of the resource in the path: the caller, another owner of the same kind, an owner of the other kind, or no one.
 */
const WHOSE = ['own', 'foreign', 'of the other kind', 'missing'] as const;
type Whose = (typeof WHOSE)[number];

/** [Endpoints] metadata without what only OAuth knows, and [D36]: what each kind can hold. */
const OAUTH_SCOPES = [
  'identity.read',
  'offline_access',
  'translation.list',
  'translation.get',
  'translation.read',
  'translation.search',
  'live.list',
  'live.get',
  'live.create',
  'live.update',
  'live.delete',
];
const OF_BOTH = [
  'live.list',
  'live.get',
  'live.create',
  'live.update',
  'live.delete',
  'translation.list',
  'translation.get',
  'translation.read',
  'translation.search',
  'translation.update',
  'output.manage',
  'plan.update',
  'presentation.list',
  'presentation.get',
  'presentation.update',
  'presentation.publish',
];
const SCOPES: Record<Kind, readonly string[]> = {
  organization: OF_BOTH,
  account: [...OF_BOTH, 'identity.read', 'token.list', 'token.create', 'token.delete'],
  delegated: OAUTH_SCOPES,
};
/** [Authentication] What an app does not do for an account, although a personal credential does. [D29], [D37], [D38] */
const PERSONAL_ONLY = ({ path, scopes }: DocumentedOperation): boolean =>
  /^\/v1\/me\/(tokens|oauth-grants)\b|\/audit$/.test(path) ||
  scopes.includes('translation.update') ||
  scopes.includes('output.manage');
/** [D33], [Authentication] Whose credential names nothing else. */
const IDENTITY = /^\/v1\/(me|accounts\/\{account_id})$/;

const needed = ({ path, scopes }: DocumentedOperation, kind: Kind): readonly string[] => {
  if (kind !== 'delegated') return scopes;
  return IDENTITY.test(path) ? ['identity.read'] : toDelegatedScopes(scopes);
};
/** The scope that includes another one. [D75] */
const INCLUDING: Readonly<Record<string, string>> = { 'plan.update': 'live.update' };
const takes = (operation: DocumentedOperation, kind: Kind): boolean =>
  kind === 'delegated'
    ? operation.kinds.includes('account') && !PERSONAL_ONLY(operation)
    : operation.kinds.includes(kind);

interface ScopeCase {
  readonly name: string;
  readonly scopes: readonly string[];
  /** Whether they are enough for the operation. */
  readonly enough: boolean;
}

/** Sets of scopes that show something about an operation. */
function scopesFor(operation: DocumentedOperation, kind: Kind): ScopeCase[] {
  const all = SCOPES[kind];
  const own = needed(operation, kind);
  const unrelated = all.find((scope) => !own.includes(scope) && !own.some((one) => INCLUDING[one] === scope))!;
  const cases: ScopeCase[] = [
    { name: 'none of the needed', scopes: [unrelated], enough: own.length === 0 },
    // Empty scopes are the user's own authority; no other credential has such a thing.
    kind === 'account' ? { name: 'inheriting', scopes: [], enough: true } : { name: 'all', scopes: all, enough: true },
  ];
  // No grant can hold more than the scopes of OAuth.
  const holdable = kind !== 'delegated' || own.every((scope) => all.includes(scope));
  if (own.length > 0 && holdable) cases.push({ name: 'exactly the needed', scopes: own, enough: true });
  for (const missing of own) {
    const without = all.filter((scope) => scope !== missing && scope !== INCLUDING[missing]);
    cases.push({ name: `all but ${missing}`, scopes: without, enough: false });
  }
  return cases;
}

/**
 * Which credentials are tried on whose: those whose scopes are enough on everyone's, others on what is their own and
 * what is not. What is no valid credential has no scopes and no owner yet, so it is tried with the least and the most.
 */
function casesFor(scopeCases: readonly ScopeCase[], named: readonly Whose[]): [ScopeCase, State, Whose][] {
  const [least, most] = scopeCases;
  const [first, second = first] = named;
  return scopeCases.flatMap((scopeCase) =>
    STATES.flatMap((state): [ScopeCase, State, Whose][] => {
      if (state === 'valid')
        return (scopeCase.enough ? named : named.slice(0, 2)).map((whose) => [scopeCase, state, whose]);
      if (scopeCase === least) return [[scopeCase, state, second!]];
      return scopeCase === most ? [[scopeCase, state, first!]] : [];
    }),
  );
}

/** The result that the specification requires. [D4], [Authentication] */
function expected(
  operation: DocumentedOperation,
  kind: Kind,
  state: State,
  enough: boolean,
  whose: Whose,
): [number, string | undefined] {
  if (state !== 'valid') return [401, 'invalid_token'];
  if (!takes(operation, kind)) return [403, 'forbidden'];
  if (!enough) return [403, 'insufficient_scope'];
  if (whose !== 'own') return [404, 'not_found'];
  return [operation.success, undefined];
}

/** RFC 6750 §3: a missing resource looks like an existing one. */
function requireScopeChallenge({ headers }: ApiResponse, scopes: readonly string[]): void {
  const challenge = /^Bearer error="insufficient_scope", scope="([^"]+)"$/;
  const [, named] = challenge.exec(headers.get('www-authenticate') ?? '') ?? [];
  assert.deepEqual(named?.split(' ').sort(), [...scopes].sort());
}

/** With another last character, so that the checksum is wrong. */
const distort = (token: string): string => token.slice(0, -1) + (token.endsWith('0') ? '1' : '0');

const OWNED = /\{(live|account|organization|token|grant|plan|deck|snapshot)_id}/;

for (const engine of PAGE_ENGINES) {
  describe(`operations, kinds, scopes, owners and states of credentials on ${engine}`, () => {
    const { lectern } = useInProcessServer({
      engine,
      settings: {
        LECTERN_LIVES_PER_OWNER: '10000',
        LECTERN_TOKENS_PER_USER: '10000',
        LECTERN_BUDGET_PEER: '1000000',
        LECTERN_BUDGET_REQUESTS: '1000000',
      },
    });
    let cases = 0;
    const own = {} as Record<Kind, Fixture>;
    const foreign = {} as Record<Kind, Fixture>;
    const secrets = new Map<string, Promise<string>>();

    before(async () => {
      await importFixtureEdition(lectern);
      for (const kind of OWNERS) {
        own[kind] = await createFixture(lectern, kind);
        foreign[kind] = await createFixture(lectern, kind);
      }
      own.delegated = own.account;
      foreign.delegated = foreign.account;
    });

    const issue = async (kind: Kind, scopes: readonly string[], state: State) => {
      const past = new Date(Date.now() - 1).toISOString();
      if (kind === 'delegated') return issueDelegated(scopes, state, past);
      const { token } = await startCredential(lectern, own[kind].client.owner, {
        ...({ scopes } as { scopes: never }),
        ...(state === 'expired' && { expiresAt: past }),
        ...(state === 'revoked' && { revokedAt: past }),
      });
      return state === 'malformed' ? distort(token) : token;
    };
    const issueDelegated = async (scopes: readonly string[], state: State, past: string) => {
      const { access } = await createGrant(lectern, own.delegated.client.owner, {
        ...({ scopes } as { scopes: never }),
        ...(state === 'expired' && { expiresAt: past }),
        revoked: state === 'revoked',
      });
      return state === 'malformed' ? distort(access) : access;
    };
    const secretOf = (kind: Kind, scopes: readonly string[], state: State): Promise<string> => {
      const key = [kind, state, ...scopes].join();
      const secret = secrets.get(key) ?? issue(kind, scopes, state);
      secrets.set(key, secret);
      return secret;
    };
    const exampleOf = (whose: Whose, kind: Kind): Example => {
      if (whose === 'own') return own[kind].example;
      if (whose === 'foreign') return foreign[kind].example;
      if (whose === 'missing') {
        return { ...own[kind].example, live_id: newId(), owner_id: newId(), token_id: newId(), grant_id: newId() };
      }
      return own[kind === 'organization' ? 'account' : 'organization'].example;
    };
    /** State that refused writes could have changed. */
    const observe = async () =>
      Promise.all(
        [own, foreign].flatMap((fixtures) =>
          OWNERS.map(async (kind) => {
            const { client, example } = fixtures[kind];
            const lives = await client.get(`${client.owner.livesPath}?limit=100`);
            const library = await client.get(client.owner.livesPath.replace('/lives', '/translations'));
            const tokens = kind === 'account' ? (await client.get('/v1/me/tokens?limit=100')).body.data : [];
            return {
              lives: lives.body.data,
              etag: (await client.get(`/v1/lives/${example.live_id}`)).etag,
              library: library.body,
              token: tokens.find(({ id }: { id: string }) => id === example.token_id)?.name,
            };
          }),
        ),
      );

    for (const operation of DOCUMENTED_OPERATIONS) {
      it(`[D4], [Authentication] ${operationTitle(operation)}`, async () => {
        const named = OWNED.test(operation.path) ? WHOSE : WHOSE.slice(0, 1);
        const successes: [Kind, string, string][] = [];
        const before = await observe();
        for (const kind of KINDS) {
          for (const [{ name, scopes, enough }, state, whose] of casesFor(scopesFor(operation, kind), named)) {
            cases++;
            const token = await secretOf(kind, scopes, state);
            const [status, code] = expected(operation, kind, state, enough, whose);
            const what = `${kind}, ${name}, ${state}, ${whose}`;
            if (code === undefined) {
              // Where exactly the needed are tried as well, all of them show nothing more.
              if (name !== 'all' || needed(operation, kind).length === 0) successes.push([kind, what, token]);
            } else {
              const { path, options } = toExampleRequest(operation, exampleOf(whose, kind), own[kind].etag);
              const response = await own[kind].client.request(operation.method, path, { ...options, token });
              assert.deepEqual([what, response.status, response.body?.code], [what, status, code]);
              if (code === 'insufficient_scope') requireScopeChallenge(response, needed(operation, kind));
            }
          }
        }
        assert.deepEqual(await observe(), before, 'what is refused changes nothing');
        for (const [kind, what, token] of successes) {
          const { client, example, etag } = await seedFixture(own[kind].client, operation);
          const { path, options } = toExampleRequest(operation, example, etag);
          const response = await client.request(operation.method, path, { ...options, token });
          assert.deepEqual([what, response.status], [what, operation.success], JSON.stringify(response.body));
        }
      });
    }

    it('when the matrix is built, then its cases are counted', (test) => {
      test.diagnostic(`${cases} cases over ${DOCUMENTED_OPERATIONS.length} operations on ${engine}`);
      assert.ok(cases >= 16 * DOCUMENTED_OPERATIONS.length);
    });
  });
}
