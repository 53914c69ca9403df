import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toZip } from '../editions/zip.ts';
import { omittedOf } from './omitted-of.ts';
import { planOf, readCollectionFile, refusedOf, songsOf } from './read-collection-file.ts';
import { toDatabase, toLyrics, toSong } from './write-database.ts';

const VERSE = toLyrics(['v', '1', 'One']);
const readSong = async (lyrics: string, more = {}) =>
  songsOf(await readCollectionFile('songs.sqlite', toDatabase({ songs: [toSong(1, lyrics, more)] })))[0]!;
const slidesOf = ({ slides }: { slides: readonly { id: string; text: string | null }[] }) =>
  slides.map(({ id, text }) => [id, text]);

describe('songs of OpenLP', () => {
  test('[D70] when a database is read, then a song has its parts, its order, its names and its songbook', async () => {
    const lyrics = toLyrics(['v', '1', 'One\nTwo'], ['c', '1', 'Three'], ['v', '2', 'Four']);
    const database = toDatabase({
      songs: [
        toSong(7, lyrics, {
          title: 'Grace',
          alternate_title: 'Gnade',
          verse_order: 'v1 c1 v2 c',
          copyright: '© 1900 Press',
          ccli_number: '22025',
          comments: 'Slowly',
          theme_name: 'Moss',
        }),
      ],
      authors: [
        { id: 1, display_name: 'John Newton', first_name: '', last_name: '' },
        { id: 2, display_name: '', first_name: 'William', last_name: 'Walker' },
      ],
      authors_songs: [
        { author_id: 1, song_id: 7, author_type: 'words' },
        { author_id: 2, song_id: 7, author_type: 'music' },
      ],
      song_books: [
        { id: 1, name: 'Hymns' },
        { id: 2, name: 'Songs' },
      ],
      songs_songbooks: [
        { songbook_id: 1, song_id: 7, entry: '12' },
        { songbook_id: 2, song_id: 7, entry: '3a' },
      ],
      songs_topics: [{ song_id: 7, topic_id: 1 }],
      media_files: [{ song_id: 7, file_name: 'a.mp3' }],
    });
    const [song] = songsOf(await readCollectionFile('songs.sqlite', database));
    assert.equal(song!.title, 'Grace');
    assert.deepEqual(slidesOf(song!), [
      ['v1', 'One\nTwo'],
      ['c1', 'Three'],
      ['v2', 'Four'],
    ]);
    assert.deepEqual(song!.order, ['v1', 'c1', 'v2', 'c1']);
    assert.deepEqual(song!.footer, {
      authors: 'John Newton, William Walker',
      copyright: '© 1900 Press',
      ccli: '22025',
      source: 'Hymns 12',
    });
    assert.deepEqual(song!.songbook, { name: 'Hymns', number: '12' });
    assert.equal(song!.report.format, 'OpenLP');
    assert.deepEqual(omittedOf(song!.report), {
      background_images: 1,
      comments: 1,
      media: 1,
      other_songbooks: 1,
      other_titles: 1,
      themes: 1,
    });
  });

  test('[D70] when the database is of OpenLP 1.9, then the songbook stands with the song', async () => {
    const [song] = songsOf(
      await readCollectionFile(
        'songs.sqlite',
        toDatabase({
          songs: [toSong(1, VERSE, { song_book_id: 2, song_number: '40' })],
          song_books: [{ id: 2, name: 'Hymns' }],
        }),
      ),
    );
    assert.deepEqual(song!.songbook, { name: 'Hymns', number: '40' });
  });

  test('[D70] when words have marks, then formatting is left out, and divisions and blank lines divide slides', async () => {
    const song = await readSong(
      toLyrics(['v', '1', '{st}One{/st} {own}two{/own}{br}three [G]four\n[---]\nfive {six}\n[===]\nseven\n\neight']),
    );
    assert.deepEqual(slidesOf(song), [
      ['v1', 'One two\nthree four'],
      ['v1-2', 'five {six}'],
      ['v1-3', 'seven'],
      ['v1-4', 'eight'],
    ]);
    assert.deepEqual(song.slides[0]!.chords, [{ line: 1, at: 6, chord: 'G' }]);
    assert.deepEqual(omittedOf(song.report), { formatting: 2 });
  });

  test('[D70] when several texts have one label, then they are slides of one part; without an order, another part divides them', async () => {
    const verses = [
      ['v', '1', 'One'],
      ['v', '1', 'Two'],
      ['c', '1', 'Three'],
      ['v', '1', 'Four'],
    ] as const;
    const ordered = await readSong(toLyrics(...verses), { verse_order: 'c1 v1' });
    assert.deepEqual(
      ordered.slides.map(({ id }) => id),
      ['v1', 'v1-2', 'v1-3', 'c1'],
    );
    assert.deepEqual(ordered.order, ['c1', 'v1', 'v1-2', 'v1-3']);
    const plain = await readSong(toLyrics(...verses));
    assert.deepEqual(
      plain.slides.map(({ text }) => text),
      ['One', 'Two', 'Three', 'Four'],
    );
    assert.equal(plain.order, null);
  });

  test('[D77] when a part stands in two languages, then the second is below the first', async () => {
    const song = await readSong(toLyrics(['v', '1', 'One\nTwo', 'en'], ['v', '1', 'Eins\nZwei', 'de']));
    assert.equal(song.language_tag, 'en');
    assert.deepEqual(slidesOf(song), [['v1', 'One\nTwo']]);
    assert.deepEqual(song.slides[0]!.translations, [{ language_tag: 'de', text: 'Eins\nZwei' }]);
  });

  test('[D70] when an order names a part that is missing, or only missing ones, then the report says so and no words are lost', async () => {
    const song = await readSong(toLyrics(['v', '1', 'One'], ['v', '2', 'Two']), { verse_order: 'v1 c1 v1' });
    assert.deepEqual(song.order, ['v1', 'v1']);
    assert.deepEqual(
      song.report.warnings.map(({ code }) => code),
      ['song_order_unknown', 'song_not_in_order'],
    );
    assert.equal((await readSong(VERSE, { verse_order: 'x9' })).order, null);
  });

  test('[D70] when songs have one title, are temporary, empty or damaged, then each has a name of its own, is skipped or is refused', async () => {
    const items = await readCollectionFile(
      'songs.sqlite',
      toDatabase({
        songs: [
          toSong(1, VERSE, { title: 'A' }),
          toSong(2, VERSE, { title: 'A' }),
          toSong(3, VERSE, { temporary: 1 }),
          toSong(4, toLyrics(['v', '1', ''])),
          toSong(5, VERSE.slice(0, -20)),
          toSong(6, 'One\n\nTwo'),
        ],
      }),
    );
    assert.deepEqual(
      songsOf(items).map(({ name, slides }) => [name, slides.length]),
      [
        ['A', 1],
        ['A (2)', 1],
        ['Song 6', 2],
      ],
    );
    assert.deepEqual(refusedOf(items), [
      ['Song 4', 'song_without_words'],
      ['Song 5', 'file_cut_off'],
    ]);
  });

  test('[D1] when an order repeats verses without end, then the song is refused', async () => {
    const items = await readCollectionFile(
      'songs.sqlite',
      toDatabase({ songs: [toSong(1, VERSE, { verse_order: 'v1 '.repeat(100_000) })] }),
    );
    assert.deepEqual(refusedOf(items), [['Song 1', 'song_order_too_long']]);
  });
});

const XML = `<?xml version="1.0" encoding="UTF-8"?><song xmlns="http://openlyrics.info/namespace/2009/song" version="0.8"><properties><titles><title>Grace</title></titles><verseOrder>v1 v1</verseOrder></properties><lyrics><verse name="v1"><lines>One<br/>Two</lines></verse></lyrics></song>`;
const toItem = (header: object, data: readonly object[] = []) => ({ serviceitem: { header, data } });
const toService = (items: readonly unknown[], name = 'service_data.osj') =>
  toZip([{ name, content: JSON.stringify([{ openlp_core: { 'lite-service': true } }, ...items]) }]);

describe('services of OpenLP', () => {
  test('[D65] when a service is read, then songs are read, and the plan has songs, passages and headings in their order', async () => {
    const song = { name: 'songs', title: 'Grace', xml_version: XML, notes: 'In G' };
    const items = await readCollectionFile(
      'Service 2026-11-29.osz',
      toService([
        toItem({ name: 'custom', title: 'Welcome' }, [{ raw_slide: 'Hello' }]),
        toItem(song),
        toItem({ name: 'bibles', title: 'John 3:16-17 (KJV)' }),
        toItem(song),
      ]),
    );
    assert.deepEqual(
      songsOf(items).map(({ name, title, order, report }) => [name, title, order, report.format]),
      [['Grace', 'Grace', ['v1', 'v1'], 'OpenLP (service)']],
    );
    assert.deepEqual(refusedOf(items), [['Welcome', 'service_item_left_out']]);
    assert.deepEqual(planOf(items), {
      title: 'Service 2026-11-29',
      date: '2026-11-29',
      entries: [
        { title: 'Welcome' },
        { title: 'Grace', note: 'In G', song: 'Grace' },
        { title: 'John 3:16-17 (KJV)', passage: 'John 3:16-17' },
        { title: 'Grace', note: 'In G', song: 'Grace' },
      ],
    });
  });

  test('[D70] when a song of a service has slides alone, then they are its parts', async () => {
    const audit = ['Grace', ['John Newton'], 'Public Domain', '22025'];
    const slides = ['V1', 'V1', 'C1', 'V1'].map((verseTag, at) => ({ verseTag, raw_slide: `{st}Line{/st} ${at % 3}` }));
    const [song] = songsOf(
      await readCollectionFile(
        'a.oszl',
        toService([toItem({ name: 'songs', title: 'x', audit, theme: 'Moss' }, slides)], 'a.osj'),
      ),
    );
    assert.equal(song!.title, 'Grace');
    assert.deepEqual(slidesOf(song!), [
      ['v1', 'Line 0'],
      ['v1-2', 'Line 1'],
      ['c1', 'Line 2'],
      ['v2', 'Line 0'],
    ]);
    assert.deepEqual(song!.footer, {
      authors: 'John Newton',
      copyright: 'Public Domain',
      ccli: '22025',
      source: null,
    });
    assert.deepEqual(omittedOf(song!.report), { background_images: 1, formatting: 4 });
  });

  test('[D65] when a service lies in an archive, then its plan names the songs as the archive does', async () => {
    const osz = toService([toItem({ name: 'songs', title: 'Grace', xml_version: XML })]);
    const items = await readCollectionFile('all.zip', toZip([{ name: 'b/a.osz', content: osz }]));
    assert.deepEqual(
      items.map(({ name }) => name),
      ['b/a.osz/Grace', 'b/a.osz/a'],
    );
    assert.equal(planOf(items)!.entries[0]!.song, 'b/a.osz/Grace');
  });

  test('[D70] when an archive has no order of service, or a damaged one, then it is refused', async () => {
    const codeOf = (content: Buffer) =>
      readCollectionFile('a.osz', content).catch((error) => error.reason?.code ?? error);
    assert.equal(await codeOf(toZip([{ name: 'a.txt', content: 'One' }])), 'service_without_order');
    assert.equal(await codeOf(toZip([{ name: 'service_data.osj', content: '[{"ser' }])), 'file_damaged');
    assert.equal(await codeOf(toService([]).subarray(0, -10)), 'song_archive_damaged');
    assert.deepEqual(
      planOf(
        await readCollectionFile('a.osz', toZip([{ name: 'x.osj', content: '[1,null,{"serviceitem":{"header":7}}]' }])),
      ),
      {
        title: 'a',
        date: null,
        entries: [],
      },
    );
  });
});
