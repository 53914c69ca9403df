import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertProblem } from '../../support/requests/api.ts';
import { createFixture, FIXTURE_SLUG, importFixtureEdition } from '../../support/requests/documented-operations.ts';
import { createLiveController, type LiveController } from '../../support/requests/live-controller.ts';
import {
  beginPoll,
  type PendingPoll,
  poll,
  readSnapshot,
  requireEvent,
  waitUntilParked,
} from '../../support/requests/poll.ts';
import { fillWatches, requireFreed, WATCHES_PER_LIVE } from '../../support/requests/watches.ts';
import { ENGINES, type TestOwner } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

for (const engine of ENGINES) {
  describe(`[D25] watches on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine, settings: { LECTERN_LIVES_PER_OWNER: '1000' } });
    let organization: TestOwner;
    let account: TestOwner;

    before(async () => {
      await importFixtureEdition(lectern);
      organization = (await createFixture(lectern, 'organization')).client.owner;
      account = (await createFixture(lectern, 'account')).client.owner;
    });

    const open = (owner = organization) => createLiveController(lectern, owner, { translations: [FIXTURE_SLUG] });
    const fill = (controller: LiveController, cursor: string, token?: string) =>
      fillWatches([lectern], controller, cursor, token);
    const abandon = (polls: readonly PendingPoll[]) => {
      for (const { abandon } of polls) abandon();
    };

    for (const kind of ['organization', 'account'] as const) {
      it(`when 60 polls on a Live of an ${kind} come at once, then 50 wait and 10 get 409`, async () => {
        const controller = await open(kind === 'account' ? account : organization);
        const { cursor } = await readSnapshot(lectern, controller);
        const watches = await fill(controller, cursor);
        await waitUntilParked(...watches);
        assertProblem(await poll(lectern, controller, { after: cursor, wait: 1 }), 409, 'watch_limit_reached');
        await controller.play({ paused: true });
        for (const { response } of watches) requireEvent(await response, controller, 'live.changed');
      });
    }

    it('when a poll does not wait, then it takes no watch: a first poll, one whose state differs, wait=0, and refusals', async () => {
      const controller = await open();
      const old = (await readSnapshot(lectern, controller)).cursor;
      await controller.play({ paused: false });
      const { cursor } = await readSnapshot(lectern, controller);
      const watches = await fill(controller, cursor);
      for (let round = 0; round < 3; round++) {
        await readSnapshot(lectern, controller);
        requireEvent(await poll(lectern, controller, { after: old }), controller, 'live.changed');
        requireEvent(await poll(lectern, controller, { after: cursor, wait: 0 }), controller, 'stream.heartbeat');
      }
      assert.ok(watches.every(({ ended }) => !ended));
      abandon(watches);

      // Many of them at once leave all the room to those that wait.
      const none = Array.from({ length: 60 }, (_, index) =>
        beginPoll(lectern, controller, [{}, { after: old }, { after: cursor, wait: 0 }, { after: 'x' }][index % 4]!),
      );
      for (const { response } of none) assert.ok([200, 422].includes((await response).status));
      abandon(await requireFreed([lectern], controller, cursor));
    });

    it('when one Live reaches the limit, then another Live of the same owner still has its own', async () => {
      const [controller, other] = [await open(), await open()];
      const [{ cursor }, next] = [await readSnapshot(lectern, controller), await readSnapshot(lectern, other)];
      const watches = [...(await fill(controller, cursor)), ...(await fill(other, next.cursor))];
      assert.equal(watches.length, 2 * WATCHES_PER_LIVE);
      await waitUntilParked(...watches);
      abandon(watches);
    });

    it('when another credential polls a Live at its limit, then it is refused: the limit is of the Live, not of the credential', async () => {
      const controller = await open();
      const { cursor } = await readSnapshot(lectern, controller);
      const watches = await fill(controller, cursor);
      const { token } = await lectern.installation.administration.createToken({
        subject: { organization: organization.id },
      });
      assertProblem(await poll(lectern, controller, { after: cursor, token }), 409, 'watch_limit_reached');
      abandon(watches);
    });

    it('when a watch is ended by a change, then it is free', async () => {
      const controller = await open();
      let { cursor } = await readSnapshot(lectern, controller);
      for (let round = 0; round < 3; round++) {
        const watches = await requireFreed([lectern], controller, cursor);
        await controller.play({ paused: round % 2 === 0 });
        for (const { response } of watches) ({ cursor } = requireEvent(await response, controller, 'live.changed'));
      }
    });

    it('when a watch is ended by a heartbeat, then it is free', async () => {
      const controller = await open();
      const { cursor } = await readSnapshot(lectern, controller);
      const brief = Array.from({ length: WATCHES_PER_LIVE }, () =>
        poll(lectern, controller, { after: cursor, wait: 1 }),
      );
      for (const response of brief) requireEvent(await response, controller, 'stream.heartbeat');
      abandon(await requireFreed([lectern], controller, cursor));
    });

    it('when clients go away, one or all of them, then their watches are free', async () => {
      const controller = await open();
      const { cursor } = await readSnapshot(lectern, controller);
      const [first, ...others] = await fill(controller, cursor);
      first!.abandon();
      const [successor] = await requireFreed([lectern], controller, cursor, 1);
      assertProblem(await poll(lectern, controller, { after: cursor, wait: 1 }), 409, 'watch_limit_reached');
      abandon([...others, successor!]);
      const watches = await requireFreed([lectern], controller, cursor);
      await controller.play({ paused: true });
      for (const { response } of watches) requireEvent(await response, controller, 'live.changed');
    });

    it('when a client goes away at any moment, then it leaves nothing behind', async () => {
      const controller = await open();
      const { cursor } = await readSnapshot(lectern, controller);
      for (let round = 0; round < 80; round++) {
        const brief = beginPoll(lectern, controller, { after: cursor });
        if (round % 4 > 0) await new Promise((resolve) => setTimeout(resolve, round % 12));
        brief.abandon();
        await brief.response.catch(() => {});
      }
      abandon(await requireFreed([lectern], controller, cursor));
    });

    it('when a watch ends with an error, then it is free', async () => {
      const controller = await open();
      const { cursor } = await readSnapshot(lectern, controller);
      const { administration } = lectern.installation;
      const { id, token } = await administration.createToken({ subject: { organization: organization.id } });
      const watches = await fill(controller, cursor, token);
      await administration.revokeToken(id);
      for (const { response } of watches) assertProblem(await response, 401, 'invalid_token');
      abandon(await requireFreed([lectern], controller, cursor));
    });
  });
}
