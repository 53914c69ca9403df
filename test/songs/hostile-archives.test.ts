import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toNotice } from '../../src/contract/import-notices.ts';
import { PLAN_MAX_ENTRIES, PLAN_NOTE_MAX_CHARACTERS } from '../../src/contract/limits.ts';
import { toZip } from '../editions/zip.ts';
import { planOf, readCollectionFile, refusedOf, songsOf } from './read-collection-file.ts';

const HEAD = 'title,passage,note\n';

describe('what hostile archives make the server keep', () => {
  test('[D1] when an order of service has many and long entries, then no more is kept than a plan can have', async () => {
    const text = HEAD + `A,,${'n'.repeat(10_000)}\n`.repeat(PLAN_MAX_ENTRIES + 1);
    const { entries } = planOf(await readCollectionFile('a.csv', Buffer.from(text)))!;
    assert.deepEqual([entries.length, entries[0]!.note!.length], [PLAN_MAX_ENTRIES, PLAN_NOTE_MAX_CHARACTERS]);
  });

  test('[D1] when the orders of service of an archive are longer than memory may hold, then the further ones are refused', async () => {
    const content = HEAD + `A,,${'n'.repeat(PLAN_NOTE_MAX_CHARACTERS)}\n`.repeat(PLAN_MAX_ENTRIES);
    const items = await readCollectionFile(
      'a.zip',
      toZip(Array.from({ length: 42 }, (_, at) => ({ name: `${at}.csv`, content }))),
    );
    assert.deepEqual(
      items.map(({ kind }) => kind),
      [...Array(40).fill('plan'), 'refused', 'refused'],
    );
    assert.deepEqual(refusedOf(items)[0], ['40.csv/40.csv', 'song_plan_refused']);
  });

  test('[D1] when names of files are longer than paths can be, then they are shortened', async () => {
    const name = `${'a'.repeat(60_000)}.txt`;
    const [song] = songsOf(await readCollectionFile('a.zip', toZip([{ name, content: 'Title\n\nWords\n' }])));
    assert.equal(song!.name.length, 4_096);
  });

  test('[D1] when a text of JSON has too many escapes for the pattern, then the file is refused', async () => {
    const text = `{"project":"${'\\a'.repeat(12_000_000)}"}`;
    await assert.rejects(readCollectionFile('a.project', Buffer.from(text)), { reason: toNotice('file_damaged') });
  });

  test('[D70] when a table has a head in UTF-8 and a byte of another encoding later, then it is read', async () => {
    const bytes = Buffer.concat([Buffer.from(`Título,Letra\n${'A,B\n'.repeat(1_100)}C,`), Buffer.from([0xe9, 0x0a])]);
    const songs = songsOf(await readCollectionFile('a.csv', bytes));
    assert.equal(songs.length, 1_101);
  });
});
