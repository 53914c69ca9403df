import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toZip } from '../editions/zip.ts';
import { HYMNS } from './hymns.ts';
import { omittedOf } from './omitted-of.ts';
import { planOf, readFile, songsOf } from './read-files.ts';
import { toFreeShow, toSongBeamer, toVideoPsalm } from './write-song.ts';

type Song = ReturnType<typeof songsOf>[0];

const show = JSON.parse(toFreeShow(HYMNS[0]!))[1];
const SCRIPTURE = { name: 'John 3:16', reference: { type: 'scripture' }, slides: {}, layouts: {} };

describe('projects of FreeShow', () => {
  const project = {
    name: 'Sunday',
    shows: [
      { id: 's', type: 'section', name: 'Welcome', notes: 'Ann' },
      { id: 'a', index: 1, scheduleLength: 250 },
      { id: 'b' },
      { id: 'C:\\films\\a.mp4', type: 'video' },
      { id: 'a' },
      { id: '__proto__' },
    ],
  };
  const text = JSON.stringify({ project, parentFolder: '', shows: { a: show, b: SCRIPTURE } });

  test('[D65] when a project is read, then its plan names songs, passages and headings, and each song comes once', async () => {
    const items = await readFile('a.project', text);
    assert.deepEqual(
      songsOf(items).map(({ name }) => name),
      [show.name],
    );
    assert.deepEqual(planOf(items), {
      title: 'Sunday',
      date: null,
      entries: [
        { title: 'Welcome', note: 'Ann' },
        { title: show.name, minutes: 5, song: show.name },
        { title: 'John 3:16', passage: 'John 3:16' },
        { title: 'a.mp4' },
        { title: show.name, song: show.name },
        { title: '__proto__' },
      ],
    });
  });

  test('[D70] when a project is cut off, then it is refused', () =>
    assert.rejects(readFile('a.project', text.slice(0, 500)), /seems to be cut off/));
});

describe('songbooks and agendas of VideoPsalm', () => {
  const songs = HYMNS.slice(0, 3).map((hymn, at) =>
    toVideoPsalm(hymn)
      .replace('\ufeff{', `{ID:${at + 1},`)
      .replace('Reference:"Hymns 7",', ''),
  );
  const book = `\ufeff{Abbreviation:"",Songs:[${songs.join(',')}],\nText:"Hymns"}`;

  test('[D70] when a songbook is read, then each song has its book and number', async () => {
    const read = songsOf(await readFile('book.json', book));
    assert.deepEqual(
      read.map(({ song }) => song.title),
      HYMNS.slice(0, 3).map(({ title }) => title),
    );
    assert.deepEqual(
      read.map(({ song }) => song.songbook),
      ['1', '2', '3'].map((number) => ({ name: 'Hymns', number })),
    );
  });

  test('[D70] when verses have chords, markup, numbers and looks, then words, chords and order are kept', async () => {
    const verses = [
      '{Style:{Background:{Image:"a.jpg",Video:"b.avi"}},Text:"[G]A<s923>ma</s>zing||\ngrace a[E]\u0300"}',
      '{ID:2,Text:"Two"},{ID:2,Text:"More of two"},{Tag:1,ID:0,Text:"Chorus"},{Tag:7,ID:0,Text:"Other"}',
      '{Tag:8,ID:0,Text:"[G][C]"},{Text:""},{Tag:1,ID:0,Text:"Chorus"},{ID:3,IsDisplayed:0,Text:"Hidden"},5',
    ];
    const song = `{Guid:"b",Text:"Grace",Key:"G",Theme:"x",Memo1:"y",Verses:[${verses.join(',')}]}`;
    const [{ song: read, report }] = songsOf(await readFile('a.json', `{Songs:[${song}],Text:"B"}`)) as [Song];
    assert.deepEqual(
      read.slides.map(({ id, text }) => [id, text]),
      [
        ['v1', 'Amazing\ngrace à'],
        ['v2', 'Two'],
        ['v2-2', 'More of two'],
        ['c1', 'Chorus'],
        ['o1', 'Other'],
        ['v3', 'Hidden'],
      ],
    );
    assert.deepEqual(read.order, ['v1', 'v2', 'v2-2', 'c1', 'o1', 'c1']);
    assert.deepEqual(read.slides[0]!.chords, [
      { line: 0, at: 0, chord: 'G' },
      { line: 1, at: 7, chord: 'E' },
    ]);
    assert.deepEqual(omittedOf(report), {
      key: 1,
      themes: 1,
      comments: 1,
      background_images: 1,
      media: 1,
      formatting: 2,
      instrumental_parts: 1,
      empty_verses: 1,
    });
  });

  test('[D70] when a songbook is damaged, then it is refused, and one song without words alone', async () => {
    await assert.rejects(readFile('book.json', book.slice(0, 900)), /seems to be cut off/);
    await assert.rejects(
      readFile('book.json', book.replace('Verses:', 'Verses')),
      /book\.json, line \d+: the file is damaged/,
    );
    await assert.rejects(readFile('book.json', '{Songs:[]}'), /no words/);
    const items = await readFile('book.json', `{Songs:[{Text:"None",Verses:[]},${songs[0]}],__proto__:{Songs:1}}`);
    assert.deepEqual(
      items.map(({ kind }) => kind),
      ['refused', 'song'],
    );
  });

  test('[D65] when an agenda is read, then its plan has its songs and passages in the order of the archive', async () => {
    const items = await readFile(
      '2026.05.03.vpagd',
      toZip([
        { name: 'Version.json', content: '2' },
        { name: 'Song_1.json', content: songs[0]! },
        { name: 'Song_0.json', content: '{Text:"Cut' },
        { name: 'Song_2.json', content: songs[1]! },
        { name: 'SongBook_2.json', content: '{Text:"Cut' },
        { name: 'BibleVerses_3.json', content: '{Verses:[{Text:"a"}]}' },
        { name: 'BibleChapter_3.json', content: '{ID:7}', crc: 1 },
        { name: 'SongBook_1.json', content: '{Text:"Book"}' },
        { name: 'BibleVerses_0.json', content: '{Verses:[{Text:"a"},{ID:2,Text:"b"}]}' },
        { name: 'BibleChapter_0.json', content: '{ID:7}' },
        { name: 'BibleBook_0.json', content: '{ID:5,Text:"Joshua"}' },
        { name: 'Image_0.json', content: '{Text:"Picture"}' },
      ]),
    );
    assert.deepEqual(
      items.map(({ kind }) => kind),
      ['song', 'refused', 'refused', 'refused', 'plan'],
    );
    assert.deepEqual(songsOf(items)[0]!.song.songbook, { name: 'Book', number: '1' });
    assert.deepEqual(planOf(items), {
      title: '2026.05.03',
      date: '2026-05-03',
      entries: [
        { title: HYMNS[0]!.title, song: 'Song_1.json' },
        { title: 'Joshua 7:1-2', passage: 'Joshua 7:1-2' },
        { title: 'Picture' },
      ],
    });
  });
});

describe('schedules of other programs', () => {
  const schedule = `object AblaufPlanItems: TAblaufPlanItems
  items = <
    item
      Caption = 'Begr'#252#223'ung: '#39'Hallo'''
      Color = 33023
    end
    item
      Caption = 'Grace'
      FileName = 'Songs\\Grace.sng'
    end
    item
      Caption =
        'A long ' +
        'caption'
      FileName = '..\\..\\a.ppt'
    end>
end
`;

  test('[D65] when a schedule of SongBeamer is read, then its plan names the files of songs', async () => {
    const plan = planOf(await readFile('Gottesdienst 31.12.2026.col', schedule));
    assert.deepEqual(plan, {
      title: 'Gottesdienst 31.12.2026',
      date: '2026-12-31',
      entries: [
        { title: "Begrüßung: 'Hallo'" },
        { title: 'Grace', song: 'Songs/Grace.sng' },
        { title: 'A long caption' },
      ],
    });
    await assert.rejects(readFile('a.col', schedule.slice(0, -20)), /seems to be cut off/);
  });

  test('[D65] when an archive has a schedule with its songs, as ChurchTools exports it, then both are read', async () => {
    const items = await readFile(
      'agenda.zip',
      toZip([
        { name: 'Schedule.col', content: schedule },
        { name: 'Songs/Grace.sng', content: toSongBeamer(HYMNS[0]!) },
      ]),
    );
    assert.equal(planOf(items)?.entries.length, 3);
    assert.deepEqual(
      songsOf(items).map(({ name }) => name),
      ['Songs/Grace.sng'],
    );
  });

  test('[D65] when a set of OpenSong is read, then its plan has songs, passages, and notes of other items', async () => {
    const plan = planOf(
      await readFile(
        'set',
        `<?xml version="1.0"?><set name="2026-05-03"><slide_groups>
          <slide_group name="Grace" type="song" path="Hymns/" presentation=""/>
          <slide_group name="John 3:16" type="scripture"><title>John 3:16-17|KJV</title><slides><slide><body>For God</body></slide></slides></slide_group>
          <slide_group name="Welcome" type="custom"><notes>Ann</notes><slides><slide><body>Hello</body></slide></slides></slide_group>
          <slide_group name="" type="image"/></slide_groups></set>`,
      ),
    );
    assert.deepEqual(plan, {
      title: '2026-05-03',
      date: '2026-05-03',
      entries: [
        { title: 'Grace', song: 'Hymns/Grace' },
        { title: 'John 3:16-17', passage: 'John 3:16-17' },
        { title: 'Welcome', note: 'Ann Hello' },
      ],
    });
    await assert.rejects(readFile('set', '<set name="a"><slide_groups>'), /cut off/);
  });
});

describe('tables', () => {
  test('[D70] when a table has titles and words, then each row is a song, in several languages of its columns', async () => {
    const tables: readonly (readonly [string, string | Buffer])[] = [
      [
        'a.csv',
        '\ufeffTitle,Author,Lyrics,CCLI,Songbook,No.,Order,Color\n"Grace, amazing",John; Ann,"Verse 1\nOne\n\nChorus\nTwo",22025,Hymns,47,"Verse 1, Chorus, Verse 1",red\n',
      ],
      [
        'a.tsv',
        'Titel\tAutor\tLiedtext\tCCLI-Nummer\tLiederbuch\tNummer\tReihenfolge\tFarbe\nGrace, amazing\tJohn; Ann\t"Verse 1\nOne\n\nChorus\nTwo"\t22025\tHymns\t47\tV1 C V1\trot\n',
      ],
      [
        'pt.csv',
        Buffer.from(
          'T\u00edtulo;Autores;Letra;CCLI;Hin\u00e1rio;N\u00famero;Ordem;Cor\nGrace, amazing;"John; Ann";"Verse 1\nOne\n\nChorus\nTwo";22025;Hymns;47;V1 C V1;azul\n',
          'latin1',
        ),
      ],
    ];
    for (const [name, content] of tables) {
      const [{ song, report }] = songsOf(await readFile(name, content)) as [Song];
      assert.equal(song.title, 'Grace, amazing', name);
      assert.deepEqual(
        song.slides.map(({ id, text }) => [id, text]),
        [
          ['v1', 'One'],
          ['c1', 'Two'],
        ],
      );
      assert.deepEqual(song.order, ['v1', 'c1', 'v1']);
      assert.deepEqual(song.footer, { authors: 'John, Ann', copyright: null, ccli: '22025', source: 'Hymns 47' });
      assert.deepEqual(omittedOf(report), { comments: 1 });
    }
  });

  test('[D77] when words of a table have chords, as Planning Center exports them, then they are kept', async () => {
    const [{ song, report }] = songsOf(
      await readFile(
        'songs.csv',
        'Id,Title,CCLI,Themes,Arrangement 1 Chord Chart,Arrangement 1 Chord Chart Key\r\n1,Grace,22025,", Grace","VERSE 1\r\n[G]Amazing [C]grace\r\n\r\nCOLUMN_BREAK\r\nCHORUS\r\nPraise",G\r\n',
      ),
    ) as [Song];
    assert.deepEqual(
      song.slides.map(({ id, text, chords }) => [id, text, chords?.length]),
      [
        ['v1', 'Amazing grace', 2],
        ['c1', 'Praise', undefined],
      ],
    );
    assert.deepEqual(omittedOf(report), { key: 1, themes: 1 });
  });

  test('[D65] when a table is an order of service, then it is a plan', async () => {
    assert.deepEqual(
      planOf(
        await readFile(
          '2026-05-03.csv',
          'Item,Passage,Length,Notes,Person\nWelcome,,5:00,,Ann\n,John 3:16,,read,\nGrace,,1:00:30,,\n',
        ),
      ),
      {
        title: '2026-05-03',
        date: '2026-05-03',
        entries: [
          { title: 'Welcome', minutes: 5, person: 'Ann' },
          { title: 'John 3:16', note: 'read', passage: 'John 3:16' },
          { title: 'Grace', minutes: 61 },
        ],
      },
    );
  });

  test('[D70] when a table is hostile, then it is refused, or read as the text that it is', async () => {
    await assert.rejects(
      readFile('a.csv', 'Title,Lyrics\nA,"Amazing\n'),
      /a\.csv, line \d+: a quotation mark opens a cell/,
    );
    await assert.rejects(readFile('a.csv', 'id,title,color\n1,Grace,red\n'), /a table/);
    const items = await readFile(
      'a.csv',
      'Title,Lyrics,__proto__\n=HYPERLINK("x"),=1+1 amazing,x\n"A ""B""",Say "hello" now,,,,\nNone,,\n',
    );
    assert.deepEqual(
      items.map((item) => (item.kind === 'song' ? [item.song.title, item.song.slides[0]!.text] : item.kind)),
      [['=HYPERLINK("x")', '=1+1 amazing'], ['A "B"', 'Say "hello" now'], 'refused'],
    );
  });
});
