import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toZip } from '../editions/zip.ts';
import { omittedOf } from './omitted-of.ts';
import { planOf, readCollectionFile, refusedOf, songsOf } from './read-collection-file.ts';
import { DIVISION, LABEL, toDatabase, toEasyWorshipSong, toRtf } from './write-database.ts';

const readWords = async (words: string | Buffer, more = {}) => {
  const songs = toDatabase({ song: [toEasyWorshipSong(1, 'Grace', more)] });
  const items = await readCollectionFile('Songs.db', songs, {
    'SongWords.db': toDatabase({ word: [{ rowid: 1, song_id: 1, words }] }),
  });
  return songsOf(items)[0]!;
};
const slidesOf = ({ slides }: { slides: readonly { id: string; text: string | null }[] }) =>
  slides.map(({ id, text }) => [id, text]);
const codeOf = (reading: Promise<unknown>) =>
  reading.then(
    () => null,
    (error) => error.reason?.code ?? error,
  );

describe('songs of EasyWorship', () => {
  test('[D70] when its two databases are read, then a song has its parts in their order, and its details', async () => {
    const song = await readWords(
      toRtf(
        `${LABEL}Verse 1`,
        ' Gro\\u223?er Gott',
        ' und so',
        DIVISION,
        ' wir loben',
        `${LABEL}Chor (Männer)`,
        ' Two',
        `${LABEL}Verse 1`,
        ' Gro\\u223?er Gott',
        ' und so',
        DIVISION,
        ' wir loben',
      ),
      {
        author: 'John Newton / William Walker',
        copyright: '© 1900 Press',
        administrator: 'Office',
        reference_number: '22025',
        description: 'Slowly',
        tags: 'Grace',
      },
    );
    assert.equal(song.title, 'Grace');
    assert.deepEqual(slidesOf(song), [
      ['v1', 'Großer Gott\nund so'],
      ['v1-2', 'wir loben'],
      ['o1', 'Two'],
    ]);
    assert.deepEqual(song.order, ['v1', 'v1-2', 'o1', 'v1', 'v1-2']);
    assert.deepEqual(
      song.report.verses.map(({ label }) => label),
      ['Verse 1', 'Chor (Männer)'],
    );
    assert.deepEqual(song.footer, {
      authors: 'John Newton, William Walker',
      copyright: '© 1900 Press / Office',
      ccli: '22025',
      source: null,
    });
    assert.equal(song.report.format, 'EasyWorship');
    assert.deepEqual(omittedOf(song.report), { comments: 1, themes: 1 });
  });

  test('[D70] when words have no marks, then lines name the parts, and a song without them has its first line', async () => {
    const labels = await readWords(
      "{\\rtf1 Strophe 1\\par One\\par\\par Refr\\'e3o (2x)\\par Two\\par\\par Slide 2\\par Three}",
    );
    assert.deepEqual(slidesOf(labels), [
      ['v1', 'One'],
      ['c1', 'Two'],
      ['o1', 'Three'],
    ]);
    assert.deepEqual(labels.order, ['v1', 'c1', 'c1', 'o1']);
    const bare = await readWords('{\\rtf1 One\\par\\par Two\\par and more}');
    assert.deepEqual(slidesOf(bare), [
      ['v1', 'One'],
      ['v2', 'Two\nand more'],
    ]);
  });

  test('[D70] when words are bytes, plain text or letters without escapes, then they are read', async () => {
    assert.deepEqual(slidesOf(await readWords(Buffer.from('{\\rtf1 ’Twas grace é}'))), [['v1', '’Twas grace é']]);
    assert.deepEqual(slidesOf(await readWords('One\r\nTwo')), [['v1', 'One\nTwo']]);
  });

  test('[D77] when the number is of a songbook, then the song has it there', async () => {
    const song = await readWords('{\\rtf1 One}', { reference_number: '#B164' });
    assert.deepEqual([song.footer!.ccli, song.footer!.source], [null, '#B164']);
    assert.equal((await readWords('{\\rtf1 One}', { reference_number: 'Hymns 164' })).songbook!.number, '164');
  });

  test('[D70] when one of the two databases is missing, then the file is refused; others beside them have no songs', async () => {
    const songs = toDatabase({ song: [toEasyWorshipSong(1, 'Grace'), toEasyWorshipSong(2, 'Wordless')] });
    const words = toDatabase({
      word: [
        { rowid: 1, song_id: 1, words: '{\\rtf1 One}' },
        { rowid: 2, song_id: 9, words: '{\\rtf1 Two}' },
      ],
    });
    assert.equal(await codeOf(readCollectionFile('Songs.db', songs)), 'easyworship_needs_both');
    assert.equal(await codeOf(readCollectionFile('SongWords.db', words)), 'easyworship_needs_both');
    const zip = toZip([
      { name: 'Data/SongWords.db', content: words },
      { name: 'Data/Songs.db', content: songs },
      { name: 'Data/Media.db', content: toDatabase({ media: [{ rowid: 1 }] }) },
    ]);
    const items = await readCollectionFile('profile.zip', zip);
    assert.deepEqual(
      songsOf(items).map(({ name, title }) => [name, title]),
      [
        ['Data/Songs.db/Grace', 'Grace'],
        ['Data/Songs.db/#9', '#9'],
      ],
    );
    assert.deepEqual(refusedOf(items), [['Data/Songs.db/Wordless', 'song_without_words']]);
  });

  test('[D1] when the RTF of a song is damaged, nested too deep, long or wordy, then this song alone is refused', async () => {
    const rtfs = [
      '{\\rtf1 One',
      `{\\rtf1 ${'{'.repeat(200)}`,
      `{\\rtf1 ${'x'.repeat(1024 * 1024)}}`,
      `{\\rtf1 ${'x\\par '.repeat(30_000)}}`,
      `{\\rtf1\\bin${2 ** 31} x}`,
      '{\\rtf1 Good}',
    ];
    const items = await readCollectionFile(
      'Songs.db',
      toDatabase({ song: rtfs.map((_, at) => toEasyWorshipSong(at, `${at}`)) }),
      { 'SongWords.db': toDatabase({ word: rtfs.map((words, at) => ({ song_id: at, words })) }) },
    );
    assert.deepEqual(refusedOf(items), [
      ['0', 'song_rtf_cut_off'],
      ['1', 'song_rtf_too_deep'],
      ['2', 'song_rtf_too_large'],
      ['3', 'song_too_many_lines'],
      ['4', 'song_rtf_cut_off'],
    ]);
    assert.deepEqual(
      songsOf(items).map(({ title }) => title),
      ['5'],
    );
  });
});

const SCHEDULE = {
  presentation: [
    { rowid: 3, presentation_type: 7, group_level: 0, order_index: 1, title: 'John 3:16 (KJV)', notes: 'Read slowly' },
    { rowid: 1, presentation_type: 6, group_level: 0, order_index: 0, title: 'Grace', author: 'John Newton' },
    { rowid: 4, presentation_type: 2, group_level: 0, order_index: 2, title: 'Picture' },
    { rowid: 9, presentation_type: 11, group_level: 2, order_index: 3, title: 'Global' },
  ].map((row) => ({ author: '', notes: '', ...row })),
  slide: [
    { rowid: 11, presentation_id: 1, order_index: 1 },
    { rowid: 10, presentation_id: 1, order_index: 0 },
  ],
  element: [
    { slide_id: 10, element_style_type: 4, foreground_resource_id: 20 },
    { slide_id: 10, element_style_type: 8, foreground_resource_id: 22 },
    { slide_id: 11, element_style_type: 4, foreground_resource_id: 21 },
  ],
  resource_text: [
    { resource_id: 20, rtf: toRtf(`${LABEL}Verse 1`, ' One') },
    { resource_id: 21, rtf: toRtf(`${LABEL}Chorus`, ' Two') },
    { resource_id: 22, rtf: toRtf(' Copyright') },
  ],
};

describe('schedules of EasyWorship', () => {
  test('[D65] when a schedule is read, then its songs are read, and the plan has its items in their order', async () => {
    // EasyWorship writes a wrong checksum.
    const zip = toZip([{ name: 'main.db', content: toDatabase(SCHEDULE), crc: 1 }]);
    const items = await readCollectionFile('2026-02-30 Sunday.ewsx', zip);
    const [song] = songsOf(items);
    assert.deepEqual(slidesOf(song!), [
      ['v1', 'One'],
      ['c1', 'Two'],
    ]);
    assert.equal(song!.footer!.authors, 'John Newton');
    assert.deepEqual(refusedOf(items), [['Picture', 'service_item_left_out']]);
    assert.deepEqual(planOf(items), {
      title: '2026-02-30 Sunday',
      date: null,
      entries: [
        { title: 'Grace', song: 'Grace' },
        { title: 'John 3:16 (KJV)', note: 'Read slowly', passage: 'John 3:16' },
        { title: 'Picture' },
      ],
    });
  });

  test('[D70] when an archive has no database of a schedule, then it is refused', async () => {
    const codeOfFiles = (name: string, content: Buffer) =>
      codeOf(readCollectionFile('a.ewsx', toZip([{ name, content }])));
    assert.equal(await codeOfFiles('main.db', toDatabase({ other: [{ id: 1 }] })), 'service_without_order');
    assert.equal(await codeOfFiles('other.db', toDatabase(SCHEDULE)), 'service_without_order');
    assert.equal(await codeOfFiles('main.db', Buffer.from('no database')), 'database_damaged');
  });
});
