import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseSong } from '../../src/songs/parse-song.ts';
import { omittedOf } from './omitted-of.ts';

const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const codeOf = (content: Buffer, name: string) =>
  parseSong(content, name).then(
    () => null,
    (error) => error.reason?.code ?? error,
  );
const slidesOf = ({ slides }: { slides: readonly { id: string; text: string | null }[] }) =>
  slides.map(({ id, text }) => [id, text]);

/** Returns a value as Delphi streams it: a small number, a short text, or a long one. */
const toValue = (value: string | number): Buffer => {
  if (typeof value === 'number') return Buffer.from([2, value]);
  const bytes = Buffer.from(value);
  return bytes.length < 256
    ? Buffer.concat([Buffer.from([6, bytes.length]), bytes])
    : Buffer.concat([Buffer.from([20]), u32(bytes.length), bytes]);
};
const toBlock = (key: number, ...values: (string | number)[]): Buffer => {
  const content = Buffer.concat(values.map(toValue));
  return Buffer.concat([u32(key), u32(content.length), content]);
};
const LONG = Array.from({ length: 20 }, (_, at) => `A line of the song ${at}`).join('\r\n');

describe('songs of SongShow Plus', () => {
  const blocks = [
    toBlock(38, '0718'),
    toBlock(1, 'Grâce'),
    toBlock(2, 'Newton, John / Various'),
    toBlock(3, '© 1900 Press'),
    toBlock(5, '22025'),
    toBlock(11, 'F'),
    toBlock(35, 'Hymns'),
    toBlock(36, 12),
    toBlock(12, 1, 'One\r\nTwo\r\n\r\nThree\r\n'),
    toBlock(20, 1, 'Four'),
    toBlock(37, 'Vamp 1', LONG),
    toBlock(31, 'Verse 1'),
    toBlock(31, 'Chorus 1'),
    toBlock(31, 'Vamp 1'),
    toBlock(31, 'Chorus 1'),
    toBlock(29, 'Grace'),
    toBlock(34, 'picture'),
  ];
  const song = Buffer.concat([...blocks, u32(0)]);

  test('[D70] when a song is read, then its parts, its order and its details are kept', async () => {
    const read = await parseSong(song, 'a.sbsong');
    assert.equal(read.report.format, 'SongShow Plus');
    assert.equal(read.song.title, 'Grâce');
    assert.deepEqual(slidesOf(read.song), [
      ['v1', 'One\nTwo'],
      ['v1-2', 'Three'],
      ['c1', 'Four'],
      ['o1', LONG.replaceAll('\r', '')],
    ]);
    assert.deepEqual(read.song.order, ['v1', 'v1-2', 'c1', 'o1', 'c1']);
    assert.deepEqual(read.song.footer, {
      authors: 'John Newton, Various',
      copyright: '© 1900 Press',
      ccli: '22025',
      source: 'Hymns 12',
    });
    assert.deepEqual(omittedOf(read.report), { background_images: 1, key: 1, themes: 1 });
  });

  test('[D1] when it is cut off, or a length exceeds the file, then it is refused', async () => {
    for (const end of [song.length - 1, song.length - 20, 30]) {
      assert.equal(await codeOf(song.subarray(0, end), 'a.sbsong'), 'file_cut_off');
    }
    assert.equal(await codeOf(Buffer.concat([u32(1), u32(2 ** 31), song]), 'a.sbsong'), 'file_cut_off');
    assert.equal(await codeOf(Buffer.concat([toBlock(1, 'A'), u32(0)]), 'a.sbsong'), 'song_without_words');
  });
});

const toText = (text: string): Buffer => {
  const bytes = Buffer.from(text, 'latin1');
  return Buffer.concat([
    bytes.length < 255 ? Buffer.from([bytes.length]) : Buffer.from([255, bytes.length & 255, bytes.length >> 8]),
    bytes,
  ]);
};
/** Returns a song of Words of Worship. From version 2.1, each line has a style. */
function toWordsOfWorship(version: readonly number[], blocks: readonly (readonly [kind: number, lines: string[]])[]) {
  const hasStyles = version[1]! > 0;
  const content = blocks.map(([kind, lines], at) =>
    Buffer.concat([
      ...(at > 0 ? [Buffer.from([1, 0x80])] : []),
      u32(lines.length),
      ...lines.flatMap((line) => [toText(line), Buffer.from(hasStyles ? [Number(line.startsWith('Two'))] : [])]),
      u32(kind),
    ]),
  );
  return Buffer.concat([
    Buffer.from('WoW File\nSong Words\n'),
    ...[...version, 2, 0, 0, 2, 0, 0].map(u32),
    u32(blocks.length),
    Buffer.from('\xff\xff\x01\0\x10\0CSongDoc::CBlock', 'latin1'),
    ...content,
    toText('John Newton'),
    toText('© 1900 Press'),
  ]);
}

describe('songs of Words of Worship', () => {
  const blocks = [
    [0, ['One é', 'x'.repeat(300)]],
    [1, ['Two']],
    [0, ['Three']],
    [1, ['Two']],
    [2, ['Four', '', 'Five']],
  ] as const;
  const song = toWordsOfWorship(
    [2, 1, 2],
    blocks.map(([kind, lines]) => [kind, [...lines]]),
  );

  test('[D70] when a song is read, then its parts are kept in their order, and its name is the title', async () => {
    for (const [version, file] of [
      [[2, 0, 0], 'Amazing Grace.wsg'],
      [[2, 1, 2], 'Amazing Grace.wow-song'],
    ] as const) {
      const content = toWordsOfWorship(
        version,
        blocks.map(([kind, lines]) => [kind, [...lines]]),
      );
      const read = await parseSong(content, file);
      assert.equal(read.report.format, 'Words of Worship');
      assert.equal(read.song.title, 'Amazing Grace');
      assert.deepEqual(slidesOf(read.song), [
        ['v1', `One é\n${'x'.repeat(300)}`],
        ['c1', 'Two'],
        ['v2', 'Three'],
        ['b1', 'Four'],
        ['b1-2', 'Five'],
      ]);
      assert.deepEqual(read.song.order, ['v1', 'c1', 'v2', 'c1', 'b1', 'b1-2']);
      assert.deepEqual([read.song.footer!.authors, read.song.footer!.copyright], ['John Newton', '© 1900 Press']);
      assert.deepEqual(omittedOf(read.report), version[1] === 1 ? { formatting: 2 } : {});
    }
  });

  test('[D1] when it is cut off, or states an unknown kind or too many lines, then it is refused', async () => {
    assert.equal(await codeOf(song.subarray(0, 200), 'a.wsg'), 'file_cut_off');
    assert.equal(await codeOf(toWordsOfWorship([2, 0, 0], [[7, ['One']]]), 'a.wsg'), 'file_damaged');
    const many = Buffer.from(song);
    many.writeUInt32LE(2 ** 32 - 1, 82);
    assert.equal(await codeOf(many, 'a.wsg'), 'file_cut_off');
  });
});

describe('files of other programs', () => {
  const CASES: readonly (readonly [file: string, content: Buffer | string, code: string])[] = [
    ['Songs.DB', Buffer.from('0200000800000000', 'hex'), 'song_is_easyworship_5'],
    ['Songs.MB', Buffer.from([3, 0, 1]), 'song_is_easyworship_5'],
    ['a.ews', 'EasyWorship Schedule File Version  1.6\0', 'song_is_easyworship_5'],
    ['a.pptx', Buffer.from('504b030414000600', 'hex'), 'song_is_slides'],
    ['a.ppt', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'song_is_slides'],
    ['a.mdb', Buffer.from('\0\x01\0\0Standard Jet DB\0', 'latin1'), 'song_is_access'],
    ['a.accdb', Buffer.from('\0\x01\0\0Standard ACE DB\0', 'latin1'), 'song_is_access'],
    ['songs.sqlite-journal', Buffer.from('d9d505f920a163d7', 'hex'), 'song_is_database_log'],
    ['a.sng', '<?xml version="1.0"?><song xmlns="creativelifestyles/song"><attributes/></song>', 'song_is_of_program'],
    ['a.ppl', '<?xml version="1.0"?><ppl version="3.0"><general/></ppl>', 'song_is_of_program'],
    ['a.xml', '<?xml version="1.0"?><EasiSlides><Item/></EasiSlides>', 'song_is_of_program'],
  ];
  for (const [file, content, code] of CASES) {
    test(`[D70] when ${file} is read, then the refusal says what to do`, async () =>
      assert.equal(await codeOf(Buffer.from(content as string), file), code));
  }
});
