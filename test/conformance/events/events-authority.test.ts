import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  hashCredentialSecret,
  newCredentialSecret,
} from '../../../src/domain/account/credentials/credential-secret.ts';
import { newId } from '../../../src/domain/identifiers.ts';
import { type ApiResponse, assertProblem } from '../../support/requests/api.ts';
import { createFixture, FIXTURE_SLUG, importFixtureEdition } from '../../support/requests/documented-operations.ts';
import { createLiveController } from '../../support/requests/live-controller.ts';
import { beginPoll, poll, readSnapshot, requireEvent, waitUntilParked } from '../../support/requests/poll.ts';
import { openStream } from '../../support/requests/stream.ts';
import { PAGE_ENGINES, startTestLectern, type TestLectern, type TestOwner } from '../../support/server/lectern.ts';

const OWNERS = ['organization', 'account'] as const;
/** Well before the deadline of a poll that waits 25 seconds, and well after the 5 seconds of idle checks. */
const BEFORE_DEADLINE_MS = 20_000;
/** Authority that expires while its poll waits, even on a slow machine. */
const EXPIRY_MS = 2_000;

for (const engine of PAGE_ENGINES) {
  // Side by side: most of the time passes between two idle checks.
  describe(`authority of waiting polls on ${engine}`, { concurrency: true }, () => {
    let lectern: TestLectern;
    const owners = {} as Record<(typeof OWNERS)[number], TestOwner>;

    before(async () => {
      lectern = await startTestLectern(engine, { LECTERN_LIVES_PER_OWNER: '1000' });
      await importFixtureEdition(lectern);
      for (const kind of OWNERS) owners[kind] = (await createFixture(lectern, kind)).client.owner;
    });
    after(() => lectern.close());

    const open = (kind: (typeof OWNERS)[number]) =>
      createLiveController(lectern, owners[kind], { translations: [FIXTURE_SLUG] });
    const subjectOf = (owner: TestOwner) =>
      owner.kind === 'organization' ? { organization: owner.id } : { user: (owner as { email?: string }).email! };
    const issue = (owner: TestOwner) =>
      lectern.installation.administration.createToken({ subject: subjectOf(owner), scopes: ['live.get'] });
    /** A credential that ends at a moment of the test's choice, which no rule of issuing allows. */
    const issueUntil = async (owner: TestOwner, expires: number): Promise<string> => {
      const { storage } = lectern.installation;
      const service = owner.kind === 'organization';
      const secret = newCredentialSecret(service ? 'service' : 'personal');
      const user = service ? null : await storage.accounts.findUserByEmail((owner as { email?: string }).email!);
      await storage.credentials.create({
        id: newId(),
        kind: service ? 'service' : 'personal',
        hash: hashCredentialSecret(secret),
        name: 'Brief',
        organizationId: service ? owner.id : null,
        userId: user?.id ?? null,
        scopes: ['live.get'],
        createdAt: new Date().toISOString(),
        expiresAt: new Date(expires).toISOString(),
        revokedAt: null,
      });
      return secret;
    };
    const requireEnded = (answer: ApiResponse) => {
      assertProblem(answer, 401, 'invalid_token');
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer error="invalid_token"');
      assert.equal(answer.body.data, undefined);
    };

    for (const kind of OWNERS) {
      it(`[Events 7], [Events 9] when a credential of an ${kind} is revoked, then its idle polls, and no other, end with 401 before their deadline`, async () => {
        const desk = await open(kind);
        const { cursor } = await readSnapshot(lectern, desk);
        const [revoked, kept] = [await issue(desk.owner), await issue(desk.owner)];
        const ending = [1, 2, 3].map(() => beginPoll(lectern, desk, { after: cursor, token: revoked.token }));
        const staying = beginPoll(lectern, desk, { after: cursor, token: kept.token });
        await waitUntilParked(...ending, staying);
        const begun = performance.now();
        await lectern.installation.administration.revokeToken(revoked.id);
        for (const { answer } of ending) requireEnded(await answer);
        assert.ok(performance.now() - begun < BEFORE_DEADLINE_MS);
        await waitUntilParked(staying);
        await desk.play({ paused: true });
        requireEvent(await staying.answer, desk, 'live.changed');
        requireEnded(await poll(lectern, desk, { after: cursor, token: revoked.token }));
      });

      it(`[Events 7] when a credential of an ${kind} is revoked, then it does not get a later change, however fast the change comes`, async () => {
        const desk = await open(kind);
        for (let round = 0; round < 8; round++) {
          const { id, token } = await issue(desk.owner);
          const { cursor } = await readSnapshot(lectern, desk);
          const ending = [1, 2, 3].map(() => beginPoll(lectern, desk, { after: cursor, token }));
          await waitUntilParked(...ending);
          await lectern.installation.administration.revokeToken(id);
          await desk.push({ book_id: 43 });
          for (const { answer } of ending) requireEnded(await answer);
        }
      });

      it(`[Events 7] when a credential of an ${kind} expires, then its idle polls end with 401 before their deadline`, async () => {
        const desk = await open(kind);
        const { cursor } = await readSnapshot(lectern, desk);
        const expires = Date.now() + EXPIRY_MS;
        const token = await issueUntil(desk.owner, expires);
        const begun = performance.now();
        const waiting = beginPoll(lectern, desk, { after: cursor, token });
        requireEnded(await waiting.answer);
        assert.ok(Date.now() >= expires);
        assert.ok(performance.now() - begun < BEFORE_DEADLINE_MS);
      });

      it(`[Events 7] when a credential of an ${kind} has expired, then it gets 401 at the deadline too, and no heartbeat`, async () => {
        const desk = await open(kind);
        const { cursor } = await readSnapshot(lectern, desk);
        const token = await issueUntil(desk.owner, Date.now() + EXPIRY_MS);
        requireEnded(await poll(lectern, desk, { after: cursor, wait: EXPIRY_MS / 1_000 + 1, token }));
      });

      it(`[Events 7] when a credential of an ${kind} has expired, then it does not get a later change`, async () => {
        const desk = await open(kind);
        const { cursor } = await readSnapshot(lectern, desk);
        const expires = Date.now() + EXPIRY_MS;
        const token = await issueUntil(desk.owner, expires);
        const waiting = beginPoll(lectern, desk, { after: cursor, token });
        await sleep(expires - Date.now() + 5);
        await desk.push({ book_id: 43 });
        requireEnded(await waiting.answer);
      });

      it(`[Events 9], [D12] when a Live of an ${kind} is deleted, then all its polls end with 404`, async () => {
        const desk = await open(kind);
        const { cursor } = await readSnapshot(lectern, desk);
        const waiting = Array.from({ length: 10 }, () => beginPoll(lectern, desk, { after: cursor }));
        await waitUntilParked(...waiting);
        const begun = performance.now();
        assert.equal((await desk.send('DELETE', '')).status, 204);
        for (const { answer } of waiting) assertProblem(await answer, 404, 'not_found');
        assert.ok(performance.now() - begun < BEFORE_DEADLINE_MS);
        for (const after of [undefined, cursor]) {
          assertProblem(await poll(lectern, desk, { after }), 404, 'not_found');
        }
      });

      it(`[D4], [Events 9] when a credential of an ${kind} is revoked before the Live is deleted, then it gets 401, not 404`, async () => {
        const desk = await open(kind);
        const { cursor } = await readSnapshot(lectern, desk);
        const { id, token } = await issue(desk.owner);
        const waiting = beginPoll(lectern, desk, { after: cursor, token });
        await waitUntilParked(waiting);
        await lectern.installation.administration.revokeToken(id);
        assert.equal((await desk.send('DELETE', '')).status, 204);
        requireEnded(await waiting.answer);
      });
    }

    it('[Events 6], [Limits] when a poll watches, then it takes no seat of the audience, and the audience takes no watch', async () => {
      const small = await startTestLectern(engine, { LECTERN_SEATS: '1' });
      try {
        await importFixtureEdition(small);
        const { owner } = (await createFixture(small, 'account')).client;
        const desk = await createLiveController(small, owner);
        const { cursor } = await readSnapshot(small, desk);
        const waiting = [1, 2, 3].map(() => beginPoll(small, desk, { after: cursor }));
        await waitUntilParked(...waiting);
        const viewer = await openStream(small.url, desk.id);
        await viewer.takeState();
        await assert.rejects(openStream(small.url, desk.id), 'the one seat is taken');
        await readSnapshot(small, desk);
        await desk.play({ paused: true });
        for (const { answer } of waiting) requireEvent(await answer, desk, 'live.changed');
        viewer.close();
      } finally {
        await small.close();
      }
    });
  });
}
