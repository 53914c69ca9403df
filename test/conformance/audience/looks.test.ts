import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ViewerState } from '../../../src/contract/viewer.ts';
import { type ApiResponse, api, assertProblem } from '../../support/requests/api.ts';
import { STUDIO_SETTINGS } from '../../support/requests/documented-operations.ts';
import { createLiveController } from '../../support/requests/live-controller.ts';
import { beginPoll, readSnapshot, requireEvent, waitUntilParked } from '../../support/requests/poll.ts';
import { addImage, assertPointer, organizationRestPath, publish } from '../../support/requests/presentation.ts';
import { joinAudience } from '../../support/requests/viewer.ts';
import {
  createTestAccount,
  createTestOrganization,
  PAGE_ENGINES,
  type TestOwner,
} from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const PLAIN = { font: null, size: null, bold: null, align: null, background_image: null };
const PLAIN_LOOKS = { verse: PLAIN, song: PLAIN, announcement: PLAIN };

for (const engine of PAGE_ENGINES) {
  describe(`[D76] looks on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine });

    const openOrganization = async () => {
      const owner = await createTestOrganization(lectern);
      const client = api(lectern, owner);
      const path = `${organizationRestPath(client)}/looks`;
      const read = async (): Promise<ApiResponse> => {
        const response = await client.get(path);
        assert.equal(response.status, 200, JSON.stringify(response.body));
        return response;
      };
      const put = async (body: object, ifMatch?: string) =>
        client.put(path, body, { ifMatch: ifMatch ?? (await read()).etag! });
      return { owner, client, path, read, put, design: `${organizationRestPath(client)}/design` };
    };

    it('when nothing was set, then every field is as in the design, and the ETag is that of the design', async () => {
      const { client, design, read } = await openOrganization();
      const { body, etag } = await read();
      assert.deepEqual(body, PLAIN_LOOKS);
      assert.equal(etag, (await client.get(design)).etag);
    });

    it('when some fields are set, then the others stay, and null returns one to the design', async () => {
      const { read, put } = await openOrganization();
      const song = { font: 'sans', size: 96, bold: true, align: 'center' };
      assert.equal((await put({ song })).status, 200);
      const response = await put({ song: { size: null }, verse: { bold: false } });
      const expected = {
        ...PLAIN_LOOKS,
        song: { ...PLAIN, ...song, size: null },
        verse: { ...PLAIN, bold: false },
      };
      assert.deepEqual([response.status, response.body], [200, expected]);
      const after = await read();
      assert.deepEqual([after.body, after.etag], [expected, response.etag]);
      assert.deepEqual((await put({})).body, expected);
    });

    it('when looks or design change, then both have a new ETag, and neither changes the other', async () => {
      const { client, design, path, put, read } = await openOrganization();
      const before = await client.get(design);
      const looks = await put({ verse: { size: 40 } }, before.etag!);
      const after = await client.get(design);
      assert.deepEqual([after.etag, after.body.revision, after.body.settings], [looks.etag, 1, before.body.settings]);
      assertProblem(await put({ verse: { size: 41 } }, before.etag!), 412, 'stale_validator');
      const changed = await client.put(design, { settings: STUDIO_SETTINGS }, { ifMatch: looks.etag! });
      assert.equal(changed.status, 200);
      assert.deepEqual([(await read()).body, (await read()).etag], [looks.body, changed.etag]);
      assertProblem(await put({ verse: { size: 41 } }, looks.etag!), 412, 'stale_validator');
      assertProblem(await client.put(path, { verse: { size: 41 } }), 428, 'validator_required');
    });

    it('when a value is out of bounds or unknown, then it is refused with its pointer', async () => {
      const { put } = await openOrganization();
      const wrong: [object, string][] = [
        [{ verse: { size: 11 } }, '/verse/size'],
        [{ song: { size: 241 } }, '/song/size'],
        [{ song: { font: 'fantasy' } }, '/song/font'],
        [{ announcement: { align: 'justify' } }, '/announcement/align'],
        [{ announcement: { bold: 1 } }, '/announcement/bold'],
        [{ verse: { italic: true } }, '/verse/italic'],
        [{ prayer: {} }, '/prayer'],
        [{ verse: null }, '/verse'],
      ];
      for (const [body, pointer] of wrong) assertPointer(await put(body), 'invalid_fields', pointer);
    });

    it('when an image is set, then it is one of the organization, and cannot be deleted while it is set', async () => {
      const { client, put } = await openOrganization();
      const other = api(lectern, await createTestOrganization(lectern));
      const { id } = await addImage(client, 10);
      const foreign = await addImage(other, 20);
      for (const image of [foreign.id, 'none', ''])
        assertPointer(await put({ song: { background_image: image } }), 'invalid_fields', '/song/background_image');
      assert.equal((await put({ song: { background_image: id } })).body.song.background_image, id);
      const image = `${organizationRestPath(client)}/images/${id}`;
      assertProblem(await client.delete(image), 409, 'image_in_use');
      assert.equal((await put({ song: { background_image: null } })).status, 200);
      assert.equal((await client.delete(image)).status, 204);
    });

    it('when the credential is not a service token of the organization, then the response is that of the design', async () => {
      const { client, path, put } = await openOrganization();
      const { etag } = await put({});
      const intruders: [TestOwner, number, string][] = [
        [await createTestOrganization(lectern), 404, 'not_found'],
        [await createTestAccount(lectern), 403, 'forbidden'],
      ];
      for (const [{ token }, status, code] of intruders) {
        assertProblem(await client.get(path, { token }), status, code);
        assertProblem(await client.put(path, {}, { token, ifMatch: etag! }), status, code);
      }
    });

    it('[Events 5] when looks change, then polls wake, viewers get the look of what is on air, and no sequence moves', async () => {
      const { owner, client, put } = await openOrganization();
      const controller = await createLiveController(lectern, owner);
      const viewer = await joinAudience(lectern.url, controller.id);
      const snapshot = await readSnapshot(lectern, controller);
      const poll = beginPoll(lectern, controller, { after: snapshot.cursor, wait: 3 });
      await waitUntilParked(poll);
      const { id } = await addImage(client, 30);
      const looks = { song: { size: 60, background_image: id }, verse: { background_image: id } };
      assert.equal((await put(looks)).status, 200);
      const event = requireEvent(await poll.response, controller, 'live.changed');
      assert.deepEqual([event.sequence, event.data.design.revision], [snapshot.sequence, 1]);
      const seen = ({ house }: ViewerState) => [house.image, house.design?.elements.text.size];
      await viewer.comesTo([`/media/${id}`, undefined], seen);
      const slides = [{ layout: 'title', title: 'Amazing Grace' }];
      for (const [kind, expected] of [
        ['song', [`/media/${id}`, 60]],
        ['slides', [undefined, undefined]],
      ] as const) {
        const deck = await client.post(`${organizationRestPath(client)}/decks`, { title: 'Sunday', kind, slides });
        const { body: shown } = await publish(client, deck.body);
        assert.equal((await controller.send('PUT', '/presentation', { snapshot_id: shown.id })).status, 200);
        await viewer.comesTo<unknown[]>([...expected], seen);
        const fresh = await joinAudience(lectern.url, controller.id);
        assert.deepEqual(fresh.state.house, viewer.state.house);
        fresh.close();
      }
      viewer.close();
    });
  });
}
