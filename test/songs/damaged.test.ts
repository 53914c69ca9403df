import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  DECK_FOOTER_MAX_CHARACTERS,
  DECK_MAX_SLIDES,
  DECK_ORDER_MAX_SLIDES,
  SLIDE_TEXT_MAX_CHARACTERS,
  SONG_MAX_BYTES,
} from '../../src/contract/limits.ts';
import { PRINTABLE_PATTERN } from '../../src/contract/text-patterns.ts';
import { parseName } from '../../src/domain/name.ts';
import { parseSong } from '../../src/songs/parse-song.ts';
import type { ImportedSong } from '../../src/songs/song.ts';
import { DamagedSongError } from '../../src/songs/sources/damaged-song-error.ts';
import { toZip } from '../editions/zip.ts';
import { leastCpuMs } from '../support/server/least-cpu-ms.ts';
import { HYMNS } from './hymns.ts';
import * as write from './write-song.ts';

interface DamagedCase {
  readonly name: string;
  readonly fileName: string;
  readonly content: string | Buffer;
  readonly reason: RegExp;
}

const hymn = HYMNS[0]!;
const LYRICS = write.toOpenLyrics(hymn, '0.9');
const OPENSONG = write.toOpenSong(hymn);
const PRO4 = write.toPro4(hymn);
const PRO5 = write.toPro5(hymn);
const PRO6 = write.toPro6(hymn);
const USR = write.toUsr(hymn);
const CHORDPRO = write.toChordPro(hymn);

const row = (name: string, fileName: string, content: string | Buffer, reason: RegExp): DamagedCase => ({
  name,
  fileName,
  content,
  reason,
});
const pro4With = (rtf: string) =>
  PRO4.replace(/RTFData="[^"]*"/, `RTFData="${Buffer.from(rtf, 'latin1').toString('base64')}"`);
const lines = (count: number, text: string) => Array.from({ length: count }, (_, at) => text.replaceAll('#', `${at}`));
const LAUGHS = '<!DOCTYPE song [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>\n';

const CASES: readonly DamagedCase[] = [
  row('an empty file', 'a.xml', '', /^a\.xml: the file is empty$/),
  row(
    'a zip archive',
    'a.zip',
    toZip([{ name: 'a.xml', content: LYRICS }]),
    /^a\.zip: this is not a song, but a zip archive/,
  ),
  row(
    'a picture named as a song',
    'a.sng',
    Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    /but a PNG picture$/,
  ),
  row('a photograph', 'a.jpg', Buffer.from('ffd8ffe000104a464946', 'hex'), /but a JPEG picture$/),
  row('a PDF', 'a.pdf', '%PDF-1.7\n', /but a PDF: copy its text/),
  row('an RTF document', 'a.rtf', '{\\rtf1 Amazing grace}', /but a document in RTF/),
  row('a web page', 'a.html', '<!DOCTYPE html><html><body>Amazing grace</body></html>', /but a web page$/),
  row('a database', 'songs.db', 'SQLite format 3\0', /but a database: export the songs/),
  row(
    'bytes that are no text',
    'a.txt',
    Buffer.from([65, 10, 66, 0, 67]),
    /^a\.txt, line 2: the file contains null bytes/,
  ),
  row(
    'a cut-off UTF-16',
    'a.txt',
    Buffer.from('\ufeffAmazing', 'utf16le').subarray(0, 15),
    /^a\.txt: the text is not UTF-16LE/,
  ),
  row('only blank lines', 'a.txt', '\n \n\t\n', /^a\.txt: the song has no words$/),
  row('only invisible characters', 'a.txt', '\u200b\u200b\n\u2060', /the song has no words$/),
  row('only labels', 'a.txt', 'Verse 1\n\nChorus\n', /the song has no words$/),
  row('one byte too many', 'a.txt', Buffer.alloc(SONG_MAX_BYTES + 1, 97), /^a\.txt: the file has more than 5 MiB$/),
  row(
    'XML that is something else',
    'a.xml',
    '<?xml version="1.0"?><bible><b n="Genesis"/></bible>',
    /its first element is "<bible>"$/,
  ),
  row('XML without an element', 'a.xml', '<?xml version="1.0"?>\n', /it has no element$/),

  row('OpenLyrics: cut off', 'a.xml', LYRICS.slice(0, -30), /^a\.xml, line \d+: the file ends too early/),
  row(
    'OpenLyrics: crossed tags',
    'a.xml',
    LYRICS.replace('</lines>', '</verse>'),
    /line 1\d: .*a closing tag does not match/,
  ),
  row(
    'OpenLyrics: entities',
    'a.xml',
    LYRICS.replace('<song', `${LAUGHS}<song`),
    /line 2: a DOCTYPE must not contain definitions/,
  ),
  row(
    'OpenLyrics: an external entity',
    'a.xml',
    LYRICS.replace('<song', '<!DOCTYPE song [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<song'),
    /DOCTYPE must not contain/,
  ),
  row(
    'OpenLyrics: an unknown entity',
    'a.xml',
    LYRICS.replace('grace', 'gr&nbsp;ce'),
    /an "&" is followed by an unknown name/,
  ),
  row('OpenLyrics: a null byte', 'a.xml', LYRICS.replace('sweet', 'sw\0eet'), /line \d+: .*an invalid character/),
  row('OpenLyrics: deep nesting', 'a.xml', LYRICS.replace('how', '<tag>'.repeat(300)), /nested more than 256 deep/),
  row(
    'OpenLyrics: broken UTF-8',
    'a.xml',
    Buffer.from(LYRICS.replace('sweet', 'sü\xfft'), 'latin1'),
    /line \d+: the text is not UTF-8/,
  ),
  row(
    'OpenLyrics: an unknown encoding',
    'a.xml',
    LYRICS.replace('UTF-8', 'ebcdic').replace(/[^\0-\x7f]/g, ''),
    /encoding "ebcdic" is unknown/,
  ),
  row(
    'OpenLyrics: no verses',
    'a.xml',
    LYRICS.replace(/<lyrics>.*<\/lyrics>/s, '<lyrics/>'),
    /^a\.xml: the song has no element <verse>$/,
  ),
  row(
    'OpenLyrics: words without verses',
    'a.xml',
    LYRICS.replace(/<lyrics>.*<\/lyrics>/s, '<lyrics>Amazing grace</lyrics>'),
    /the song has no element <verse>$/,
  ),
  row(
    'Quelea: no sections',
    'a.xml',
    '<song><updateInDB>true</updateInDB><title>A</title><lyrics></lyrics></song>',
    /^a\.xml: the song has no element <section>$/,
  ),
  row(
    'Quelea: a section without lyrics',
    'a.xml',
    '<song><lyrics><section title="Verse 1"></section></lyrics></song>',
    /the song has no words$/,
  ),
  row(
    'OpenLyrics: a long order',
    'a.xml',
    LYRICS.replace(/(?<=<verseOrder>)[^<]*/, 'v1 '.repeat(DECK_ORDER_MAX_SLIDES / 2 + 1)),
    /the order of the verses has more than 300 slides/,
  ),
  row(
    'OpenLyrics: an endless order of unknown verses',
    'a.xml',
    LYRICS.replace(/(?<=<verseOrder>)[^<]*/, 'x9 '.repeat(20_000)),
    /the order of the verses has more than 300 slides/,
  ),

  row(
    'OpenSong: no lyrics',
    'a',
    OPENSONG.replace(/<lyrics>.*<\/lyrics>/s, ''),
    /^a: the song has no element <lyrics>$/,
  ),
  row('OpenSong: cut off', 'a', OPENSONG.slice(0, OPENSONG.indexOf('</lyrics>')), /the file ends too early/),
  row(
    'OpenSong: only chords',
    'a',
    OPENSONG.replace(/(?<=<lyrics>).*(?=<\/lyrics>)/s, '[V1]\n.C G\n'),
    /the song has no words$/,
  ),

  row(
    'ProPresenter 4: invalid base64',
    'a.pro4',
    PRO4.replace(/RTFData="...../, 'RTFData="%%%%%'),
    /^a\.pro4, line \d+: the text of a slide is not valid base64$/,
  ),
  row(
    'ProPresenter 6: base64 cut off',
    'a.pro6',
    PRO6.replace(/(?<="RTFData">[^<]{40})[^<]+/, ''),
    /the RTF of a slide is damaged: it ends too early|not valid base64/,
  ),
  row(
    'ProPresenter 5: text that is no RTF',
    'a.pro5',
    PRO5.replace(/RTFData="[^"]*"/, `RTFData="${Buffer.from('<html>').toString('base64')}"`),
    /the RTF of a slide is damaged: it is not RTF$/,
  ),
  row(
    'ProPresenter 4: nested groups',
    'a.pro4',
    pro4With(`{\\rtf1 ${'{'.repeat(100_000)}`),
    /groups are nested more than 100 deep$/,
  ),
  row(
    'ProPresenter 4: \\bin beyond the end',
    'a.pro4',
    pro4With('{\\rtf1 {\\pict\\bin2000000000 x}}'),
    /ends too early$/,
  ),
  row('ProPresenter 4: RTF without its end', 'a.pro4', pro4With('{\\rtf1 Amazing'), /ends too early$/),
  row('ProPresenter 4: a backslash at the end', 'a.pro4', pro4With('{\\rtf1 Amazing\\'), /ends too early$/),
  row(
    'ProPresenter 6: only pictures',
    'a.pro6',
    PRO6.replace(/<RVTextElement.*?<\/RVTextElement>/gs, '<RVImageElement/>'),
    /the song has no words$/,
  ),

  row('SongSelect: two songs', 'a.usr', `${USR}[S A2]\nTitle=Two\n`, /^a\.usr, line \d+: a second song begins here/),
  row('SongSelect: cut off', 'a.usr', USR.split('Words=')[0]!, /the file has no line "Words="/),
  row('SongSelect: no song', 'a.usr', USR.replace(/^\[S .*\r\n/m, ''), /no line begins with "\[S "/),
  row(
    'ChordPro: two songs',
    'a.cho',
    `${CHORDPRO}{new_song}\n{title: Two}\nWords\n`,
    /^a\.cho, line \d+: a second song begins here/,
  ),
  row(
    'ChordPro: cut off in a section',
    'a.cho',
    CHORDPRO.slice(0, CHORDPRO.lastIndexOf('{end_of')),
    /the section "verse" has no end/,
  ),
  row(
    'ChordPro: sections in one another',
    'a.cho',
    '{title: A}\n{soc}\nWords\n{sov}\n',
    /^a\.cho, line 4: a section begins before the section "chorus" ends$/,
  ),
  row(
    'ChordPro: an end without a beginning',
    'a.cho',
    '{title: A}\nWords\n{eoc}\n',
    /line 3: the section "chorus" ends without a beginning$/,
  ),
  row('SongBeamer: only headers', 'a.sng', '#LangCount=1\n#Title=A\n', /the song has no words$/),

  row('a text of 1 MiB', 'a.txt', 'a'.repeat(1024 * 1024 + 1), /^a\.txt: the text has more than 1,048,576 characters/),
  row('a text of many lines', 'a.txt', 'a\n'.repeat(20_001), /^a\.txt: the text has more than 20,000 lines/),
  row(
    'OpenSong: lyrics of many lines',
    'a',
    OPENSONG.replace('[V1]', '.C\n'.repeat(20_001)),
    /^a, line \d+: the text has more than 20,000 lines/,
  ),
  row(
    'SongSelect: a line with many lines',
    'a.usr',
    USR.replace('Words=', `Words=${'/n'.repeat(20_001)}`),
    /^a\.usr, line \d+: the text has more than 20,000 lines/,
  ),
  row(
    'OpenSong: a line with many lines',
    'a',
    OPENSONG.replace('[V1]', `${'| '.repeat(20_001)}`),
    /^a, line \d+: the text has more than 20,000 lines/,
  ),
  row(
    'ProPresenter 4: RTF of a megabyte',
    'a.pro4',
    pro4With(`{\\rtf1 ${'a'.repeat(600_000)}}`),
    /the RTF of a slide has more than 512 KiB/,
  ),
  row(
    'a song longer than a deck',
    'a.txt',
    Array.from({ length: 190 }, (_, at) => `${'漢'.repeat(1_900)}${at}`).join('\n\n'),
    /^a\.txt: the song is longer than a deck can be, 1 MiB$/,
  ),
  row(
    'too many slides',
    'a.txt',
    lines(DECK_MAX_SLIDES + 2, 'Line #').join('\n\n'),
    /line \d+: the song has more than 200 slides$/,
  ),
  row('too many labels', 'a.txt', lines(400, '[Label #]\n').join('\n'), /the song has more than 300 verses$/),
  row(
    'a giant line',
    'a.txt',
    `Verse 1\n${'a'.repeat(SLIDE_TEXT_MAX_CHARACTERS + 1)}`,
    /^a\.txt, line 2: the text of a slide has more than 4000 characters$/,
  ),
  row(
    'a slide of too many lines',
    'a.sng',
    `#LangCount=1\n---\n${lines(SLIDE_TEXT_MAX_CHARACTERS, 'ab').join('\n')}`,
    /line 1\d\d\d: the text of a slide/,
  ),
  row('a file without a name', '', '', /^the file: the file is empty$/),
];

/** Asserts that a song can be stored as a deck. */
function assertFits({ title, slides, order, footer }: ImportedSong): void {
  const printable = new RegExp(PRINTABLE_PATTERN, 'u');
  assert.equal(parseName(title), title);
  assert.ok(slides.length > 0 && slides.length <= DECK_MAX_SLIDES);
  const ids = new Set(slides.map(({ id }) => id));
  assert.equal(ids.size, slides.length, 'each slide has its own id');
  for (const { id, text } of slides) {
    assert.match(id, /^[A-Za-z0-9_-]{1,64}$/);
    assert.ok(text!.length <= SLIDE_TEXT_MAX_CHARACTERS);
    assert.match(text!, printable);
  }
  assert.ok(order === null || (order.length > 0 && order.length <= DECK_ORDER_MAX_SLIDES));
  for (const id of order ?? []) assert.ok(ids.has(id));
  for (const text of [footer?.authors, footer?.copyright, footer?.source]) {
    if (typeof text === 'string') {
      assert.ok(text.length <= DECK_FOOTER_MAX_CHARACTERS);
      assert.match(text, printable);
    }
  }
  if (typeof footer?.ccli === 'string') assert.match(footer.ccli, /^[0-9]{1,12}$/);
}

/** Reads anything: a song that fits into a deck, or a refusal. Any other error fails the test. */
async function readOrRefuse(content: Buffer, fileName: string): Promise<void> {
  try {
    const { song } = await parseSong(content, fileName);
    assertFits(song);
  } catch (error) {
    if (!(error instanceof DamagedSongError)) throw error;
    assert.match(error.message, /^\S.*\S$/u, 'one plain line');
  }
}

const NAMES = ['a.xml', 'a', 'a.cho', 'a.usr', 'a.txt', 'a.sng', 'a.pro4', 'a.pro5', 'a.pro6', ''];
const WHOLE: readonly (readonly [fileName: string, text: string])[] = HYMNS.slice(7, 9).flatMap((each) => [
  ['a.xml', write.toOpenLyrics(each, '0.8')] as const,
  ['a', write.toOpenSong(each)] as const,
  ['a.cho', write.toChordPro(each)] as const,
  ['a.usr', write.toUsr(each)] as const,
  ['a.txt', write.toSongSelectText(each)] as const,
  ['a.sng', write.toSongBeamer(each)] as const,
  ['a.pro4', write.toPro4(each)] as const,
  ['a.pro5', write.toPro5(each)] as const,
  ['a.pro6', write.toPro6(each)] as const,
  ['a.txt', write.toPlainText(each, 'de')] as const,
]);

describe('[D70] a damaged song is refused whole', () => {
  test('when the table of damaged songs is read, then it has at least 50', () =>
    assert.ok(CASES.length >= 50, `${CASES.length}`));

  for (const { name, fileName, content, reason } of CASES) {
    test(name, () =>
      assert.rejects(parseSong(Buffer.from(content as string), fileName), (error) => {
        assert.ok(error instanceof DamagedSongError, String(error));
        assert.match(error.message, reason);
        assert.match(error.message, /^\S.*\S$/, 'one plain line');
        return true;
      }),
    );
  }

  test('when any bytes are read, then they are a song that fits into a deck, or are refused', () =>
    fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), fc.constantFrom(...NAMES), (bytes, name) =>
        readOrRefuse(Buffer.from(bytes), name),
      ),
      { numRuns: 2_000 },
    ));

  test('when any text is read, then it is a song that fits into a deck, or is refused', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.string({ unit: 'grapheme' }),
            fc.constantFrom(
              'Verse 1',
              'Chorus x9',
              '[V1]',
              '---',
              '--',
              '{soc}',
              '{eoc}',
              '{chorus}',
              '#Title=',
              '1. a',
              '\u202e',
              '\x85',
            ),
          ),
        ),
        fc.constantFrom(...NAMES),
        (texts, name) => readOrRefuse(Buffer.from(texts.join('\n')), name),
      ),
      { numRuns: 2_000 },
    ));

  test('when anything is changed in a song, then it is read, or refused', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...WHOLE),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(60),
        fc.oneof(
          fc.string(),
          fc.constantFrom('<verse', '"', '</', '<lines>', '<!--', '&#0;', '\n\n', '{', '}', '[', '/t', '/n', '=', '\0'),
        ),
        ([name, text], share, length, put) => {
          const at = Math.floor(share * text.length);
          return readOrRefuse(Buffer.from(text.slice(0, at) + put + text.slice(at + length)), name);
        },
      ),
      { numRuns: 3_000 },
    ));

  test('when an XML song is cut off anywhere, then it is refused', async () => {
    for (const [name, text] of WHOLE.filter(([, each]) => each.includes('<?xml'))) {
      for (let end = 0; end < text.trimEnd().length; end += 41) {
        await assert.rejects(parseSong(Buffer.from(text.slice(0, end)), name), DamagedSongError, `${name} ${end}`);
      }
    }
  });

  test('[Limits] when a file repeats a few characters up to 5 MiB, then it is read or refused within seconds', async () => {
    const fill = (text: string, bytes: number) =>
      Buffer.from(text.repeat(Math.ceil(bytes / Buffer.byteLength(text)))).subarray(0, bytes);
    const bodies = [
      '\n',
      ' ',
      'a',
      'a\n',
      '[C]',
      '{',
      '{c:a}\n',
      '#A=b\n',
      '---\n',
      'CCLI ',
      '1.\n',
      '\\',
      '/t',
      '<',
      'é',
    ];
    const heads = ['', '#Title=a\n', '{title:a}\n', '[File]\nType=SongSelect\n[S A1]\nWords=', 'CCLI Song 1\n'];
    const files = [
      // What takes time with the square of the length takes it here, too.
      ...heads.flatMap((head) => bodies.map((body) => Buffer.concat([Buffer.from(head), fill(body, 262_000)]))),
      ...bodies.map((body) => fill(body, SONG_MAX_BYTES)),
      ...['a', '\n', '.a ', '<b/>', '<b>'].map((body) =>
        Buffer.concat([Buffer.from('<song><lyrics>'), fill(body, 5e6)]),
      ),
      ...['a', '\n'].map((body) => Buffer.concat([Buffer.from('<song xmlns="openlyrics" b="'), fill(body, 5e6)])),
    ];
    for (const file of files) {
      const took = await leastCpuMs(5_000, () => readOrRefuse(file, 'a.sng'));
      assert.ok(took < 5_000, `${JSON.stringify(file.toString('utf8', 0, 50))} took ${took} ms`);
    }
  });

  test('when a song has thousands of different notices of copyright, then each is compared only once', async () => {
    const notices = lines(19_900, '© #').join('\n');
    const file = Buffer.from(`A\n\nVerse 1\nWords\n\nCCLI Song # 22025\n${notices}`);
    // One comparison with each earlier notice takes some seconds.
    assert.ok((await leastCpuMs(500, () => readOrRefuse(file, 'a.txt'))) < 500);
  });

  test('[Limits] when an unclosed part has millions of spaces, then it is read or refused within a second, in each format', async () => {
    const beginnings: readonly (readonly [fileName: string, beginning: string])[] = [
      ['a.cho', '{title:a}\n{t'],
      ['a.cho', '{title:a}\n{meta: '],
      ['a.cho', '{title:a}\n{start_of_verse'],
      ['a.cho', '{title:a}\n['],
      ['a.usr', '[File]\nType=SongSelect\n[S'],
      ['a.usr', '[File]\nType=SongSelect\n[S A1]\nTitle='],
      ['a.sng', '#Title'],
      ['a.sng', '#Title=a\n---'],
      ['a.sng', '#Title=a\n---\n<b'],
      ['a.txt', 'Title\n\n['],
      ['a.txt', 'Title\n\n1.'],
      ['a.txt', 'Title\n\nCCLI'],
      ['a.txt', 'Title\n\nWords:'],
      ['a', '<song><lyrics>['],
      ['a', '<song '],
      ['a.xml', '<song xmlns="openlyrics" version="0.9"><lyrics><verse name="'],
      ['a.xml', '<!DOCTYPE'],
      ['a.pro4', '<RVPresentationDocument versionNumber="400" '],
      ['a.pro6', '<RVPresentationDocument versionNumber="600"><NSString rvXMLIvarName="RTFData">'],
    ];
    for (const [name, beginning] of beginnings) {
      // 250,000 fit into a text; 5,000,000 are refused after the format is recognized.
      for (const [spaces, end] of [
        [250_000, 'x'],
        [250_000, 'x}'],
        [250_000, ''],
        [5_000_000, 'x'],
      ] as const) {
        const file = Buffer.from(`${beginning}${' '.repeat(spaces)}${end}\nWords\n`);
        const took = await leastCpuMs(1_000, () => readOrRefuse(file, name));
        assert.ok(took < 1_000, `${beginning} … ${end}, ${spaces} spaces, took ${took} ms`);
      }
    }
  });

  test('when RTF of 512 KiB is read, then it takes no more than seconds', async () => {
    for (const base of [
      "\\'e4",
      '\\u228?',
      '{}',
      '\\par ',
      'a',
      '\\*',
      "\\'",
      '\\bin0 ',
      '\r\n',
      '{\\f1\\fcharset128 }',
    ]) {
      const file = Buffer.from(pro4With(`{\\rtf1 ${base.repeat(Math.floor(520_000 / base.length))}}`));
      assert.ok((await leastCpuMs(5_000, () => readOrRefuse(file, 'a.pro4'))) < 5_000, base);
    }
  });
});
