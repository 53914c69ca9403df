import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parseSong } from '../../src/songs/parse-song.ts';

const TRIALS = join(import.meta.dirname, 'trials');
const WORDS_MISSING = ['song_words_missing', 'song_words_missing_more'];

const parse = (text: string | Buffer, fileName: string) => parseSong(Buffer.from(text as string), fileName);
async function read(text: string | Buffer, fileName: string) {
  const { song, report } = await parse(text, fileName);
  return {
    slides: song.slides.map((slide) => `${slide.id}: ${slide.text!.replaceAll('\n', ' / ')}`),
    missing: report.warnings.flatMap(({ code, params }) => (WORDS_MISSING.includes(code) ? [params.words] : [])),
    report,
  };
}

const openSong = (lyrics: string) => `<?xml version="1.0"?><song><title>T</title><lyrics>${lyrics}</lyrics></song>`;
const openLyrics = (lyrics: string, root = 'xmlns="http://openlyrics.info/namespace/2009/song" version="0.9"') =>
  `<song ${root}><properties><titles><title>T</title></titles></properties>${lyrics}</song>`;

describe('words in brackets', () => {
  const REPEATED: readonly (readonly [fileName: string, slides: readonly string[]])[] = [
    [
      'opensong-repeat-brackets',
      [
        'v1: Amazing grace, how sweet the sound, / [: that saved a wretch like me :] / I once was lost, but now am found,',
        'c1: [: was blind, but now I see :]',
      ],
    ],
    ['chordpro-repeat.cho', ['v1: Amazing grace, how sweet the sound, / [: that saved a wretch like me :]']],
    [
      'plain-repeat-brackets.txt',
      [
        'v1: Amazing grace, how sweet the sound, / [: that saved a wretch like me :] / I once was lost, but now am found,',
        'c1: [: was blind, but now I see :]',
      ],
    ],
  ];
  for (const [name, slides] of REPEATED) {
    test(`[D70] when ${name} marks repeated words, then they are words, and neither a label nor a chord`, async () => {
      const result = await read(readFileSync(join(TRIALS, name)), name);
      assert.deepEqual([result.slides, result.report.warnings], [slides, []]);
    });
  }

  const LINES: readonly (readonly [fileName: string, text: string, slides: readonly string[]])[] = [
    [
      'a',
      openSong('[V1]\n [:Sing:] x2\n[: to God :]\n[all ye people]\n [V2]\n [Praise]\n--- on\n'),
      ['v1: [:Sing:] x2 / [: to God :] / [all ye people]', 'v2: [Praise] / --- on'],
    ],
    ['a', openSong('[V1]\n One <b>and</b> two\n'), ['v1: One and two']],
    ['a', `\n\n${openSong('[V1]\n One\n')}`, ['v1: One']],
    [
      'a.cho',
      '{title: T}\n[C]One [: two [D]three :]\n[all ye people]\n[:four:]\n[Am G]five\n',
      ['v1: One [: two three :] / [all ye people] / [:four:] / five'],
    ],
    [
      'a.txt',
      'T\n\n[Blessing]\nOne\n[: two :]\n[and three]\n\n[Part 2]\nFour\n',
      ['o1: One / [: two :] / [and three]', 'o2: Four'],
    ],
    ['a.txt', 'T\n\n[V1]\nOne\n\n[C]\nTwo\n\n[V2]\nThree\n\n[C]\n', ['v1: One', 'c1: Two', 'v2: Three']],
    ['a.txt', 'T\n\nRef.:\nOne\n\n2. Zwr.:\nTwo\n', ['c1: One', 'c1-2: 2. Zwr.: / Two']],
    ['a.sng', '#Title=T\n---\nVers 1\n[: One :]\n[two three]\n', ['v1: [: One :] / [two three]']],
  ];
  for (const [fileName, text, slides] of LINES) {
    test(`[D70] when ${JSON.stringify(text.slice(-60))} has brackets, then only labels and chords are left out`, async () => {
      const result = await read(text, fileName);
      assert.deepEqual([result.slides, result.missing], [slides, []]);
    });
  }

  test('[D70] when a label is closed in the next line, then it is a label in each format of text', async () => {
    const lyrics = '[Verse 1\n]\nOne\n\n[Chorus \n]\nTwo\n';
    for (const [fileName, text] of [
      ['a.txt', `T\n\n${lyrics}`],
      ['a.cho', `{title: T}\n${lyrics}`],
      ['a', openSong(lyrics)],
    ] as const) {
      assert.deepEqual((await read(text, fileName)).slides, ['v1: One', 'c1: Two'], fileName);
    }
  });
});

describe('words that the song does not have', () => {
  const LEFT_OUT: readonly (readonly [fileName: string, text: string, words: string])[] = [
    ['a', openSong('[V1]\n.C  softly D\n One\n'), 'softly'],
    ['a.cho', '{title: T}\n[C]One [Blessing]two\n', 'Blessing'],
    [
      'a.xml',
      openLyrics('<lyrics><verse name="v1"><lines>One <odd>two, three</odd></lines></verse></lyrics>'),
      'two, three',
    ],
    ['a.xml', openLyrics('<lyrics>One<verse name="v1"><lines>two</lines></verse></lyrics>'), 'One'],
    ['a.usr', '[File]\nType=SongSelect Import File\n[S A1]\nTitle=T\nFields=Verse 1\nWords=One\nand two\n', 'and, two'],
    [
      'a.pro6',
      `<RVPresentationDocument versionNumber="600" CCLISongTitle="T"><RVDisplaySlide><RVTextElement><NSString rvXMLIvarName="PlainText">${Buffer.from('One two').toString('base64')}</NSString><NSString rvXMLIvarName="RTFData">${Buffer.from('{\\rtf1 One {\\v two}}').toString('base64')}</NSString></RVTextElement></RVDisplaySlide></RVPresentationDocument>`,
      'two',
    ],
    [
      'a.xml',
      '<song><title>T</title><lyrics><section title="Verse 1"><lyrics>One</lyrics><odd>two</odd></section></lyrics></song>',
      'two',
    ],
  ];
  for (const [fileName, text, words] of LEFT_OUT) {
    test(`[D70] when ${fileName} has "${words}", which is not read, then the report names the words`, async () => {
      assert.deepEqual((await read(text, fileName)).missing, [words]);
    });
  }

  test('[D70] when more than 20 words are missing, then the report names 20 and counts the others', async () => {
    const words = Array.from({ length: 25 }, (_, at) => `word${'abcdefghijklmnopqrstuvwxyz'[at]}`);
    const { report } = await parse(
      openLyrics(`<lyrics>${words.join(' ')}<verse name="v1"><lines>One</lines></verse></lyrics>`),
      'a.xml',
    );
    assert.deepEqual(
      report.warnings.map(({ message }) => message),
      [`words of the file that are not in the song: ${words.slice(0, 20).join(', ')} and 5 more`],
    );
  });

  test('[D70] when a file has metadata, chords, labels and comments, then they are not words that are missing', async () => {
    for (const [fileName, text] of [
      ['a.txt', 'Title: My song\nText: Ann | Bob\n© 1900 Press\n\n[Verse 1]\n C  G/B\nOne\n\nCCLI License # 12\n'],
      ['a.cho', '{t: T}\n{c: slowly}\n# note\n{key: C}\n[*softly]One [Sol7]two [Cmaj7 | Dm]three\nVerse 2:\nfour\n'],
      ['a', openSong('[V1]\n;slowly\n.C Fism7 | x4 H7/E\n O__ne [x]\n')],
      ['a.sng', '#Title=T\n#Comments=Slowly\n---\nRefrain\n<b>On</b>e<br>two\n'],
      ['a.xml', openLyrics('<lyrics><verse name="v1"><comment>Slowly</comment><lines>One</lines></verse></lyrics>')],
    ] as const) {
      assert.deepEqual((await read(text, fileName)).missing, [], fileName);
    }
  });
});

describe('XML of songs without the usual elements', () => {
  test('[D70] when a song is the XML of Quelea, then its sections are verses', async () => {
    const section = (title: string, lines: string) =>
      `<section title="${title}" capitalise="true"><theme>fontname:Noto$</theme><smalllines>T\nAnn\n</smalllines><lyrics>${lines}\n</lyrics></section>`;
    const { song, report } = await parse(
      `<song><updateInDB>true</updateInDB><title>Amazing Grace</title><author>John Newton; Ann</author><ccli>22025</ccli><copyright>Public domain</copyright><year>1779</year><publisher></publisher><key>G</key><capo></capo><notes></notes><sequence>V1 C V1</sequence><lyrics>${section('Verse 1', '  G   C\nAmazing grace,\nhow sweet &amp; low\n\nthe sound')}${section('Chorus', 'Praise God')}</lyrics><translation></translation><translationoptions></translationoptions></song>`,
      'a.xml',
    );
    assert.equal(report.format, 'Quelea');
    assert.deepEqual(
      song.slides.map(({ id, text }) => [id, text]),
      [
        ['v1', 'Amazing grace,\nhow sweet & low'],
        ['v1-2', 'the sound'],
        ['c1', 'Praise God'],
      ],
    );
    assert.deepEqual(song.order, ['v1', 'v1-2', 'c1', 'v1', 'v1-2']);
    assert.deepEqual(song.footer, {
      authors: 'John Newton, Ann',
      copyright: 'Public domain / 1779',
      ccli: '22025',
      source: null,
    });
    assert.deepEqual(report.omitted, [
      { kind: 'key', count: 1 },
      { kind: 'chords', count: 2 },
    ]);
    assert.deepEqual(report.warnings, []);
  });

  for (const [name, root, verse] of [
    ['no <lines>', undefined, '<verse name="v1">One\ntwo\n\nthree</verse>'],
    ['no attributes', '', '<verse name="v1"><lines>One<br/>two</lines><lines>three</lines></verse>'],
    [
      'the verses of the database of OpenLP',
      'version="1.0"',
      '<verse type="v" label="1"><![CDATA[One\ntwo\n\nthree]]></verse>',
    ],
  ] as const) {
    test(`[D70] when OpenLyrics has ${name}, then its words are read`, async () => {
      const { slides, missing } = await read(openLyrics(`<lyrics>${verse}</lyrics>`, root), 'a.xml');
      assert.equal(slides.join(' / ').replaceAll(/v1-2: /g, ''), 'v1: One / two / three');
      assert.deepEqual(missing, []);
    });
  }
});
