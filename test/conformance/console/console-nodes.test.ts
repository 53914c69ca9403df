import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startConsole } from '../../support/browser/console.ts';
import { api, assertProblem } from '../../support/requests/api.ts';
import { createLiveController } from '../../support/requests/live-controller.ts';
import { createMember } from '../../support/requests/members.ts';
import { beginPoll, readSnapshot, waitUntilParked } from '../../support/requests/poll.ts';
import { createTestOrganization, type TestLectern } from '../../support/server/lectern.ts';
import { useNodes } from '../../support/server/suite-server.ts';

/** Sooner than the look at authority that comes every five seconds. */
const AT_ONCE_MS = 4_000;

describe('[D63] consoles on two nodes over one PostgreSQL database', () => {
  const cluster = useNodes(2);

  it('when the person signs out at one node, then the credential and a poll that waits end at once at the other', async () => {
    const [here, there] = cluster.nodes as [TestLectern, TestLectern];
    const organization = await createTestOrganization(here);
    const { browser } = await createMember(here, organization, 'operator');
    const { owner } = await startConsole(here, browser, organization);
    const { id, path } = await createLiveController(here, organization);
    const watched = { id, path, owner };
    const { cursor } = await readSnapshot(there, watched);
    const poll = beginPoll(there, watched, { after: cursor });
    await waitUntilParked(poll);
    const began = performance.now();
    assert.equal((await browser.submit(await browser.get('/account'), {}, '/sign-out')).status, 303);
    assertProblem(await poll.response, 401, 'invalid_token');
    assert.ok(performance.now() - began < AT_ONCE_MS);
    for (const node of [there, here]) assertProblem(await api(node, owner).get('/v1/me'), 401, 'invalid_token');
  });
});
