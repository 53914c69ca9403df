import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { toZip } from '../../editions/zip.ts';
import { HYMNS } from '../../songs/hymns.ts';
import { toFreeShow, toSongBeamer } from '../../songs/write-song.ts';
import { type Api, api, type JsonDocument } from '../../support/requests/api.ts';
import { createDeck, organizationRestPath } from '../../support/requests/presentation.ts';
import { createTestOrganization, PAGE_ENGINES } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const SCHEDULE = `object AblaufPlanItems: TAblaufPlanItems
  items = <
    item
      Caption = 'Lied'
      FileName = 'Lieder\\Eins.sng'
    end
    item
      Caption = 'own song'
    end
    item
      Caption = 'Predigt'
    end>
end
`;

const QUOTA = 60;

for (const engine of PAGE_ENGINES) {
  describe(`imported orders of service on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine, settings: { LECTERN_DECKS_PER_ORGANIZATION: String(QUOTA) } });
    const importFile = async (client: Api, name: string, bytes: Buffer): Promise<JsonDocument> => {
      const path = `${organizationRestPath(client)}/imports`;
      const { body } = await client.request('POST', `${path}?file_name=${name}`, { bytes, type: 'application/zip' });
      for (;;) {
        const { body: read } = await client.get(`${path}/${body.id}`);
        if (read.state !== 'running') return read;
        await sleep(20);
      }
    };
    const planOf = async (client: Api, { items }: JsonDocument): Promise<JsonDocument> => {
      const { plan_id: id } = items.find((item: JsonDocument) => item.plan_id !== null);
      return (await client.get(`${organizationRestPath(client)}/plans/${id}`)).body;
    };
    const entriesOf = ({ entries }: JsonDocument) =>
      entries.map(({ kind, title, deck_id = null }: JsonDocument) => [kind, title, deck_id]);

    it('[D65] when a schedule comes with a song in another folder, then its plan has it, a deck of that title, and headings', async () => {
      const client = api(lectern, await createTestOrganization(lectern));
      const { body: own } = await createDeck(client, [{ layout: 'text', text: 'Words' }] as never, 'Own Song');
      const done = await importFile(
        client,
        'agenda.zip',
        toZip([
          { name: 'export/Schedule.col', content: SCHEDULE },
          { name: 'export/eins.sng', content: toSongBeamer(HYMNS[0]!) },
        ]),
      );
      const song = done.items.find(({ deck_id: id }: JsonDocument) => id !== null);
      const plan = await planOf(client, done);
      assert.equal(plan.name, 'Schedule');
      assert.deepEqual(entriesOf(plan), [
        ['deck', 'Lied', song.deck_id],
        ['deck', 'own song', own.id],
        ['heading', 'Predigt', null],
      ]);
    });

    it('[D65] when the quota has no room for a song of a schedule, then its plan has a heading instead', async () => {
      const client = api(lectern, await createTestOrganization(lectern));
      const rows = Array.from({ length: QUOTA + 2 }, (_, index) => `Song ${index}`);
      const done = await importFile(
        client,
        'a.zip',
        toZip([
          ...rows.map((title) => ({ name: `${title}.txt`, content: `${title}\n\nWords of ${title}\n` })),
          { name: 'same.txt', content: `${rows.at(-1)}\n\nWords of ${rows.at(-1)}\n` },
          { name: 'plan.csv', content: `title,note\n${rows.map((title) => `${title},\n`).join('')}` },
        ]),
      );
      assert.deepEqual(done.counts, { created: QUOTA + 1, already_there: 0, refused: 3 });
      const kinds = entriesOf(await planOf(client, done)).map(([kind]: string[]) => kind);
      assert.deepEqual(kinds, [...Array(QUOTA).fill('deck'), 'heading', 'heading']);
    });

    it('[D65] when a project of FreeShow is imported, then its plan has its songs and passages', async () => {
      const client = api(lectern, await createTestOrganization(lectern));
      const show = JSON.parse(toFreeShow(HYMNS[0]!))[1];
      const verses = { name: 'John 3:16', reference: { type: 'scripture' }, slides: {}, layouts: {} };
      const project = { name: 'Sunday', shows: [{ id: 'a' }, { id: 'b' }, { id: 'c', type: 'section', name: 'End' }] };
      const done = await importFile(
        client,
        'a.project',
        Buffer.from(JSON.stringify({ project, shows: { a: show, b: verses } })),
      );
      const plan = await planOf(client, done);
      assert.deepEqual(entriesOf(plan), [
        ['deck', show.name, done.items[0].deck_id],
        ['passage', 'John 3:16', null],
        ['heading', 'End', null],
      ]);
    });
  });
}
