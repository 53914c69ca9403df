import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Role } from '../../../src/contract/scopes.ts';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import { api, assertProblem } from '../../support/requests/api.ts';
import { controlLive, createLiveController } from '../../support/requests/live-controller.ts';
import { connectTerminal } from '../../support/requests/organization-terminal.ts';
import { beginPoll, readSnapshot, waitUntilParked } from '../../support/requests/poll.ts';
import { createTestUser, type TestUser } from '../../support/requests/tokens.ts';
import {
  createTestOrganization,
  smallEdition,
  type TestLectern,
  type TestOwner,
} from '../../support/server/lectern.ts';
import { useNodes } from '../../support/server/suite-server.ts';

const REFERENCE = { reference: { book_id: 1, chapter: 1, verse: 1 } };
/** Long before the poll would end by itself, as for other revocations. */
const AT_ONCE_MS = 5_000;

describe('[D67] terminals of an organization on two nodes over one PostgreSQL database', () => {
  const cluster = useNodes(2);
  let organization: TestOwner;
  let here: TestLectern;
  let there: TestLectern;
  before(async () => {
    [here, there] = cluster.nodes as [TestLectern, TestLectern];
    await saveEdition(here.installation.editions, smallEdition('one', { 1: { 1: { 1: 'Verse' } } }));
    organization = await createTestOrganization(here);
    await here.installation.administration.enableEdition('one', { organization: organization.id });
  });

  const setRole = ({ email }: TestUser, role: Role) =>
    here.installation.administration.setMember({ organization: organization.id, email, role });

  /**
   * A user whose terminal was connected on one node and got its token on the other, with a Live that both nodes have
   * cached.
   */
  async function connect(role: Role) {
    const person = await createTestUser(here);
    await setRole(person, role);
    const { owner, issued } = await connectTerminal(here, person, organization, { collectAt: there });
    const created = await createLiveController(here, organization, { translations: ['one'] });
    const push = async (lectern: TestLectern) => {
      const controller = controlLive(lectern, owner, created.id, created.etag);
      await controller.get();
      return controller.send('POST', '/stack', REFERENCE);
    };
    return { person, owner, issued, push, controller: controlLive(there, owner, created.id, created.etag) };
  }

  it('when the role changes, then the change counts at the next use on every node', async () => {
    const { person, push } = await connect('operator');
    for (const node of [here, there]) assert.equal((await push(node)).status, 200);
    await setRole(person, 'viewer');
    for (const node of [there, here]) assertProblem(await push(node), 403, 'insufficient_scope');
    await setRole(person, 'operator');
    for (const node of [there, here]) assert.equal((await push(node)).status, 200);
  });

  const ends: Record<string, (person: TestUser) => Promise<unknown>> = {
    'a removal': ({ email }) => here.installation.administration.removeMember({ organization: organization.id, email }),
    'a disabled user': ({ email }) => here.installation.administration.setUserDisabled(email, true),
  };
  for (const [what, end] of Object.entries(ends)) {
    it(`when there is ${what}, then a poll that waits at the other node ends, and so does each use on every node`, async () => {
      const { person, owner, controller } = await connect('viewer');
      const { cursor } = await readSnapshot(there, controller);
      const poll = beginPoll(there, controller, { after: cursor });
      await waitUntilParked(poll);
      const began = Date.now();
      await end(person);
      assertProblem(await poll.response, 401, 'invalid_token');
      assert.ok(Date.now() - began < AT_ONCE_MS);
      for (const node of [there, here]) assertProblem(await api(node, owner).get('/v1/me'), 401, 'invalid_token');
    });
  }
});
