import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toAuditRecord } from '../../src/domain/audit/audit.ts';
import { newId, newUuid } from '../../src/domain/identifiers.ts';
import type { CodeVerdict, CredentialRecord, SignInProof } from '../../src/storage/storage.ts';
import { TEST_ACTOR } from '../support/requests/live-state.ts';
import { ENGINES } from '../support/server/lectern.ts';
import { useStorage } from './place.ts';

const NOW = '2030-01-01T00:00:00.000Z';
const LATER = '2030-01-01T01:00:00.000Z';
const PASSWORD_HASH = 'hash of the password';
const audit = () => toAuditRecord(TEST_ACTOR, { owner: null });

for (const engine of ENGINES) {
  describe(`[D35] sessions in the storage (${engine})`, () => {
    const { storage } = useStorage(engine);

    const createUser = async () => {
      const id = newUuid();
      const user = { id, accountId: newUuid(), email: `${newId()}@example.org`, name: 'Ada' };
      await storage.accounts.createUser({ ...user, passwordHash: PASSWORD_HASH });
      return user;
    };
    type User = Awaited<ReturnType<typeof createUser>>;
    const start = async ({ id: userId }: User, proof: SignInProof = { passwordHash: PASSWORD_HASH }) => {
      const times = { createdAt: NOW, lastUsedAt: NOW, expiresAt: LATER };
      const session = { id: newId(), hash: newId(), userId, device: 'Test', ...times };
      const user = await storage.sessions.start(session, proof, { replaced: null, max: 50, rank: () => 0 }, audit());
      return { ...session, user };
    };
    const createLink = async ({ id: userId }: User, purpose: 'sign_in' | 'reset' = 'sign_in') => {
      const offered = { email: null, organizationId: null, role: null, invitedBy: null };
      const link = { hash: newId(), id: newId(), purpose, userId, ...offered, createdAt: NOW, expiresAt: LATER };
      return { hash: link.hash, created: await storage.links.create(link) };
    };
    const audits = async () => (await storage.audit.list(null, { limit: 1_000, before: null, since: null })).length;
    const requireRefused = async (user: User, proof: SignInProof) => {
      const [records, sessions] = [await audits(), await storage.sessions.list(user.id, NOW)];
      const { user: entered, hash } = await start(user, proof);
      assert.equal(entered, null);
      assert.equal(await storage.sessions.find(hash, NOW), null);
      assert.deepEqual(await storage.sessions.list(user.id, NOW), sessions, 'nothing is done');
      assert.equal(await audits(), records);
    };

    test('when the current password is given, then a session starts and the result has the current user', async () => {
      const user = await createUser();
      const { user: entered, hash } = await start(user);
      assert.deepEqual(entered, { ...user, passwordHash: PASSWORD_HASH, disabled: false });
      assert.equal((await storage.sessions.find(hash, NOW))?.secretHash, hash);
      await requireRefused(user, { passwordHash: 'hash of another password' });
    });

    test('when the password was changed after it was checked, then no session starts', async () => {
      const user = await createUser();
      const { hash, id } = await start(user);
      const kept = { from: hash, to: newId() };
      const change = { userId: user.id, from: PASSWORD_HASH, to: 'hash of the next', kept };
      assert.equal(await storage.people.changePassword(change, audit()), 'changed');
      await requireRefused(user, { passwordHash: PASSWORD_HASH });
      assert.equal((await storage.sessions.find(kept.to, NOW))?.session.id, id, 'the one that changed it goes on');
      assert.equal(await storage.sessions.find(kept.from, NOW), null);
    });

    test('when a user is disabled in the meantime, then no session starts, whichever way the user signed in', async () => {
      const user = await createUser();
      const link = await createLink(user);
      await storage.accounts.setUserDisabled(user.id, true);
      for (const proof of [{ passwordHash: PASSWORD_HASH }, { linkHash: link.hash }]) await requireRefused(user, proof);
      assert.equal((await createLink(user, 'reset')).created, false, 'nor is there a link for later');
      await storage.accounts.setUserDisabled(user.id, false);
      await requireRefused(user, { linkHash: link.hash });
    });

    test('when a sign-in link is used, even several times at once, then it starts one session; once it has ended, it starts none', async () => {
      const [user, other] = [await createUser(), await createUser()];
      const link = await createLink(user);
      await requireRefused(other, { linkHash: (await createLink(user)).hash });
      const started = await Promise.all(Array.from({ length: 8 }, () => start(user, { linkHash: link.hash })));
      assert.equal(started.filter((one) => one.user !== null).length, 1);
      const reset = await createLink(user, 'reset');
      await requireRefused(user, { linkHash: reset.hash });
      const ended = await createLink(user);
      const password = { userId: user.id, hash: 'hash of the next' };
      assert.ok(await storage.links.reset({ hash: reset.hash, now: NOW }, password, audit()));
      await requireRefused(user, { linkHash: ended.hash });
    });

    test('when a session has ended or got another secret in the meantime, then it cannot change the password', async () => {
      const user = await createUser();
      const [ended, copied] = [await start(user), await start(user)];
      await storage.sessions.end(ended, audit());
      const change = (from: string) => ({
        userId: user.id,
        from: PASSWORD_HASH,
        to: 'hash of the next',
        kept: { from, to: newId() },
      });
      const records = await audits();
      assert.equal(await storage.people.changePassword(change(ended.hash), audit()), 'session_over');
      assert.equal(await audits(), records);
      const first = change(copied.hash);
      assert.equal(await storage.people.changePassword({ ...first, to: PASSWORD_HASH }, audit()), 'changed');
      assert.equal(await storage.people.changePassword(change(copied.hash), audit()), 'session_over');
      assert.equal((await storage.people.findSignInUser({ id: user.id }))?.passwordHash, PASSWORD_HASH);
      assert.ok(await storage.sessions.find(first.kept.to, NOW));
    });

    test('when a reset, a password change and disabling of the user are concurrent, then all complete and no session remains', async () => {
      for (let round = 0; round < 5; round++) {
        const user = await createUser();
        const { hash } = await start(user);
        const [reset, signIn] = [await createLink(user, 'reset'), await createLink(user)];
        const password = { userId: user.id, hash: 'hash of the next' };
        const kept = { from: hash, to: newId() };
        await Promise.all([
          storage.links.reset({ hash: reset.hash, now: NOW }, password, audit()),
          storage.people.changePassword({ userId: user.id, from: PASSWORD_HASH, to: 'third', kept }, audit()),
          start(user, { linkHash: signIn.hash }),
          storage.accounts.setUserDisabled(user.id, true),
        ]);
        assert.deepEqual(await storage.sessions.list(user.id, NOW), []);
      }
    });

    test('when many changes to one user and by its sessions are concurrent, then all complete without a deadlock', async () => {
      const client = { id: newId(), name: 'App', redirectUris: [], scopes: [], disabled: false, createdAt: NOW };
      await storage.oauth.createClient(client);
      const beginTerminal = async () => {
        const login = { deviceHash: newId(), userCodeHash: newId() };
        const request = {
          name: 'Terminal',
          scopes: [],
          expiresInDays: 7,
          organizationId: null,
          createdAt: NOW,
          expiresAt: LATER,
        };
        await storage.terminalLogins.create({ ...login, ...request });
        return login;
      };
      const beginApp = async (userId: string) => {
        const common = { clientId: client.id, redirectUri: '', scopes: [], codeChallenge: '', createdAt: NOW };
        const request = { ...common, hash: newId(), state: '', browserHash: '', sessionId: null, expiresAt: LATER };
        await storage.oauth.createRequest(request);
        return { request, code: { ...common, hash: newId(), userId, replacedGrantId: null, expiresAt: LATER } };
      };
      for (let round = 0; round < 6; round++) {
        const user = await createUser();
        const userId = user.id;
        const [changing, ending, allowing] = [await start(user), await start(user), await start(user)];
        const use = { userId, secretHash: allowing.hash, now: NOW };
        const [collected, decided] = [await beginTerminal(), await beginTerminal()];
        const [used, allowed] = [await beginApp(userId), await beginApp(userId)];
        await storage.terminalLogins.decide(collected.userCodeHash, { ...use, state: 'approved' }, audit());
        await storage.oauth.decideRequest(used.request.hash, { ...use, code: used.code }, audit());
        const [reset, signIn] = [await createLink(user, 'reset'), await createLink(user)];
        const passkey = {
          id: newId(),
          userId,
          name: 'Phone',
          publicKey: '',
          counter: 0,
          transports: [],
          createdAt: NOW,
        };
        const credential: CredentialRecord & { userId: string } = {
          id: newId(),
          hash: newId(),
          name: 'Terminal',
          scopes: [],
          organizationId: null,
          userId,
          createdAt: NOW,
          expiresAt: LATER,
          revokedAt: null,
          kind: 'personal',
        };
        const grant = { id: newId(), clientId: client.id, userId, scopes: [], createdAt: NOW, expiresAt: LATER };
        const issue: CodeVerdict<never> = {
          kind: 'issue',
          grant: { ...grant, revokedAt: null },
          access: { hash: newId(), scopes: [], createdAt: NOW, expiresAt: LATER },
          refreshHash: null,
          audit: audit(),
        };
        const kept = { from: changing.hash, to: newId() };
        const works: (() => Promise<unknown>)[] = [
          () => storage.terminalLogins.decide(decided.userCodeHash, { ...use, state: 'approved' }, audit()),
          () => storage.oauth.decideRequest(allowed.request.hash, { ...use, code: allowed.code }, audit()),
          () => storage.passkeys.add({ ...passkey, lastUsedAt: null }, { ...use, quota: 9 }, audit()),
          () =>
            storage.terminalLogins.collect(collected.deviceHash, credential, {
              quota: 9,
              memberQuota: 9,
              audit: audit(),
            }),
          () => storage.oauth.exchangeCode(used.code.hash, () => issue, 9),
          () => storage.sessions.end(ending, audit()),
          () => storage.sessions.end(allowing, audit()),
          () => storage.sessions.endAll(userId, changing.id, audit()),
          () => storage.sessions.recordUse(allowing.id, { lastUsedAt: LATER, expiresAt: LATER }),
          () => storage.people.changePassword({ userId, from: PASSWORD_HASH, to: 'third', kept }, audit()),
          () => storage.links.reset({ hash: reset.hash, now: NOW }, { userId, hash: 'hash of the next' }, audit()),
          () => start(user, { linkHash: signIn.hash }),
          () => storage.accounts.setUserDisabled(userId, true),
        ];
        // Uses another order in each round.
        for (let i = 0; i < round * 5; i++) works.unshift(works.pop()!);
        await Promise.all(works.map((work) => work()));
        assert.deepEqual(await storage.sessions.list(userId, NOW), []);
        await storage.accounts.setUserDisabled(userId, false);
        const late = await storage.terminalLogins.find(decided.deviceHash, NOW);
        assert.ok(late === null || late.state === 'pending', 'nothing approved is left');
        assert.equal(await storage.oauth.exchangeCode(allowed.code.hash, () => issue, 9), null, 'nor an unspent code');
      }
    });
  });
}
