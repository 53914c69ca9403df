import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { executeCommand } from '../../../src/cli/execute.ts';
import { api } from '../../support/requests/api.ts';
import { STUDIO_SETTINGS } from '../../support/requests/documented-operations.ts';
import { controlLive, createLiveController } from '../../support/requests/live-controller.ts';
import { openAuthorizationBrowser } from '../../support/requests/oauth-flow.ts';
import { beginPoll, readSnapshot, requireEvent, waitUntilParked } from '../../support/requests/poll.ts';
import { createTestUser } from '../../support/requests/tokens.ts';
import { joinAudience } from '../../support/requests/viewer.ts';
import { PAGE_ENGINES, type TestOwner } from '../../support/server/lectern.ts';
import { useNodes } from '../../support/server/suite-server.ts';

const PLACES = [...PAGE_ENGINES.map((engine) => [1, engine] as const), [3, 'postgres'] as const];

for (const [count, engine] of PLACES) {
  describe(`[D34] the name of an organization, on ${count > 1 ? 'nodes on ' : ''}${engine}`, () => {
    const cluster = useNodes(count, {}, engine);

    /** An organization whose viewers see its name, and its owner in a browser. */
    const found = async () => {
      const { administration } = cluster.nodes[0]!.installation;
      const person = await createTestUser(cluster.nodes[0]!);
      const { organizationId: id } = await administration.createOrganization({
        name: 'Before',
        ownerEmail: person.email,
      });
      const { token } = await administration.createToken({ subject: { organization: id } });
      const owner: TestOwner = { kind: 'organization', id, livesPath: `/v1/organizations/${id}/lives`, token };
      const client = api(cluster.nodes[0]!, owner);
      const design = `/v1/organizations/${id}/design`;
      const { etag } = await client.get(design);
      assert.equal(
        (await client.put(design, { settings: { ...STUDIO_SETTINGS, showLogo: true } }, { ifMatch: etag! })).status,
        200,
      );
      return { owner, person, controller: await createLiveController(cluster.nodes[0]!, owner) };
    };

    it('when a page or the command line sets a new name, then open viewers of every node see it; polls go on and get the next change', async () => {
      const { owner, person, controller } = await found();
      const viewers = await Promise.all(cluster.nodes.map(({ url }) => joinAudience(url, controller.id)));
      const polls = await Promise.all(
        cluster.nodes.map(async (node) =>
          beginPoll(node, controller, { after: (await readSnapshot(node, controller)).cursor }),
        ),
      );
      await waitUntilParked(...polls);
      const requireSeen = async (name: string) => {
        for (const viewer of viewers) await viewer.comesTo(name, ({ house }) => house.name);
        for (const { url } of cluster.nodes) {
          const late = await joinAudience(url, controller.id);
          assert.equal(late.state.house.name, name);
          late.close();
        }
      };
      await requireSeen('Before');

      const path = `/account/organizations/${owner.id}`;
      const browser = await openAuthorizationBrowser(cluster.nodes.at(-1)!, person);
      const renamed = await browser.submit(await browser.get(path), { name: 'By <page>' }, `${path}/rename`);
      assert.equal(renamed.status, 303, renamed.text);
      await requireSeen('By <page>');
      await executeCommand(cluster.nodes[0]!.installation, 'org rename', {
        organization: owner.id,
        name: 'By command',
      });
      await requireSeen('By command');

      // No event of a Live holds the name: those who wait are not woken, and miss nothing.
      await waitUntilParked(...polls);
      const renaming = controlLive(cluster.nodes.at(-1)!, owner, controller.id, controller.etag);
      assert.equal((await renaming.send('PATCH', '', { name: 'Evening' })).status, 200);
      for (const { response } of polls) {
        assert.equal(requireEvent(await response, controller, 'live.changed').data.live.name, 'Evening');
      }
      for (const viewer of viewers) viewer.close();
    });
  });
}
