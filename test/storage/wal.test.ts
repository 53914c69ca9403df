import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { bytesOfLog, countFrames, parseWal } from '../../src/storage/backup/wal.ts';
import { createDataDirectory } from '../support/database.ts';

test('the index of a log says which frames a transaction sees', () => {
  const file = join(createDataDirectory(), 'lectern.db');
  using database = new DatabaseSync(file);
  const index = () => readFileSync(`${file}-shm`);
  const log = () => readFileSync(`${file}-wal`);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE numbers (number INTEGER)');
  const pageBytes = Number(database.prepare('PRAGMA page_size').get()!.page_size);
  const framesOf = (bytes: number) => (bytes - bytesOfLog(1, pageBytes)) / (pageBytes + 24) + 1;

  assert.equal(countFrames(index()), framesOf(log().length), 'of a new log, all');
  database.exec('PRAGMA wal_checkpoint(PASSIVE)');
  assert.equal(countFrames(index()), 0, 'of one that is in the file, none');
  assert.equal(bytesOfLog(0, pageBytes), 0);

  // Begins the log anew, in a file that stays as long as it was.
  database.exec('INSERT INTO numbers VALUES (1)');
  const frames = countFrames(index());
  assert.ok(frames > 0 && frames < framesOf(log().length));
  const { pages } = parseWal(log().subarray(0, bytesOfLog(frames, pageBytes)), pageBytes);
  assert.equal(pages.size, frames, 'and no frame of the log before it');
  const cut = log().subarray(0, bytesOfLog(frames, pageBytes));
  assert.equal(parseWal(cut, pageBytes).frames, frames);
  assert.ok(parseWal(cut.subarray(0, -1), pageBytes).frames < frames, 'a log that ends too early is noticed');
  const flipped = Buffer.from(cut);
  flipped[cut.length - 1] = flipped[cut.length - 1]! ^ 1;
  assert.ok(parseWal(flipped, pageBytes).frames < frames, 'and one that is damaged');

  {
    using reader = new DatabaseSync(file);
    reader.exec('BEGIN; SELECT * FROM numbers');
    database.exec('INSERT INTO numbers VALUES (2)');
    database.exec('PRAGMA wal_checkpoint(PASSIVE)');
    assert.equal(countFrames(index()), frames + 1, 'only a part of it is in the file while somebody reads');
  }
});

test('an index that SQLite would not take is refused', () => {
  const file = join(createDataDirectory(), 'lectern.db');
  using database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE numbers (number INTEGER)');
  const index = readFileSync(`${file}-shm`);
  assert.ok(countFrames(index) > 0);
  for (const at of [0, 12, 17, 60]) {
    const other = Buffer.from(index);
    other[at] = other[at]! ^ 1;
    assert.throws(() => countFrames(other), /cannot be read/, `another byte at ${at}`);
  }
  assert.throws(() => countFrames(index.subarray(0, 99)), /cannot be read/);
});
