import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DECK_FOOTER_MAX_CHARACTERS } from '../../src/contract/limits.ts';
import { parseVerseLabel } from '../../src/songs/collector/verse-label.ts';
import { readRtf } from '../../src/songs/formats/propresenter/rtf.ts';
import { parseSong } from '../../src/songs/parse-song.ts';
import type { SongFileReport } from '../../src/songs/song.ts';
import { omittedOf } from './omitted-of.ts';
import { toWindows1252 } from './write-song.ts';

const messagesOf = ({ warnings }: SongFileReport): string[] => warnings.map(({ message }) => message);
const parse = (text: string | Buffer, fileName = 'a.txt') => parseSong(Buffer.from(text as string), fileName);
const slidesOf = async (text: string | Buffer, fileName?: string) =>
  (await parse(text, fileName)).song.slides.map((slide) => `${slide.id}: ${slide.text!.replaceAll('\n', ' / ')}`);
const openLyrics = (lyrics: string, properties = '', root = '') =>
  `<song xmlns="http://openlyrics.info/namespace/2009/song" version="0.9" ${root}><properties><titles><title>T</title></titles>${properties}</properties><lyrics>${lyrics}</lyrics></song>`;
const openSong = (lyrics: string, others = '') =>
  `<?xml version="1.0"?><song><title>T</title><lyrics>${lyrics}</lyrics>${others}</song>`;
const songBeamer = (body: string, header = '') => `#LangCount=1\n#Title=T\n${header}${body}`;

describe('labels of verses', () => {
  const LABELS: readonly (readonly [label: string, expected: string | null])[] = [
    ['Verse 1', 'v1'],
    ['VERSE 2:', 'v2'],
    ['[Verse 3]', 'v3'],
    ['Verse IV', 'v4'],
    ['Verse 2a', 'v2a'],
    ['Vers 1', 'v1'],
    ['1. Strophe', 'v1'],
    ['Strophe 2:', 'v2'],
    ['Estrofe 1', 'v1'],
    ['Couplet 3', 'v3'],
    ['Zwrotka 1', 'v1'],
    ['Куплет 2', 'v2'],
    ['Chorus', 'c'],
    ['Refrain', 'c'],
    ['Refrain:', 'c'],
    ['Refrão', 'c'],
    ['REFRÃO', 'c'],
    ['Coro', 'c'],
    ['Estribillo', 'c'],
    ['Ritornello', 'c'],
    ['Припев', 'c'],
    ['Chorus (2x)', 'c×2'],
    ['Chorus x3', 'c×3'],
    ['Pre-Chorus 1', 'p1'],
    ['Pré-Refrão', 'p'],
    ['Bridge 2', 'b2'],
    ['Brücke', 'b'],
    ['Ponte', 'b'],
    ['Intro', 'i'],
    ['Ending', 'e'],
    ['Schluss', 'e'],
    ['Zwischenspiel', 'o'],
    ['Teil 2', 'o2'],
    ['Amazing grace', null],
    ['Verse of my heart', null],
    ['Chorus of angels', null],
    ['1', null],
    ['V1', null],
    ['', null],
  ];

  for (const [label, expected] of LABELS) {
    test(`[D70] when a line is "${label}", then it is ${expected ?? 'no label'}`, () => {
      const found = parseVerseLabel(label);
      const shown =
        found && `${found.kind}${found.number ?? ''}${found.part}${found.times > 1 ? `×${found.times}` : ''}`;
      assert.equal(shown, expected);
    });
  }

  test('[D70] when a format uses letters, then they are labels', () => {
    for (const [code, kind, number] of [
      ['V1', 'v', 1],
      ['C', 'c', null],
      ['b2', 'b', 2],
      ['T', 'e', null],
    ] as const) {
      assert.deepEqual(parseVerseLabel(code, { codes: true }), { kind, number, part: '', times: 1 });
    }
  });
});

describe('the order of a song', () => {
  test('[D70] when an order names a verse that does not exist, then it is left out, and the report says so', async () => {
    const { song, report } = await parse(
      openLyrics(
        '<verse name="v1"><lines>One</lines></verse><verse name="c"><lines>Two</lines></verse>',
        '<verseOrder>v1 c v7 v1</verseOrder>',
      ),
    );
    assert.deepEqual(song.order, ['v1', 'c1', 'v1']);
    assert.deepEqual(messagesOf(report), ['the verse order names "v7", which is not a verse of the song']);
  });

  test('[D70] when an order leaves out a verse, then its slide stays, and the report says that it is never shown', async () => {
    const { song, report } = await parse(
      songBeamer('---\nVers 1\nOne\n---\nVers 2\nTwo\n', '#VerseOrder=Vers 1,Vers 1,STOP,Vers 2\n'),
    );
    assert.deepEqual(song.order, ['v1', 'v1']);
    assert.equal(song.slides.length, 2);
    assert.deepEqual(messagesOf(report), ['not in the verse order, and so never shown: v2']);
  });

  test('[D70] when an order names nothing that exists, then the verses are shown as they stand', async () => {
    const { song } = await parse(openSong('[V1]\n One\n[V2]\n Two\n', '<presentation>X Y</presentation>'), 'a');
    assert.equal(song.order, null);
  });

  test('[D70] when two verses have one label and other words, then both are kept under ids of their own', async () => {
    const { song, report } = await parse(
      openLyrics(
        '<verse name="v1"><lines>One</lines></verse><verse name="v1"><lines>Two</lines></verse><verse name="v2"><lines>Three</lines></verse>',
      ),
    );
    assert.deepEqual(
      song.slides.map(({ id, text }) => [id, text]),
      [
        ['v1', 'One'],
        ['v3', 'Two'],
        ['v2', 'Three'],
      ],
    );
    assert.match(report.warnings[0]!.message, /^the label "v1" is used for two verses/);
  });

  test('[D70] when the words of a verse are repeated, then they are one slide that is shown twice', async () => {
    const { song } = await parse('Chorus\nTwo\n\nVerse 1\nOne\n\nChorus\nTwo\n');
    assert.deepEqual(song.order, ['c1', 'v1', 'c1']);
    assert.equal(song.slides.length, 2);
  });

  test('[D70] when a label asks for repetitions, then the verse is shown as often', async () => {
    assert.deepEqual((await parse('Verse 1\nOne\n\nChorus (2x)\nTwo\n\nChorus x2\n')).song.order, [
      'v1',
      'c1',
      'c1',
      'c1',
      'c1',
    ]);
  });

  test('[D70] when an order names a verse that has parts, then all parts are shown', async () => {
    const verses = ['v1a', 'v1b', 'c'].map((name) => `<verse name="${name}"><lines>${name}</lines></verse>`).join('');
    const { song } = await parse(openLyrics(verses, '<verseOrder>v1 c v1b</verseOrder>'));
    assert.deepEqual(song.order, ['v1a', 'v1b', 'c1', 'v1b']);
  });

  test('[D70] when a slide is long, then each slide of its verse follows it in the order', async () => {
    const { song } = await parse('Chorus\nOne\n\nTwo\n\nVerse 1\nThree\n\nChorus\n');
    assert.deepEqual(song.order, ['c1', 'c1-2', 'v1', 'c1', 'c1-2']);
  });
});

describe('what the formats of songs have', () => {
  test('[D77] when a file has chords, then they are kept with the words that follow them', async () => {
    const chordsOf = async (text: string, fileName: string) => {
      const { song, report } = await parse(text, fileName);
      assert.equal(omittedOf(report).chords, undefined);
      return song.slides.map((slide) =>
        (slide.chords ?? []).map(({ line, at, chord }) => `${chord}:${slide.text!.split('\n')[line]!.slice(at)}`),
      );
    };
    const expected = [['G:Amazing grace', 'D/F#:grace', 'C:sweet']];
    for (const [text, fileName] of [
      ['{t:T}\n{sov}\n[G]Amazing  [D/F#]grace\nhow [C]sweet\n{eov}\n', 'a.cho'],
      ['{t:T}\n{sov}\nG       D/F#\nAmazing grace\nhow [C]sweet\n{eov}\n', 'a.cho'],
      [
        openLyrics(
          '<verse name="v1"><lines><chord name="G"/>Amazing <chord root="D" bass="F#"/>grace<br/>\n how <chord root="C"/>sweet</lines></verse>',
        ),
        'a.xml',
      ],
      [openSong('[V1]\n.G         D/F#\n Ama__zing grace\n.    C\n how sweet\n'), 'a'],
    ] as const) {
      assert.deepEqual(await chordsOf(text, fileName), expected, text);
    }
    assert.deepEqual(await chordsOf(openSong('[V]\n.G   C\n1One two\n2Red sun|D\n'), 'a'), [
      ['G:One two', 'C:two'],
      ['G:Red sun', 'C:sun'],
    ]);
  });

  test('[D77] when a file names a songbook, then its name and number are read apart', async () => {
    for (const [named, name, number] of [
      ['EG 316', 'EG', '316'],
      ['Feiert Jesus 1 / 25', 'Feiert Jesus 1', '25'],
      ['Hymnal / 25b', 'Hymnal', '25'],
      ['Songs (No. 007)', 'Songs', '007'],
      ['12', '#', '12'],
    ] as const) {
      const { song } = await parse(songBeamer('---\nWords\n', `#Songbook=${named}\n`), 'a.sng');
      assert.deepEqual(song.songbook, { name, number }, named);
    }
    const { song } = await parse(songBeamer('---\nWords\n', '#Songbook=Of our own\n'), 'a.sng');
    assert.deepEqual([song.songbook, song.footer?.source], [null, 'Of our own']);
  });

  test('[D77] when a translation has the slides of its verse, then its lines follow them; else they stand with the lines', async () => {
    const verse = (lang: string, ...slides: string[]) =>
      `<verse name="v1" lang="${lang}">${slides.map((text) => `<lines break="optional">${text}</lines>`).join('')}</verse>`;
    const { song } = await parse(
      openLyrics(
        verse('en', 'a<br/>b', 'c') + verse('de', 'A', 'B<br/>C') + verse('pt', 'x<br/>y<br/>z'),
        '',
        'xml:lang="en"',
      ),
    );
    assert.deepEqual(
      song.slides.map(({ translations }) => translations?.map(({ text }) => text)),
      [
        ['A', 'x\ny'],
        ['B\nC', 'z'],
      ],
    );
  });

  test('[D70] when OpenLyrics has translations, then that of the song is first, and the others are kept', async () => {
    const verse = (lang: string, text: string, more = '') =>
      `<verse name="v1" lang="${lang}"${more}><lines>${text}</lines></verse>`;
    const { song, report } = await parse(
      openLyrics(
        verse('en', 'Grace') + verse('he', 'chesed', ' translit="en"') + verse('de', 'Gnade'),
        '',
        'xml:lang="de"',
      ),
    );
    assert.deepEqual(
      song.slides.map(({ text }) => text),
      ['Gnade'],
    );
    assert.deepEqual(song.slides[0]!.translations, [
      { language_tag: 'en', text: 'Grace' },
      { language_tag: 'he-Latn', text: 'chesed' },
    ]);
    assert.equal(song.language_tag, 'de');
    assert.deepEqual(omittedOf(report), {});
  });

  test('[D70] when OpenLyrics has a variant of the language of the song, then it is kept', async () => {
    const verse = (lang: string, text: string) => `<verse name="v1" lang="${lang}"><lines>${text}</lines></verse>`;
    const { song } = await parse(openLyrics(verse('en', 'Grace') + verse('de', 'Gnade'), '', 'xml:lang="de-AT"'));
    assert.deepEqual(
      song.slides.map(({ text }) => text),
      ['Gnade'],
    );
  });

  test('[D70] when an order names a part without words, then it is left out without a warning', async () => {
    const intro = '<instrument name="i"><lines><beat><chord name="D"/></beat></lines></instrument>';
    const lyrics = await parse(
      openLyrics(`${intro}<verse name="v1"><lines>One</lines></verse>`, '<verseOrder>i v1</verseOrder>'),
    );
    const beamer = await parse(songBeamer('---\nIntro\n---\nVers 1\nOne\n', '#VerseOrder=Intro,Vers 1,STOP\n'));
    for (const { song, report } of [lyrics, beamer]) assert.deepEqual([song.order, report.warnings], [null, []]);
  });

  test('[D70] when OpenLyrics has comments, tags, instruments and songbooks, then only words and the songbook stay', async () => {
    const { song, report } = await parse(
      openLyrics(
        '<instrument name="i"><lines><beat><chord name="D"/></beat></lines></instrument><verse name="v1"><lines part="men">A <tag name="b">bold</tag> <comment>softly</comment>word<br/><chord root="C">un</chord>der</lines></verse>',
        '<songbooks><songbook name="Hymns" entry="7a"/></songbooks><tempo type="bpm">90</tempo><comments><comment>x</comment></comments>',
      ),
    );
    assert.deepEqual(
      song.slides.map(({ text }) => text),
      ['A bold word\nunder'],
    );
    assert.deepEqual(song.footer, { authors: null, copyright: null, ccli: null, source: 'Hymns 7a' });
    assert.deepEqual(omittedOf(report), {
      tempo: 1,
      comments: 2,
      instrumental_parts: 1,
      part_names: 1,
      formatting: 1,
    });
  });

  test('[D70] when an OpenSong has verses below one another, breaks and syllables, then they are verses, slides and words', async () => {
    assert.deepEqual(
      await slidesOf(
        openSong('[V]\n.C  G\n1A__ma____zing\n2Twas\n;note\n1grace\n2fear\n[C]\n One ||\n Two | Three\n---\n four\n'),
        'a',
      ),
      ['v1: Amazing / grace', 'v2: Twas / fear', 'c1: One', 'c1-2: Two / Three / four'],
    );
  });

  test('[D70] when a SongBeamer song has several languages, then all are kept', async () => {
    const body = '---\nVers 1\nGnade\nGrace\n##2 mercy\n##1 Güte\n##3 immer\n';
    const { song, report } = await parse(songBeamer(body).replace('LangCount=1', 'LangCount=2'), 'a.sng');
    assert.equal(song.slides[0]!.text, 'Gnade\nGüte\nimmer');
    assert.deepEqual(song.slides[0]!.translations, [{ language_tag: 'und', text: 'Grace\nmercy' }]);
    assert.deepEqual(omittedOf(report), {});
  });

  test('[D70] when a SongBeamer song has blocks without labels, then they continue the verse before, or are verses', async () => {
    assert.deepEqual(await slidesOf(songBeamer('---\nRefrain\nA\n---\nB\n--A\nC\n---\n$$M=Segen\nD\n')), [
      'c1: A',
      'c1-2: B',
      'c1-3: C',
      'o1: D',
    ]);
    assert.deepEqual(await slidesOf(songBeamer('---\n1. A\n --- \n<b>2.</b> B\n')), ['v1: 1. A', 'v2: 2. B']);
  });

  test('[D70] when old files are in Windows-1252, then they are read, and the report says so', async () => {
    const { song, report } = await parse(toWindows1252(songBeamer('---\nGroßer Gott – „wir“\n')), 'a.sng');
    assert.equal(song.slides[0]!.text, 'Großer Gott – „wir“');
    assert.match(report.warnings[0]!.message, /read as Windows-1252/);
  });

  test('[D70] when a ChordPro song has directives of all kinds, then only words stay', async () => {
    const { song, report } = await parse(
      '{t:T}\n{st:S}\n{meta: lyricist Ann}\n{ccli: 123}\n{key: C}\n{define: X}\n{odd: 1}\n{soc}\n[C]Joy[*softly]ful\n{eoc}\n{sot}\ne|--3--|\n{eot}\n# note\n{c: Verse 1}\nOne\n{textsize: 10}\n\n{ci: slowly}\n[Am7] [G/B]\nTwo\n{chorus}\n',
      'a.cho',
    );
    assert.deepEqual(
      song.slides.map(({ id, text }) => [id, text]),
      [
        ['c1', 'Joyful'],
        ['v1', 'One'],
        ['v2', 'Two'],
      ],
    );
    assert.deepEqual(song.order, ['c1', 'v1', 'v2', 'c1']);
    assert.deepEqual(song.footer, { authors: 'Ann', copyright: null, ccli: '123', source: null });
    assert.deepEqual(omittedOf(report), {
      other_titles: 1,
      key: 1,
      chords: 3,
      unknown_tags: 1,
      comments: 3,
      notation: 1,
    });
  });

  test('[D70] when a text has chords in brackets, then it is ChordPro also under another name', async () => {
    const { report } = await parse('Swing [D]low, sweet [G]chariot\n', 'a.txt');
    assert.equal(report.format, 'ChordPro');
  });

  test('[D70] when chords stand above the words, then they are left out, and words that look like chords stay', async () => {
    const { song, report } = await parse(
      'My song\n\nVerse 1\n C      G/B  Am7\nAmazing grace\n| D | A/C# | x2\nA\nAh Eden\nBe Glad\n',
    );
    assert.equal(song.slides[0]!.text, 'Amazing grace\nA\nAh Eden\nBe Glad');
    assert.deepEqual(omittedOf(report), { chords: 5 });
  });

  test('[D70] when a song with chords has its labels as text, then they begin verses', async () => {
    const text = 'Verse 1:\n[C]Amazing [F]grace\n\n[Chorus]\n[G]Praise\n\nVerse 2\nTwas\nBridge of\n\nChorus\n';
    const { song, report } = await parse(text);
    assert.equal(report.format, 'ChordPro');
    assert.deepEqual(song.order, ['v1', 'c1', 'v2', 'c1']);
    assert.deepEqual(
      report.verses.map(({ label }) => label),
      ['Verse 1', 'Chorus', 'Verse 2'],
    );
    assert.equal(song.slides[2]!.text, 'Twas\nBridge of');
  });

  test('[D70] when a text of SongSelect numbers its verses, then they are verses', async () => {
    const footer = 'CCLI-Liednummer 123\nIgnaz Franz\n© 1990 Verlag\nCCLI-Lizenznummer 9\n';
    const { song, report } = await parse(`Großer Gott\n\n1.\nOne\n\n2. Two\n\n${footer}`);
    assert.equal(report.format, 'SongSelect (.txt)');
    assert.deepEqual(
      song.slides.map(({ id, text }) => [id, text]),
      [
        ['v1', 'One'],
        ['v2', 'Two'],
      ],
    );
    assert.deepEqual(song.footer, { authors: 'Ignaz Franz', copyright: '© 1990 Verlag', ccli: '123', source: null });
  });

  test('[D70] when a text numbers its verses, then they are verses', async () => {
    assert.deepEqual(await slidesOf('My song\n\n1. One\nline\n\nRefrain:\nSing\n\n2. Two\n\n3.\nThree\n'), [
      'v1: One / line',
      'c1: Sing',
      'v2: Two',
      'v3: Three',
    ]);
  });

  test('[D70] when a label stands alone before another paragraph, then it repeats its verse', async () => {
    const { song } = await parse('Chorus\nSing\n\nVerse 1\nOne\n\nChorus\n\nTwo\n');
    assert.deepEqual(song.order, ['c1', 'v1', 'c1', 'v2']);
  });

  test('[D70] when a text states authors and rights, then they are the footer', async () => {
    const { song } = await parse('Title: My song\nText: Ann | Bob\n© 1900 Press\n\nOne\n');
    assert.equal(song.title, 'My song');
    assert.deepEqual(song.footer, { authors: 'Ann, Bob', copyright: '© 1900 Press', ccli: null, source: null });
  });

  test('[D70] when a title begins with a number, then it is the title, and not the number of a verse', async () => {
    const words = '1. Komm und lobe den Herrn\n\n2. Dein ist die Kraft\n';
    for (const footer of ['', '\nCCLI-Liednummer 7016376\n']) {
      const { song } = await parse(`10.000 Gründe\n\n${words}${footer}`);
      assert.equal(song.title, '10.000 Gründe');
      assert.deepEqual(
        song.slides.map(({ id, text }) => [id, text]),
        [
          ['v1', 'Komm und lobe den Herrn'],
          ['v2', 'Dein ist die Kraft'],
        ],
      );
    }
  });

  test('[D70] when names or rights stand below the title, then they are the footer, and not words', async () => {
    const verses = ['Great is thy faithfulness,\nO God my Father,\nthere is no shadow', 'Summer and winter'];
    for (const [head, authors, copyright] of [
      ['Great Is Thy Faithfulness\nThomas O. Chisholm', 'Thomas O. Chisholm', null],
      [
        'Great Is Thy Faithfulness\nby Thomas O. Chisholm & William M. Runyan',
        'Thomas O. Chisholm & William M. Runyan',
        null,
      ],
      [
        'Great Is Thy Faithfulness\nThomas O. Chisholm (1866–1960)\n© 1923 Hope',
        'Thomas O. Chisholm (1866–1960)',
        '© 1923 Hope',
      ],
      ['Great Is Thy Faithfulness\nWords: Thomas O. Chisholm', 'Thomas O. Chisholm', null],
    ] as const) {
      for (const labels of [
        ['', ''],
        ['Verse 1\n', 'Verse 2\n'],
      ]) {
        const { song } = await parse([head, labels[0]! + verses[0]!, labels[1]! + verses[1]!].join('\n\n'));
        assert.equal(song.title, 'Great Is Thy Faithfulness');
        assert.deepEqual(song.footer, { authors, copyright, ccli: null, source: null });
        assert.deepEqual(
          song.slides.map(({ text }) => text),
          verses,
        );
      }
    }
  });

  test('[D70] when the first paragraph is words, then they are a slide', async () => {
    for (const first of ['Amazing grace\nHow sweet the sound', 'Holy, Holy, Holy\nLord God Almighty']) {
      assert.deepEqual(await slidesOf(`${first}\n\nSecond\nverse`), [
        `v1: ${first.replace('\n', ' / ')}`,
        'v2: Second / verse',
      ]);
    }
  });

  test('[D70] when words of a labeled verse look like rights, then they stay words, and the footer below is read', async () => {
    const verse = 'Text: the word of God is true\nPublic Domain\nTitle: King of kings';
    const { song } = await parse(
      `Verse 1\n${verse}\n© 1900 Press\n\nMusic: my heart\n\nVerse 2\nTwo\n\nText: Ann\n`,
      'T.txt',
    );
    assert.deepEqual(
      song.slides.map(({ id, text }) => [id, text]),
      [
        ['v1', verse],
        ['v1-2', 'Music: my heart'],
        ['v2', 'Two'],
      ],
    );
    assert.deepEqual(song.footer, { authors: 'Ann', copyright: '© 1900 Press', ccli: null, source: null });
  });

  const CREDITS: readonly (readonly [
    name: string,
    fileName: string,
    text: string,
    authors: string | null,
    copyright: string,
  ])[] = [
    [
      'SongSelect (.usr)',
      'a.usr',
      '[File]\nType=SongSelect Import File\n[S A1]\nTitle=T\nCopyright=1990 Press\nAdmin=Hope | Else\nFields=Verse 1\nWords=One\n',
      null,
      '© 1990 Press / Admin. by Hope, Else',
    ],
    [
      'SongBeamer',
      'a.sng',
      songBeamer('---\nOne\n', '#(c)=1990 Press\n#NatCopyright=Verlag\n#Publisher=Haus\n'),
      null,
      '1990 Press / Verlag / Haus',
    ],
    ['ChordPro', 'a.cho', '{t:T}\n{arranger: Bob}\n{year: 1779}\nOne\n', 'Bob', '1779'],
    [
      'ChordPro with a year',
      'a.cho',
      '{t:T}\n{composer: Ann}\n{arranger: Bob}\n{year: 1990}\n{copyright: 1990 Press}\nOne\n',
      'Ann, Bob',
      '1990 Press',
    ],
    [
      'OpenLyrics',
      'a.xml',
      openLyrics(
        '<verse name="v1"><lines>One</lines></verse>',
        '<copyright>1990</copyright><publisher>Press</publisher>',
      ),
      null,
      '1990 / Press',
    ],
  ];
  for (const [name, fileName, text, authors, copyright] of CREDITS) {
    test(`[D70] when a song of ${name} has credits besides authors and copyright, then the footer has them`, async () => {
      const { song, report } = await parse(text, fileName);
      assert.deepEqual([song.footer?.authors, song.footer?.copyright], [authors, copyright]);
      assert.deepEqual(report.omitted, []);
    });
  }

  test('[D70] when no title is stated, then it is the file name, else the first line', async () => {
    assert.equal((await parse('One\nTwo', 'C:\\songs\\My song.txt')).song.title, 'My song');
    assert.equal((await parse('One\nTwo', '')).song.title, 'One');
  });

  test('[D70] when a text has marks of Markdown, then the report says that it may be a document, but not of a song', async () => {
    const marksOf = async (text: string) =>
      (await parse(text)).report.warnings.flatMap(({ code, params }) =>
        code === 'song_markdown' ? [params.mark] : [],
      );
    for (const mark of ['# About us', '```sh', '[the guide](docs/guide.md)', '[a](https://example.org/a_b)'])
      assert.deepEqual(await marksOf(`Words\n\n${mark}\nmore words\n`), [mark]);
    const song =
      '#1 Grace\n\n[Chorus](2x)\n- How sweet\n* the sound\n# 12\n\n[Verse 2]\n> I was lost (...)\n---\n1. Found';
    assert.deepEqual(await marksOf(song), []);
  });

  test('[D70] when a title or a footer is too long, then it is shortened, and the report says so', async () => {
    const { song, report } = await parse(
      openLyrics(
        '<verse name="v1"><lines>One</lines></verse>',
        `<authors><author>${'ä'.repeat(600)}</author></authors>`,
      ).replace('<title>T<', `<title>${'𝄞'.repeat(200)}<`),
    );
    assert.equal(song.title, `${'𝄞'.repeat(59)}…`);
    assert.equal(song.footer!.authors!.length, DECK_FOOTER_MAX_CHARACTERS);
    assert.equal(report.warnings.length, 2);
  });

  test('[D70] when there are control and direction characters, then none is left, and marks of right-to-left text stay', async () => {
    const { song, report } = await parse(`A \u202eevil\u202c title\n\nש\u200f\u05c1 a\u0007b\ufeff\u202e c\u0085\n`);
    assert.equal(song.title, 'A evil title');
    assert.equal(song.slides[0]!.text, 'ש\u200f\u05c1 ab c…');
    assert.deepEqual(messagesOf(report), [
      '2 control characters were left out: the file may be damaged',
      'characters that override the direction of writing were left out',
    ]);
  });

  test('[D70] when words follow a label of OpenSong in its line, then they are words, and a number of times is not', async () => {
    const { song } = await parse(openSong('[V1] First line\n second\n[C] (2x)\n Sing\n-!!\n[Verse] 2\n Two\n'), 'a');
    assert.deepEqual(
      song.slides.map(({ id, text }) => [id, text]),
      [
        ['v1', 'First line\nsecond'],
        ['c1', 'Sing'],
        ['v2', 'Two'],
      ],
    );
    assert.deepEqual(song.order, ['v1', 'c1', 'c1', 'v2']);
  });

  test('[D70] when OpenLyrics has the line ends and chords of old OpenLP, then lines end there, and chords are kept apart', async () => {
    const { song, report } = await parse(
      openLyrics(
        '<verse name="v1"><lines>One<tag name="br"/>two<br/><tag name="c">[D]</tag>th<tag name="c">[Ami]</tag>ree [x]</lines></verse>',
      ),
    );
    assert.equal(song.slides[0]!.text, 'One\ntwo\nthree [x]');
    assert.deepEqual(
      [omittedOf(report).chords, song.slides.flatMap(({ chords = [] }) => chords).length],
      [undefined, 2],
    );
  });

  test('[D70] when a line of SongBeamer has "<br>", then it is two lines, and an original title is counted', async () => {
    const { song, report } = await parse(songBeamer('---\nOne<br>two<br/>\n', '#OTitle=Original\n'), 'a.sng');
    assert.equal(song.slides[0]!.text, 'One\ntwo');
    assert.deepEqual(omittedOf(report), { other_titles: 1 });
  });

  test('[D70] when a part of a SongSelect file states its kind in its first line, then that is its label', async () => {
    const { song, report } = await parse(
      '[File]\nType=SongSelect Import File\n[S A1]\nTitle=T\nAuthor=Doe, Ann/Bob\nCopyright=1990 Press | (Admin. by Hope) | (Admin. by Hope) |\nAdmin=Hope/tElse\nFields=Verse 1/tMisc 1/tMisc 2/tChorus 1\nWords=One | two/t(BRIDGE)/nThree/t(softly)/nFour/t(Bridge)/nFive\n',
      'a.usr',
    );
    assert.deepEqual(
      song.slides.map(({ id, text }) => [id, text]),
      [
        ['v1', 'One\ntwo'],
        ['b1', 'Three'],
        ['o2', '(softly)\nFour'],
        ['c1', '(Bridge)\nFive'],
      ],
    );
    assert.equal(report.verses[1]!.label, 'BRIDGE');
    assert.equal(song.footer?.authors, 'Ann Doe, Bob');
    assert.equal(song.footer?.copyright, '© 1990 Press, (Admin. by Hope) / Admin. by Hope, Else');
  });

  test('[D70] when "{chorus}" gives the chorus another label, then it repeats the latest, or the one of that label', async () => {
    const chorus = (label: string, words: string) => `{soc: ${label}}\n${words}\n{eoc}\n`;
    const { song, report } = await parse(
      `{t:T}\n${chorus('Chorus 1', 'One')}${chorus('Chorus 2', 'Two')}{chorus: Last time}\n{chorus: chorus 1}\n{chorus}\n`,
      'a.cho',
    );
    assert.deepEqual(song.order, ['c1', 'c2', 'c2', 'c1', 'c2']);
    assert.deepEqual(omittedOf(report), {});
  });

  test('[D70] when ChordPro has a block of text, or attributes at a section, then the words stay, and the label is read', async () => {
    const { song, report } = await parse(
      '{t:T}\n{start_of_verse flush="right" label="Verse 2"}\nTwo\n{end_of_verse}\n{start_of_textblock align="right"}\nAll\n{end_of_textblock}\n',
      'a.cho',
    );
    assert.deepEqual(
      song.slides.map(({ id, text }) => [id, text]),
      [
        ['v2', 'Two'],
        ['v1', 'All'],
      ],
    );
    assert.deepEqual(omittedOf(report), {});
  });

  test('[D70] when a line without a number stands below numbered lines of OpenSong, then it belongs to each verse', async () => {
    const slides = await slidesOf(openSong('[V]\n1One\n2Two\n Together\n1Three\n2Four\n'), 'a');
    assert.deepEqual(slides, ['v1: One / Together / Three', 'v2: Two / Together / Four']);
  });

  test('[D70] when SongBeamer labels a part with a letter, or a choir, then the label is not shown', async () => {
    const { song, report } = await parse(
      songBeamer(
        '---\nTeil B\nOne\n---\nChor\nTwo\n---\nMiddle 8\nThree\n---\nTeil unser\n',
        '#VerseOrder=Chor,Teil B\n',
      ),
      'a.sng',
    );
    assert.deepEqual(
      song.slides.map(({ text }) => text),
      ['One', 'Two', 'Three', 'Teil unser'],
    );
    assert.deepEqual(
      report.verses.map(({ label }) => label),
      ['Teil B', 'Chor', 'Middle 8'],
    );
    assert.equal(report.order.length, 2);
  });

  test('[D70] when ChordPro of SongSelect has rights as comments, then they are the footer', async () => {
    const { song, report } = await parse(
      '{t:T}\n{start_of_pre_chorus}\n[C]One\n{end_of_pre_chorus}\n{c: softly}\n{c: CCLI Song # 7117726}\n{c: © 1900 Press}\n{c: For use solely with the SongSelect Terms of Use.}\n{c: CCLI License # 9}\n',
      'a.cho',
    );
    assert.deepEqual(song.footer, { authors: null, copyright: '© 1900 Press', ccli: '7117726', source: null });
    assert.deepEqual(omittedOf(report), { comments: 1, license_notes: 2 });
    assert.equal(report.verses[0]!.id, 'p1');
  });

  test('[D70] when a text of SongSelect states the rights of words and music apart, then neither is an author', async () => {
    const { song } = await parse(
      'Weg\n\nVers 1\nOne\n\nCCLI-Liednummer 5973691\nHedwig von Redern | John Bacchus Dykes\n© Words: Public Domain\nMusic: Public Domain\nZur Verwendung gemäß den SongSelect-Nutzungsbedingungen.\nCCLI-Liedlizenznummer 14\n',
    );
    assert.deepEqual(song.footer, {
      authors: 'Hedwig von Redern, John Bacchus Dykes',
      copyright: '© Words: Public Domain / Music: Public Domain',
      ccli: '5973691',
      source: null,
    });
  });

  test('[D70] when a text of SongSelect is Spanish, then its number and its license are read', async () => {
    const { song, report } = await parse(
      'Gracia\n\nVerso 1\nUno\n\nNúmero de Canción CCLI 22025\nJohn Newton\n© Dominio público\nNúmero de Licencia CCLI 9\n',
    );
    assert.equal(report.format, 'SongSelect (.txt)');
    assert.deepEqual(song.footer, {
      authors: 'John Newton',
      copyright: '© Dominio público',
      ccli: '22025',
      source: null,
    });
    assert.deepEqual(omittedOf(report), { license_notes: 1 });
  });

  test('[D70] when words surround a CCLI number, then the number is read', async () => {
    const { song, report } = await parse(openSong('[V1]\n One\n', '<ccli>CC: 22025 number</ccli>'), 'a');
    assert.equal(song.footer?.ccli, '22025');
    assert.deepEqual(messagesOf(report), []);
  });

  test('[D70] when a CCLI number is not a number, then it is left out, and the report says so', async () => {
    const { song, report } = await parse(openSong('[V1]\n One\n', '<ccli>12 of 3</ccli>'), 'a');
    assert.equal(song.footer, null);
    assert.deepEqual(messagesOf(report), ['the CCLI number "12 of 3" is not a number: it was left out']);
  });

  test('[D70] when a ProPresenter document has disabled and empty slides, notes and media, then they are left out and counted', async () => {
    const rtf = (text: string) => Buffer.from(`{\\rtf1 ${text}}`).toString('base64');
    const slide = (attributes: string, text: string) =>
      `<RVDisplaySlide ${attributes}><RVTextElement RTFData="${rtf(text)}"/></RVDisplaySlide>`;
    const { song, report } = await parse(
      `<RVPresentationDocument versionNumber="500" CCLISongTitle="T" CCLICopyrightInfo="1900" CCLIPublisher="Press" CCLIArtistCredits="Ann"><RVMediaCue/><RVSlideGrouping name="Chorus" uuid="1">${slide('enabled="1" notes="n"', 'One')}${slide('enabled="0"', 'Two')}${slide('', '')}</RVSlideGrouping><RVSongArrangement uuid="2"><NSMutableString serialization-native-value="1"/></RVSongArrangement></RVPresentationDocument>`,
      'a.pro5',
    );
    assert.deepEqual(
      song.slides.map(({ id, text }) => [id, text]),
      [['c1', 'One']],
    );
    assert.deepEqual(song.footer, { authors: 'Ann', copyright: '© 1900 Press', ccli: null, source: null });
    assert.deepEqual(omittedOf(report), {
      background_images: 1,
      comments: 1,
      disabled_slides: 1,
      empty_slides: 1,
      arrangements: 1,
    });
  });
});

describe('RTF', () => {
  const RTF: readonly (readonly [rtf: string, text: string])[] = [
    ['{\\rtf1 plain}', 'plain'],
    ['{\\rtf1\\ansi a\\par b\\line c\\\nd}', 'a\nb\nc\nd'],
    ["{\\rtf1\\ansi\\ansicpg1252 Gr\\'fc\\'dfe \\'93x\\'94}", 'Grüße “x”'],
    ["{\\rtf1\\ansi\\ansicpg1251 \\'cf\\'f0}", 'Пр'],
    ["{\\rtf1\\ansi{\\fonttbl{\\f0\\fcharset0 A;}{\\f1\\fcharset204 B;}}\\f0 \\'e4\\f1 \\'e4}", 'äд'],
    ["{\\rtf1\\ansi{\\fonttbl{\\f0\\fcharset128 A;}}\\f0 \\'82\\'a0\\'83\\'41}", 'あア'],
    ["{\\rtf1\\mac Gr\\'9f\\'a7e}", 'Grüße'],
    ['{\\rtf1\\uc1 \\u228?\\u-10179?\\u-9138?}', 'ä📎'.replace('📎', String.fromCharCode(0xd83d, 0xdc4e))],
    ["{\\rtf1\\uc2 \\u8217\\'a1\\'afs{\\uc0 \\u228}x}", '’säx'],
    ['{\\rtf1{\\*\\unknown hidden}{\\info{\\title hidden}}{\\v hidden}shown}', 'shown'],
    ['{\\rtf1{\\pict\\bin4 }}{}}shown}', 'shown'],
    ['{\\rtf1 a\\~b\\_c\\-d\\{\\}\\\\\\tab e\\emdash f}', 'a\u00a0b\u2011cd{}\\ e—f'],
    ['{\\rtf1\r\nlines\r\n of the file}', 'lines of the file'],
    ['{\\rtf1 first}{\\rtf1 second}', 'first'],
    ['{\\rtf1 \xe4 raw}', 'ä raw'],
  ];
  for (const [rtf, text] of RTF) {
    test(`[D70] when RTF is ${rtf.replaceAll(/[\r\n]/g, '·')}, then its text is read`, () =>
      assert.equal(readRtf(Buffer.from(rtf, 'latin1')), text));
  }
});
