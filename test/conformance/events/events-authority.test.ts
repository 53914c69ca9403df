import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
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
import { PAGE_ENGINES, startTestLectern, type TestOwner } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const OWNERS = ['organization', 'account'] as const;
/** Well before the deadline of a poll that waits 25 seconds, and well after the 5 seconds of idle checks. */
const BEFORE_DEADLINE_MS = 20_000;
/** Authority that expires while its poll waits, even on a slow machine. */
const EXPIRY_MS = 2_000;

for (const engine of PAGE_ENGINES) {
  // Side by side: most of the time passes between two idle checks.
  describe(`authority of waiting polls on ${engine}`, { concurrency: true }, () => {
    const { lectern } = useInProcessServer({ engine, settings: { LECTERN_LIVES_PER_OWNER: '1000' } });
    const owners = {} as Record<(typeof OWNERS)[number], TestOwner>;

    before(async () => {
      await importFixtureEdition(lectern);
      for (const kind of OWNERS) owners[kind] = (await createFixture(lectern, kind)).client.owner;
    });

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
    const requireEnded = (response: ApiResponse) => {
      assertProblem(response, 401, 'invalid_token');
      assert.equal(response.headers.get('www-authenticate'), 'Bearer error="invalid_token"');
      assert.equal(response.body.data, undefined);
    };

    for (const kind of OWNERS) {
      it(`[Events 7], [Events 9] when a credential of an ${kind} is revoked, then its idle polls, and no other, end with 401 before their deadline`, async () => {
        const controller = await open(kind);
        const { cursor } = await readSnapshot(lectern, controller);
        const [revoked, kept] = [await issue(controller.owner), await issue(controller.owner)];
        const ending = [1, 2, 3].map(() => beginPoll(lectern, controller, { after: cursor, token: revoked.token }));
        const staying = beginPoll(lectern, controller, { after: cursor, token: kept.token });
        await waitUntilParked(...ending, staying);
        const begun = performance.now();
        await lectern.installation.administration.revokeToken(revoked.id);
        for (const { response } of ending) requireEnded(await response);
        assert.ok(performance.now() - begun < BEFORE_DEADLINE_MS);
        await waitUntilParked(staying);
        await controller.play({ paused: true });
        requireEvent(await staying.response, controller, 'live.changed');
        requireEnded(await poll(lectern, controller, { after: cursor, token: revoked.token }));
      });

      it(`[Events 7] when a credential of an ${kind} is revoked, then it does not get a later change, however fast the change comes`, async () => {
        const controller = await open(kind);
        for (let round = 0; round < 8; round++) {
          const { id, token } = await issue(controller.owner);
          const { cursor } = await readSnapshot(lectern, controller);
          const ending = [1, 2, 3].map(() => beginPoll(lectern, controller, { after: cursor, token }));
          await waitUntilParked(...ending);
          await lectern.installation.administration.revokeToken(id);
          await controller.push({ book_id: 43 });
          for (const { response } of ending) requireEnded(await response);
        }
      });

      it(`[Events 7] when a credential of an ${kind} expires, then its idle polls end with 401 before their deadline`, async () => {
        const controller = await open(kind);
        const { cursor } = await readSnapshot(lectern, controller);
        const expires = Date.now() + EXPIRY_MS;
        const token = await issueUntil(controller.owner, expires);
        const begun = performance.now();
        const waiting = beginPoll(lectern, controller, { after: cursor, token });
        requireEnded(await waiting.response);
        assert.ok(Date.now() >= expires);
        assert.ok(performance.now() - begun < BEFORE_DEADLINE_MS);
      });

      it(`[Events 7] when a credential of an ${kind} has expired, then it gets 401 at the deadline too, and no heartbeat`, async () => {
        const controller = await open(kind);
        const { cursor } = await readSnapshot(lectern, controller);
        const token = await issueUntil(controller.owner, Date.now() + EXPIRY_MS);
        requireEnded(await poll(lectern, controller, { after: cursor, wait: EXPIRY_MS / 1_000 + 1, token }));
      });

      it(`[Events 7] when a credential of an ${kind} has expired, then it does not get a later change`, async () => {
        const controller = await open(kind);
        const { cursor } = await readSnapshot(lectern, controller);
        const expires = Date.now() + EXPIRY_MS;
        const token = await issueUntil(controller.owner, expires);
        const waiting = beginPoll(lectern, controller, { after: cursor, token });
        await sleep(expires - Date.now() + 5);
        await controller.push({ book_id: 43 });
        requireEnded(await waiting.response);
      });

      it(`[Events 9], [D12] when a Live of an ${kind} is deleted, then all its polls end with 404`, async () => {
        const controller = await open(kind);
        const { cursor } = await readSnapshot(lectern, controller);
        const waiting = Array.from({ length: 10 }, () => beginPoll(lectern, controller, { after: cursor }));
        await waitUntilParked(...waiting);
        const begun = performance.now();
        assert.equal((await controller.send('DELETE', '')).status, 204);
        for (const { response } of waiting) assertProblem(await response, 404, 'not_found');
        assert.ok(performance.now() - begun < BEFORE_DEADLINE_MS);
        for (const after of [undefined, cursor]) {
          assertProblem(await poll(lectern, controller, { after }), 404, 'not_found');
        }
      });

      it(`[D4], [Events 9] when a credential of an ${kind} is revoked before the Live is deleted, then it gets 401, not 404`, async () => {
        const controller = await open(kind);
        const { cursor } = await readSnapshot(lectern, controller);
        const { id, token } = await issue(controller.owner);
        const waiting = beginPoll(lectern, controller, { after: cursor, token });
        await waitUntilParked(waiting);
        await lectern.installation.administration.revokeToken(id);
        assert.equal((await controller.send('DELETE', '')).status, 204);
        requireEnded(await waiting.response);
      });
    }

    it('[Events 6], [Limits] when a poll watches, then it takes no seat of the audience, and the audience takes no watch', async () => {
      await using small = await startTestLectern(engine, { LECTERN_SEATS: '1' });
      await importFixtureEdition(small);
      const { owner } = (await createFixture(small, 'account')).client;
      const controller = await createLiveController(small, owner);
      const { cursor } = await readSnapshot(small, controller);
      const waiting = [1, 2, 3].map(() => beginPoll(small, controller, { after: cursor }));
      await waitUntilParked(...waiting);
      const viewer = await openStream(small.url, controller.id);
      await viewer.takeState();
      await assert.rejects(openStream(small.url, controller.id), 'the one seat is taken');
      await readSnapshot(small, controller);
      await controller.play({ paused: true });
      for (const { response } of waiting) requireEvent(await response, controller, 'live.changed');
      viewer.close();
    });
  });
}
