import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { api, createTestLive } from '../../support/requests/api.ts';
import { eventually } from '../../support/requests/pusher.ts';
import { createTestOrganization, startTestLectern, type TestLectern } from '../../support/server/lectern.ts';

/** At this address, a browser that is not signed in is another device, as at the one of a network. */
const PUBLIC = { LECTERN_PUBLIC_URL: 'https://lectern.example' };
/** Longer than it takes to store that a device has opened a page. */
const STORED_MS = 100;

const openPage = async ({ url }: TestLectern, path: string, cookie = '') =>
  (await fetch(url + path, { headers: { accept: 'text/html', cookie }, redirect: 'manual' })).status;
const haveOpened = ({ installation }: TestLectern) => installation.otherDevices.haveOpened();

describe('whether another device has opened a page', () => {
  it('when a signed-in browser opens pages, or the page does not exist, then none has; then /screen counts, also after a restart', async () => {
    await using lectern = await startTestLectern('sqlite', PUBLIC);
    assert.equal(await openPage(lectern, '/screen', '__Host-lectern_session=x'), 200);
    assert.equal(await openPage(lectern, '/l/nothing'), 404);
    assert.equal(await openPage(lectern, '/'), 200);
    await sleep(STORED_MS);
    assert.equal(await haveOpened(lectern), false);
    assert.equal(await openPage(lectern, '/screen'), 200);
    await eventually('it is stored', () => haveOpened(lectern));
    await lectern.restart();
    assert.equal(await haveOpened(lectern), true);
  });

  it('when the page of a Live is opened, then it counts, and on the machine of the server it does not', async () => {
    for (const [settings, expected] of [
      [{}, false],
      [PUBLIC, true],
    ] as const) {
      await using lectern = await startTestLectern('sqlite', settings);
      const { id } = await createTestLive(api(lectern, await createTestOrganization(lectern)));
      assert.equal(await openPage(lectern, `/l/${id}`), 200);
      if (expected) await eventually('it is stored', () => haveOpened(lectern));
      else await sleep(STORED_MS);
      assert.equal(await haveOpened(lectern), expected);
    }
  });
});
