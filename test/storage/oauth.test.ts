import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Scope } from '../../src/contract/scopes.ts';
import { toAuditRecord } from '../../src/domain/audit/audit.ts';
import { newId, newUuid } from '../../src/domain/identifiers.ts';
import type {
  AuthorizationCodeRecord,
  ClientRecord,
  CodeState,
  CodeVerdict,
  GrantRecord,
  NewAccessToken,
  RefreshState,
  RefreshVerdict,
} from '../../src/storage/storage.ts';
import { TEST_ACTOR } from '../support/requests/live-state.ts';
import { startStoredSession } from '../support/requests/start-session.ts';
import { ENGINES } from '../support/server/lectern.ts';
import { count, useStorage } from './place.ts';

const NOW = '2030-01-01T00:00:00.000Z';
const LATER = '2030-01-01T01:00:00.000Z';
const DEADLINE = '2030-01-31T00:00:00.000Z';
const SCOPES: readonly Scope[] = ['live.list', 'live.get', 'offline_access'];
/** Number of concurrent requests. */
const RACERS = 8;

const audit = () => toAuditRecord(TEST_ACTOR, { owner: null });
const accessToken = (more: Partial<NewAccessToken> = {}): NewAccessToken => ({
  hash: newId(),
  scopes: SCOPES,
  createdAt: NOW,
  expiresAt: LATER,
  ...more,
});

for (const engine of ENGINES) {
  describe(`storage contract, OAuth, on ${engine}`, () => {
    const { place, storage } = useStorage(engine);
    let client: ClientRecord;

    before(async () => {
      client = await newClient();
    });

    const newClient = async (): Promise<ClientRecord> => {
      const record = {
        id: newId(),
        name: 'App',
        redirectUris: ['https://app.example/cb'],
        scopes: SCOPES,
        disabled: false,
        createdAt: NOW,
      };
      await storage.oauth.createClient(record);
      return record;
    };
    const newUser = async () => {
      const id = newUuid();
      const user = { id, email: `${id}@example.org`, name: 'User', accountId: newUuid(), passwordHash: null };
      assert.equal(await storage.accounts.createUser(user), 'created');
      return user;
    };
    const newRequest = async () => {
      const request = {
        hash: newId(),
        clientId: client.id,
        redirectUri: 'https://app.example/cb',
        scopes: SCOPES,
        state: 'ü'.repeat(16),
        codeChallenge: 'challenge',
        browserHash: newId(),
        sessionId: null,
        createdAt: NOW,
        expiresAt: LATER,
      };
      await storage.oauth.createRequest(request);
      return request;
    };
    const newCode = async (userId: string, more: Partial<AuthorizationCodeRecord> = {}) => {
      const code: AuthorizationCodeRecord = {
        hash: newId(),
        clientId: client.id,
        userId,
        redirectUri: 'https://app.example/cb',
        codeChallenge: 'challenge',
        scopes: SCOPES,
        replacedGrantId: null,
        createdAt: NOW,
        expiresAt: LATER,
        ...more,
      };
      const request = await newRequest();
      const use = { userId, secretHash: (await startStoredSession(storage, userId, NOW)).hash, now: NOW };
      assert.equal(await storage.oauth.decideRequest(request.hash, { ...use, code }, audit()), true);
      return code;
    };
    /** Issues tokens for an unused code, and revokes the grant of a used one. */
    const judgeCode =
      (more: Partial<GrantRecord> = {}, access = accessToken(), refreshHash: string | null = newId()) =>
      ({ code, grantId }: CodeState): CodeVerdict<string> => {
        if (grantId !== null) return { kind: 'revoke', reason: 'reused', audit: audit(), at: LATER };
        const grant = {
          id: newId(),
          clientId: code.clientId,
          userId: code.userId,
          scopes: code.scopes,
          createdAt: NOW,
          expiresAt: DEADLINE,
          revokedAt: null,
          ...more,
        };
        return { kind: 'issue', grant, access, refreshHash, audit: audit() };
      };
    const judgeRefresh =
      (more: Partial<RefreshVerdict<string>> = {}) =>
      ({ usedAt }: RefreshState): RefreshVerdict<string> =>
        usedAt === null
          ? ({
              kind: 'rotate',
              scopes: SCOPES,
              expiresAt: DEADLINE,
              access: accessToken(),
              refreshHash: newId(),
              audit: audit(),
              ...more,
            } as RefreshVerdict<string>)
          : { kind: 'revoke', reason: 'reused', audit: audit(), at: LATER };

    /** A grant from the client's point of view: hashes of its tokens. */
    const connect = async (given: { userId?: string; createdAt?: string } = {}) => {
      const { userId = (await newUser()).id, createdAt = NOW } = given;
      const [access, refresh, id] = [accessToken(), newId(), newId()];
      const code = await newCode(userId);
      const verdict = await storage.oauth.exchangeCode(code.hash, judgeCode({ id, createdAt }, access, refresh), 20);
      assert.ok(typeof verdict === 'object' && verdict?.kind === 'issue');
      return { id, userId, code, access: access.hash, refresh };
    };
    const current = async (userId: string, now = NOW) =>
      (await storage.oauth.listGrants({ userId, now }, 100)).map(({ id }) => id);
    const kindOf = (verdict: { kind: string } | string | null) =>
      verdict === null ? 'unknown' : typeof verdict === 'string' ? verdict : verdict.kind;

    it('when a client is stored, then it is read back complete, and is disabled once', async () => {
      const made = await newClient();
      assert.deepEqual(await storage.oauth.findClient(made.id), made);
      assert.equal(await storage.oauth.findClient('unknown'), null);
      assert.equal(await storage.oauth.findClient('a\0b'), null, 'what is no id finds no client');
      assert.equal(await storage.oauth.disableClient(made.id), true);
      assert.equal(await storage.oauth.disableClient(made.id), false);
      const listed = await storage.oauth.listClients();
      assert.deepEqual(
        listed.find(({ id }) => id === made.id),
        { ...made, disabled: true },
      );
    });

    it('[States] when a request is stored, then it is read back complete until it expires; one of several concurrent sessions gets it', async () => {
      const request = await newRequest();
      assert.deepEqual(await storage.oauth.findRequest(request.hash, NOW), request);
      assert.equal(await storage.oauth.findRequest(request.hash, LATER), null);
      const sessions = Array.from({ length: RACERS }, newId);
      const bound = await Promise.all(sessions.map((id) => storage.oauth.bindRequest(request.hash, id, NOW)));
      assert.equal(bound.filter(Boolean).length, 1);
      const winner = sessions[bound.indexOf(true)]!;
      assert.equal((await storage.oauth.findRequest(request.hash, NOW))?.sessionId, winner);
      assert.equal(await storage.oauth.bindRequest(request.hash, winner, NOW), true, 'again for the same session');
      assert.equal(await storage.oauth.bindRequest(request.hash, winner, LATER), false, 'it is over');
    });

    it('[States] when decisions are concurrent, then one counts, and only its code is stored', async () => {
      const { id: userId } = await newUser();
      const request = await newRequest();
      const codes = Array.from({ length: RACERS }, () => ({
        ...request,
        userId,
        replacedGrantId: null,
        hash: newId(),
      }));
      const use = { userId, secretHash: (await startStoredSession(storage, userId, NOW)).hash, now: NOW };
      const decided = await Promise.all(
        codes.map((code) => storage.oauth.decideRequest(request.hash, { ...use, code }, audit())),
      );
      assert.equal(decided.filter(Boolean).length, 1);
      const exchanged = await Promise.all(codes.map(({ hash }) => storage.oauth.exchangeCode(hash, judgeCode(), 20)));
      assert.deepEqual(
        exchanged.map((verdict) => verdict !== null),
        decided,
      );
    });

    it('[States] when one code is exchanged concurrently, then one exchange gets a grant, which the others revoke', async () => {
      const { id: userId } = await newUser();
      const code = await newCode(userId);
      const accesses = Array.from({ length: RACERS }, () => accessToken());
      const verdicts = await Promise.all(
        accesses.map((access) => storage.oauth.exchangeCode(code.hash, judgeCode({}, access), 20)),
      );
      assert.equal(count(verdicts.map(kindOf), 'issue'), 1);
      assert.equal(count(verdicts.map(kindOf), 'revoke'), RACERS - 1);
      assert.deepEqual(await current(userId), []);
      const found = await Promise.all(accesses.map(({ hash }) => storage.oauth.findDelegatedAuthority(hash)));
      assert.deepEqual(
        found,
        accesses.map(() => null),
      );
    });

    it('[D41] when the decision is a refusal or throws, then nothing is changed', async () => {
      const { id: userId } = await newUser();
      const code = await newCode(userId);
      const refuse = () => ({ kind: 'refuse', reason: 'no', at: NOW }) as const;
      assert.equal(kindOf(await storage.oauth.exchangeCode(code.hash, refuse, 20)), 'refuse');
      const broken = () => {
        throw new Error('broken');
      };
      await assert.rejects(storage.oauth.exchangeCode(code.hash, broken, 20), /broken/);
      assert.equal(kindOf(await storage.oauth.exchangeCode(code.hash, judgeCode(), 20)), 'issue');
    });

    it('when an exchange fails halfway, then the code stays unused, and no grant is stored', async () => {
      const { userId, access } = await connect();
      const code = await newCode(userId);
      // The hash of the access token already exists, so that the last insertion fails.
      const clash = judgeCode({ id: 'half-made' }, accessToken({ hash: access }));
      await assert.rejects(storage.oauth.exchangeCode(code.hash, clash, 20));
      assert.ok(!(await current(userId)).includes('half-made'));
      assert.equal(kindOf(await storage.oauth.exchangeCode(code.hash, judgeCode(), 20)), 'issue');
    });

    it('[D38] when exchanges are concurrent, then the number of grants never exceeds the limit; the grant that a code names is replaced', async () => {
      const { id: userId } = await newUser();
      const first = await connect({ userId, createdAt: '2029-12-31T00:00:00.000Z' });
      const codes = await Promise.all(Array.from({ length: RACERS }, () => newCode(userId)));
      const verdicts = await Promise.all(codes.map(({ hash }) => storage.oauth.exchangeCode(hash, judgeCode(), 3)));
      assert.equal(count(verdicts.map(kindOf), 'issue'), 2);
      assert.equal(count(verdicts.map(kindOf), 'too_many'), RACERS - 2);
      assert.equal((await current(userId)).length, 3);
      const replacing = await newCode(userId, { replacedGrantId: first.id });
      const newest = judgeCode({ createdAt: '2030-01-01T00:00:01.000Z' });
      assert.equal(kindOf(await storage.oauth.exchangeCode(replacing.hash, newest, 3)), 'issue');
      const left = await current(userId);
      assert.equal(left.length, 3);
      assert.ok(!left.includes(first.id), 'it has ended');
      const late = await newCode(userId, { replacedGrantId: first.id });
      assert.equal(
        await storage.oauth.exchangeCode(late.hash, judgeCode(), 3),
        'too_many',
        'it makes no room any more',
      );
      assert.deepEqual(await current(userId), left, 'and no other ends for it');
    });

    it('[D41] when two refreshes use one token in parallel, then the grant ends', async () => {
      const { userId, refresh, access } = await connect();
      const verdicts = await Promise.all(
        Array.from({ length: 2 }, () => storage.oauth.refresh(refresh, judgeRefresh())),
      );
      assert.deepEqual(verdicts.map(kindOf).sort(), ['revoke', 'rotate']);
      assert.deepEqual(await current(userId), []);
      assert.equal(await storage.oauth.findDelegatedAuthority(access), null);
    });

    it('when a refresh fails halfway, then the token stays unused', async () => {
      const { refresh, access, userId, id } = await connect();
      const clash = judgeRefresh({ access: accessToken({ hash: access }), scopes: ['live.get'] });
      await assert.rejects(storage.oauth.refresh(refresh, clash));
      assert.equal(kindOf(await storage.oauth.refresh(refresh, judgeRefresh())), 'rotate');
      assert.deepEqual(await current(userId), [id]);
    });

    it('[D39] when a grant is narrowed, then its existing access tokens are narrowed, and expire with it', async () => {
      const { refresh, access, userId, id } = await connect();
      const found = await storage.oauth.findDelegatedAuthority(access);
      assert.deepEqual([found?.grantId, found?.userId, found?.scopes, found?.endsAt], [id, userId, SCOPES, LATER]);
      const expiresAt = '2030-01-01T00:30:00.000Z';
      await storage.oauth.refresh(refresh, judgeRefresh({ scopes: ['live.get'], expiresAt, refreshHash: null }));
      const narrowed = await storage.oauth.findDelegatedAuthority(access);
      assert.deepEqual([narrowed?.scopes, narrowed?.endsAt], [['live.get'], expiresAt]);
    });

    it('when a refresh and the end of its grant are concurrent, then the grant has ended', async () => {
      for (let round = 0; round < RACERS; round++) {
        const { refresh, userId, id } = await connect();
        const access = accessToken();
        const [, ended] = await Promise.all([
          storage.oauth.refresh(refresh, judgeRefresh({ access })),
          storage.oauth.endGrant({ id, userId, now: NOW }, audit()),
        ]);
        assert.equal(ended, true);
        assert.equal(await storage.oauth.findDelegatedAuthority(access.hash), null);
      }
    });

    it('[D40] when a refresh token is revoked, then its grant ends; an access token ends only itself, and another client’s token is unchanged', async () => {
      const { refresh, access, userId, id } = await connect();
      const seen: unknown[] = [];
      const revoke = (hash: string, clientId = client.id) =>
        storage.oauth.revokeToken({ hash, clientId, now: NOW }, (grant) => {
          seen.push([grant.id, grant.user.id, grant.user.disabled]);
          return audit();
        });
      assert.equal(await revoke(refresh, (await newClient()).id), 'nothing');
      assert.equal(await revoke(newId()), 'nothing');
      assert.equal(await revoke(access), 'token');
      assert.equal(await revoke(access), 'nothing', 'again');
      assert.equal(await storage.oauth.findDelegatedAuthority(access), null);
      assert.deepEqual(await current(userId), [id]);
      assert.equal(await revoke(refresh), 'grant');
      assert.equal(await revoke(refresh), 'nothing', 'again');
      assert.deepEqual(await current(userId), []);
      assert.deepEqual(seen, [
        [id, userId, false],
        [id, userId, false],
      ]);
    });

    it('[Authentication] when a client or user is disabled, or a grant has ended, then there is no authority', async () => {
      const { access, userId, id } = await connect();
      await storage.accounts.setUserDisabled(userId, true);
      assert.equal(await storage.oauth.findDelegatedAuthority(access), null);
      await storage.accounts.setUserDisabled(userId, false);
      assert.notEqual(await storage.oauth.findDelegatedAuthority(access), null);
      assert.equal(await storage.oauth.endGrant({ id, userId: newUuid(), now: NOW }, audit()), false, 'another’s');
      assert.equal(await storage.oauth.endGrant({ id, userId, now: NOW }, audit()), true);
      assert.equal(await storage.oauth.endGrant({ id, userId, now: NOW }, audit()), false);
      assert.equal(await storage.oauth.findDelegatedAuthority(access), null);

      const own = client;
      client = await newClient();
      const other = await connect();
      await storage.oauth.disableClient(client.id);
      assert.equal(await storage.oauth.findDelegatedAuthority(other.access), null);
      client = own;
    });

    it('[D38] when active grants are listed, then the newest is first, with their client and last use', async () => {
      const { id: userId } = await newUser();
      const old = await connect({ userId, createdAt: '2029-12-31T00:00:00.000Z' });
      const young = await connect({ userId });
      await storage.oauth.recordGrantUses(
        new Map([
          [old.id, LATER],
          ['unknown', LATER],
        ]),
      );
      const listed = await storage.oauth.listGrants({ userId, now: NOW }, 20);
      assert.deepEqual(
        listed.map(({ id, clientName, lastUsedAt }) => [id, clientName, lastUsedAt]),
        [
          [young.id, 'App', null],
          [old.id, 'App', LATER],
        ],
      );
      assert.deepEqual(await storage.oauth.listGrants({ userId, now: DEADLINE }, 20), [], 'all are over');
    });

    it('[States] when rows have expired, then they are deleted, but used codes and tokens stay as long as their grant', async () => {
      const { userId, code, refresh, access } = await connect();
      assert.equal(kindOf(await storage.oauth.refresh(refresh, judgeRefresh())), 'rotate');
      const unspent = await newCode(userId);
      const request = await newRequest();
      while ((await storage.oauth.deleteExpired(LATER, 1)) > 0);
      assert.equal(await storage.oauth.findRequest(request.hash, NOW), null);
      assert.equal(await storage.oauth.exchangeCode(unspent.hash, judgeCode(), 20), null, 'as if it had never been');
      assert.equal(await storage.oauth.findDelegatedAuthority(access), null);
      assert.equal(kindOf(await storage.oauth.refresh(refresh, judgeRefresh())), 'revoke');
      assert.equal(kindOf(await storage.oauth.exchangeCode(code.hash, judgeCode(), 20)), 'revoke');
      while ((await storage.oauth.deleteExpired(DEADLINE, 100)) > 0);
      assert.equal(await storage.oauth.exchangeCode(code.hash, judgeCode(), 20), null);
      assert.equal(await storage.oauth.refresh(refresh, judgeRefresh()), null);
    });

    it('[D52] when a grant is swept, then the idempotency records of its requests are deleted too, and no others', async () => {
      const [swept, kept] = [await connect(), newId()];
      for (const id of [swept.id, kept]) {
        await place.sql(
          `INSERT INTO receipts (credential_id, key, hash, at, body) VALUES ('${id}', 'key', 'hash', '${NOW}', '{}')`,
        );
      }
      const held = async () =>
        (await place.sql('SELECT credential_id FROM receipts')).map((row) => Object.values(row as object)[0]).sort();
      while ((await storage.oauth.deleteExpired(LATER, 100)) > 0);
      assert.deepEqual(await held(), [swept.id, kept].sort());
      while ((await storage.oauth.deleteExpired(DEADLINE, 100)) > 0);
      assert.deepEqual(await held(), [kept]);
    });
  });
}
