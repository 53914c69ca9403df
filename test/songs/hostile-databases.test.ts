import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { ForeignDatabase } from '../../src/import-files/foreign-database.ts';
import { DamagedSourceError } from '../../src/import-files/import-source.ts';
import { parseSong } from '../../src/songs/parse-song.ts';
import { readCollectionFile, refusedOf, songsOf } from './read-collection-file.ts';
import { toDatabase, toLyrics, toSong } from './write-database.ts';

const VERSE = toLyrics(['v', '1', 'One']);
const SONGS = toDatabase({ songs: [toSong(1, VERSE)] });
/** A database whose songs fill several pages. */
const LARGE = toDatabase({
  songs: Array.from({ length: 200 }, (_, at) => toSong(at, toLyrics(['v', '1', 'x'.repeat(500)]))),
});
const codeOf = (content: Buffer) =>
  readCollectionFile('songs.sqlite', content).then(
    (items) => items.length,
    (error) => error.reason?.code ?? error,
  );
const withSchema = (sql: string) => toDatabase({ songs: [toSong(1, VERSE)] }, sql);
/** Changes the schema as a program can that writes the file itself. */
const withForgedSchema = (sql: string) =>
  withSchema(`PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = '${sql}', rootpage = 0 WHERE name = 'songs'`);

const CASES: readonly (readonly [name: string, content: Buffer, code: string])[] = [
  ['cut off within its pages', LARGE.subarray(0, 20_000), 'database_damaged'],
  ['cut off within its head', SONGS.subarray(0, 60), 'database_damaged'],
  ['overwritten within its pages', Buffer.from(LARGE).fill(0xff, 4_096), 'database_damaged'],
  ['with a schema that cannot be read', withForgedSchema('CREATE TABLE songs (('), 'database_damaged'],
  ['with a view in the place of the table', withForgedSchema('CREATE VIEW songs AS SELECT 1'), 'database_damaged'],
  [
    'with a view named as the table',
    toDatabase({ other: [toSong(1, VERSE)] }, 'CREATE VIEW songs AS SELECT * FROM other'),
    'database_schema',
  ],
  ['with a virtual table', withSchema('CREATE VIRTUAL TABLE t USING fts5(a)'), 'database_schema'],
  [
    'with a virtual table whose statement is hidden',
    withForgedSchema('/**/CREATE VIRTUAL TABLE songs USING fts5(title, lyrics, search_title)'),
    'database_damaged',
  ],
  [
    'with too many tables',
    withSchema(Array.from({ length: 1_000 }, (_, at) => `CREATE TABLE t${at} (a);`).join('')),
    'database_schema',
  ],
  [
    'with generated columns in place of the words',
    toDatabase({}, 'CREATE TABLE songs (title, search_title, lyrics AS (hex(zeroblob(1e8))))'),
    'song_is_database',
  ],
  ['of another program', toDatabase({ songs: [{ id: 1, title: 'A' }] }), 'song_is_database'],
];

describe('hostile databases', () => {
  for (const [name, content, code] of CASES) {
    test(`[D1] when a database is ${name}, then it is refused`, async () => assert.equal(await codeOf(content), code));
  }

  test('[D1] when a value is too long, then its song is refused, and the others are read', async () => {
    const items = await readCollectionFile(
      'songs.sqlite',
      toDatabase({ songs: [toSong(1, 'x'.repeat(5 * 1024 * 1024 + 1)), toSong(2, VERSE)] }),
    );
    assert.deepEqual(refusedOf(items), [['Song 1', 'database_value_too_long']]);
    assert.equal(songsOf(items).length, 1);
  });

  test('[D1] when a table has more rows than the limit, then reading it fails', () => {
    using database = new ForeignDatabase(
      toDatabase(
        {},
        `CREATE TABLE t (a); INSERT INTO t
          WITH RECURSIVE n(a) AS (SELECT 1 UNION ALL SELECT a + 1 FROM n LIMIT 200001) SELECT a FROM n`,
      ),
      'a.sqlite',
    );
    assert.throws(
      () => Array.from(database.read('t', ['a'])).length,
      (error) => {
        assert.ok(error instanceof DamagedSourceError);
        assert.equal(error.notice!.code, 'database_too_many_rows');
        return true;
      },
    );
  });

  test('[D1] when a database has triggers, texts as bytes and large numbers, then its rows are read', async () => {
    const items = await readCollectionFile(
      'songs.sqlite',
      toDatabase(
        { songs: [toSong(1, VERSE, { title: Buffer.from('Grâce') }), toSong(2, VERSE, { title: 2n ** 60n })] },
        'CREATE TRIGGER t AFTER INSERT ON songs BEGIN DELETE FROM songs; END',
      ),
    );
    assert.deepEqual(
      songsOf(items).map(({ title }) => title),
      ['Grâce', '1152921504606846976'],
    );
  });

  test('[D1] when its program has a database open with a log, then it is read as its file stands, and nothing is written', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-open-database-'));
    try {
      const path = join(folder, 'songs.sqlite');
      using own = new DatabaseSync(path);
      own.exec('PRAGMA journal_mode = WAL; CREATE TABLE songs (title); PRAGMA wal_checkpoint(TRUNCATE)');
      own.exec("BEGIN IMMEDIATE; INSERT INTO songs VALUES ('A')");
      const before = readdirSync(folder);
      using database = new ForeignDatabase(path);
      assert.deepEqual(Array.from(database.read('songs', ['title'])), []);
      assert.deepEqual(readdirSync(folder), before);
      own.exec('COMMIT');
      const log = join(folder, 'songs.sqlite-wal');
      await assert.rejects(parseSong(readFileSync(log), 'songs.sqlite-wal'), {
        message: /^songs\.sqlite-wal: this is a part of a database/,
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
