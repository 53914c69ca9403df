import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { findBookByCode } from '../../src/domain/scripture/canon.ts';
import type { ParsedEdition } from '../../src/editions/edition-format.ts';
import { usfmFormat } from '../../src/editions/formats/usfm/usfm.ts';
import { openEditionSource } from '../../src/editions/sources/open-source.ts';
import { readText } from './read-text.ts';
import { sourceOf } from './source-of.ts';

const readFiles = (files: Record<string, string | Buffer>) => readText(usfmFormat, files);

/** Returns the verses of a chapter: "chapter:verse" to text. */
async function readChapter(usfm: string): Promise<Record<string, string>> {
  const { books } = await readFiles({ 'psalms.usfm': `\\id PSA Small\n\\c 1\n${usfm}` });
  return Object.fromEntries(books[0]!.verses.map(({ chapter, verse, text }) => [`${chapter}:${verse}`, text]));
}

function verseOf(read: ParsedEdition, reference: string): string | undefined {
  const [, code, chapter, verse] = /^(\w+) (\d+):(\d+)$/.exec(reference)!;
  const book = read.books.find(({ book_id }) => book_id === findBookByCode(code!)!.id);
  return book?.verses.find((each) => each.chapter === Number(chapter) && each.verse === Number(verse))?.text;
}

describe('[D30] USFM: the words of a verse, and nothing else', () => {
  const cases: { name: string; usfm: string; verses: Record<string, string> }[] = [
    {
      name: 'notes and cross references go, and no word is glued or parted from its comma',
      usfm: '\\p\n\\v 1 One\\f + \\fr 1:1 \\ft A \\fqa note\\f* two\\x - \\xo 1:1 \\xt Gen 1\\x*three \\f + \\ft n\\f*, four.\n',
      verses: { '1:1': 'One two three, four.' },
    },
    {
      name: 'extended notes of study Bibles go',
      usfm: '\\p\n\\v 1 One \\ef - \\ft Long.\\ef*two.\n',
      verses: { '1:1': 'One two.' },
    },
    {
      name: 'attributes of words go',
      usfm: '\\p\n\\v 1 \\w gnat|lemma="gnat" strong="G2971"\\w* \\w bites|bite\\w*\n',
      verses: { '1:1': 'gnat bites' },
    },
    {
      name: 'attributes of words go, with escaped marks in them too',
      usfm: '\\p\n\\v 1 \\w a|lemma="x|y\\"z"\\w* \\w b\\w* \\add \\+w c|lemma="\\"" x="\\|\\~\\/"\\+w*\\add* | d\n',
      verses: { '1:1': 'a b c | d' },
    },
    { name: 'attributes that are empty go', usfm: '\\p\n\\v 1 \\w gnat|\\w* bites\n', verses: { '1:1': 'gnat bites' } },
    {
      name: 'milestones of alignment go',
      usfm: '\\p\n\\v 1 \\zaln-s |x-strong="G1" x-content="a b"\\*\\w One|x-occurrence="1"\\w*\\zaln-e\\* two.\n\\ts\\*\n',
      verses: { '1:1': 'One two.' },
    },
    {
      name: 'milestones of alignment go, with a space after the bar as well',
      usfm: '\\p\n\\v 1 \\zaln-s | x-strong="G24550" x-lemma="Ἰούδας" x-content="Ἰούδας"\\*\\w Jude|x-occurrence="1"\\w*\\zaln-e\\*, a\n',
      verses: { '1:1': 'Jude, a' },
    },
    {
      name: 'milestones of one word, and of speakers',
      usfm: '\\p\n\\v 1 \\k-s | x-tw="rc://en/tw/dict/bible/kt/god"\\*God\\k-e\\* said, \\qt-s | who="P"\\*“Go”\\qt-e\\*.\n',
      verses: { '1:1': 'God said, “Go”.' },
    },
    {
      name: 'milestones in every spelling: numbered, without attributes, with one alone, over lines, with marks of their own',
      usfm: '\\p\n\\v 1\\qt1-s |sid="q1"\nwho="P"\\*One\\qt1-e|eid="q1"\\*, \\qt-s |Pilate\\*two\\qt-e \\*\n\\ts-s|sid="t"\\*\n\\v 2 th\\zms\\*ree \\zmark | a="\\"b\\|c"\n\\*four\n\\ts-e\\*\n',
      verses: { '1:1': 'One, two', '1:2': 'three four' },
    },
    {
      name: 'milestones within milestones',
      usfm: '\\p\n\\v 1 a \\zaln-s | x="1"\\*\\zaln-s |y="2"\\*\\w b|x="1"\\w* \\zaln-s\n| z="3"\\*c\\zaln-e\\*\\zaln-e\\*\\zaln-e\\*d\n',
      verses: { '1:1': 'a b cd' },
    },
    { name: 'a bar that stands in words stays', usfm: '\\p\n\\v 1 One | two\n', verses: { '1:1': 'One | two' } },
    {
      name: 'pictures go',
      usfm: '\\p\n\\v 1 One \\fig Ship|src="a.jpg" size="col" ref="1:1"\\fig*two.\n',
      verses: { '1:1': 'One two.' },
    },
    {
      name: 'pictures of USFM 2 go',
      usfm: '\\p\n\\v 1 One \\fig Ship|a.jpg|col|||Caption|1:1\\fig*two.\n',
      verses: { '1:1': 'One two.' },
    },
    {
      name: 'headings go, between the lines of a verse too',
      usfm: '\\s1 Head\n\\r (Gen 1)\n\\p\n\\v 1 One\n\\s2 Inner\n\\sp Speaker\n\\p two.\n\\ms Book II\n\\p\n\\v 2 Three.\n',
      verses: { '1:1': 'One\ntwo.', '1:2': 'Three.' },
    },
    {
      name: 'a verse may follow a heading without a paragraph',
      usfm: '\\s1 Head\n\\v 1 One.\n\\s1 Head\n\\v 2 Two.\n',
      verses: { '1:1': 'One.', '1:2': 'Two.' },
    },
    { name: 'the title of a psalm goes', usfm: '\\d A psalm of David.\n\\q1\n\\v 1 One.\n', verses: { '1:1': 'One.' } },
    {
      name: 'a title that is numbered as a verse stays',
      usfm: '\\d\n\\v 1 A psalm of David.\n\\q1\n\\v 2 One.\n',
      verses: { '1:1': 'A psalm of David.', '1:2': 'One.' },
    },
    {
      name: 'a title within a verse stays',
      usfm: '\\q1\n\\v 1 One.\n\\d For the choir.\n',
      verses: { '1:1': 'One.\nFor the choir.' },
    },
    {
      name: 'a title between two verses is a heading',
      usfm: '\\d ALEPH\n\\q1\n\\v 1 One.\n\\q2 two.\n\\d BETH\\f + \\ft n\\f*\n\\s1 Head\n\\q1\n\\v 2 Three.\n\\d GIMEL \\v 3 Four.\n',
      verses: { '1:1': 'One.\ntwo.', '1:2': 'Three.', '1:3': 'Four.' },
    },
    {
      name: 'a title between the lines of a verse stays',
      usfm: '\\q1\n\\v 1 One.\n\\d For the\\f + \\ft n\\f*choir\\f + \\ft n\\f*.\n\\q1 two\n\\v 2 Three.\n',
      verses: { '1:1': 'One.\nFor the choir.\ntwo', '1:2': 'Three.' },
    },
    {
      name: 'acrostic headings go and acrostic letters stay',
      usfm: '\\qa Aleph\n\\q1\n\\v 1 \\qac B\\qac*lessed.\n',
      verses: { '1:1': 'Blessed.' },
    },
    {
      name: 'lines of poetry and paragraphs are kept',
      usfm: '\\q1\n\\v 1 One\n\\q2 two\n\\b\n\\q1 three\n\\m\n\\v 2 Four\n\\nb five\n',
      verses: { '1:1': 'One\ntwo\nthree', '1:2': 'Four five' },
    },
    {
      name: 'lines of a list and rows of a table are kept, and cells are parted',
      usfm: '\\li1\n\\v 1 One\n\\li2 two\n\\tr \\tc1 a\\tcr2 b\n\\tr \\tc1 c\\tc2 d\n',
      verses: { '1:1': 'One\ntwo\na b\nc d' },
    },
    { name: 'Selah stays', usfm: '\\q1\n\\v 1 One \\qs Selah\\qs*\n', verses: { '1:1': 'One Selah' } },
    {
      name: 'words in a style stay, nested styles too',
      usfm: '\\p\n\\v 1 \\wj I am \\+nd Lord\\+nd*\\wj*, \\add he\\add* said.\n',
      verses: { '1:1': 'I am Lord, he said.' },
    },
    {
      name: 'other numbers for a verse go',
      usfm: '\\p\n\\v 1 \\va 2\\va* \\vp 1b\\vp* One.\n',
      verses: { '1:1': 'One.' },
    },
    {
      name: 'other numbers for a chapter go',
      usfm: '\\ca 2\\ca*\n\\cp B\n\\cl Psalm B\n\\p\n\\v 1 One.\n',
      verses: { '1:1': 'One.' },
    },
    {
      name: 'a bridge stands under its first number',
      usfm: '\\p\n\\v 1-2 One.\n\\v 3\u20134 Two.\n\\v 5,6 Three.\n',
      verses: { '1:1': 'One.', '1:3': 'Two.', '1:5': 'Three.' },
    },
    {
      name: 'a list of verses is a bridge, whether or not it names all in between',
      usfm: '\\p\n\\v 1,2,3 a\n\\v 4-6,8 b\n\\v 9\u200f,10\u200f,11 c\n',
      verses: { '1:1': 'a', '1:4': 'b', '1:9': 'c' },
    },
    {
      name: 'a part has a letter of any script',
      usfm: '\\p\n\\v 1α a\n\\v 1β b\n\\v 2 c\n',
      verses: { '1:1': 'a b', '1:2': 'c' },
    },
    {
      name: 'parts of a verse are joined',
      usfm: '\\p\n\\v 5a One,\n\\v 5b two.\n\\v 6a-7 Three.\n',
      verses: { '1:5': 'One, two.', '1:6': 'Three.' },
    },
    {
      name: 'a part that another verse interrupts is joined',
      usfm: '\\p\n\\v 5a One\n\\v 6 two\n\\v 5b three\n',
      verses: { '1:5': 'One three', '1:6': 'two' },
    },
    {
      name: 'marks of direction around a bridge',
      usfm: '\\p\n\\v 1\u200f-2 \u05d0\u05d1\n',
      verses: { '1:1': '\u05d0\u05d1' },
    },
    {
      name: 'what sticks to a number is the beginning of the words',
      usfm: '\\p\n\\v 14... for this reason\n',
      verses: { '1:14': '... for this reason' },
    },
    {
      name: 'a dash that begins the words of a verse stays',
      usfm: '\\p\n\\v 1 - Go.\n\\v 2 — 12 men.\n\\v 3—And\n\\v 4 - 2 men.\n',
      verses: { '1:1': '- Go.', '1:2': '— 12 men.', '1:3': '—And', '1:4': '- 2 men.' },
    },
    {
      name: 'a psalm without \\v 1',
      usfm: '\\s1 Head\n\\b\n\\q1 Blessed \\f + \\ft n\\f* is\n\\q2 the man\n\\q1\n\\v 2 But.\n',
      verses: { '1:1': 'Blessed is\nthe man', '1:2': 'But.' },
    },
    {
      name: 'words before a \\v 1 that is there are no verse',
      usfm: '\\p An introduction.\n\\p\n\\v 1 One.\n',
      verses: { '1:1': 'One.' },
    },
    {
      name: 'no-break spaces and optional breaks',
      usfm: '\\p\n\\v 1 a~b~c one//two three // four\n',
      verses: { '1:1': 'a\u00a0b\u00a0c one two three four' },
    },
    {
      name: 'sidebars go',
      usfm: '\\p\n\\v 1 One.\n\\esb \\cat People\\cat*\n\\ms Box\n\\p Boxed.\n\\esbe\n\\p\n\\v 2 Two.\n',
      verses: { '1:1': 'One.', '1:2': 'Two.' },
    },
    {
      name: 'words in unknown markers stay',
      usfm: '\\p\n\\v 1 One \\own two\\own* three\n\\zpar four.\n',
      verses: { '1:1': 'One two three\nfour.' },
    },
    {
      name: 'what stands between private markers goes',
      usfm: '\\p\n\\v 1 One\\zDraft check \\nd this\\nd*\\zDraft* two \\zNote|x="y"\\zNote*three \\add a \\+zTag b\\+zTag*\\add*.\n',
      verses: { '1:1': 'One two three a.' },
    },
    {
      name: 'what stands between private markers goes beside milestones and within others, too',
      usfm: '\\p\n\\v 1 \\zaln-s |x="y"\\*One\\zaln-e\\* \\zNote n\\zNote*two \\zms\\*\\zA a \\zB b\\zB* a\\zA*three \\zB b\\zB*four \\zA a\\zA*five.\n',
      verses: { '1:1': 'One two three four five.' },
    },
    {
      name: 'a verse of a note alone is one that the edition leaves out',
      usfm: '\\p\n\\v 1 One.\n\\v 2 \\f + \\ft Not in all.\\f*\n\\v 3 Three.\n',
      verses: { '1:1': 'One.', '1:3': 'Three.' },
    },
    {
      name: 'control characters and marks of byte order go',
      usfm: '\\p\n\\v 1 \ufeffO\u0007ne\u0000 two\r\n',
      verses: { '1:1': 'One two' },
    },
    {
      name: 'characters are kept as they are, composed or not',
      usfm: '\\p\n\\v 1 e\u0301 \u00e9 \u05d1\u05bc\u05b0 \ud83d\udd4a\n',
      verses: { '1:1': 'e\u0301 \u00e9 \u05d1\u05bc\u05b0 \ud83d\udd4a' },
    },
    {
      name: 'a whole chapter on one line',
      usfm: '\\p \\v 1 One. \\v 2 Two. \\q1 three \\v 3 Four.\n',
      verses: { '1:1': 'One.', '1:2': 'Two.\nthree', '1:3': 'Four.' },
    },
    {
      name: 'verses in another order are put in order',
      usfm: '\\p\n\\v 2 Two.\n\\v 1 One.\n',
      verses: { '1:1': 'One.', '1:2': 'Two.' },
    },
  ];
  for (const { name, usfm, verses } of cases) {
    test(name, async () => assert.deepEqual(await readChapter(usfm), verses));
  }

  test('when a file ends with a note, then it is whole, even without a line end', async () => {
    const note = (marker: string) => `\\id JUD Small\n\\c 1\n\\p\n\\v 1 One.\\${marker} + \\ft n\\${marker}*`;
    for (const marker of ['f', 'x', 'ef', 'ex', 'fe']) {
      const { books } = await readFiles({ 'a.usfm': note(marker) });
      assert.deepEqual(books[0]!.verses, [{ chapter: 1, verse: 1, text: 'One.' }], marker);
    }
  });

  test('when a file has milestones, then they leave no remark, and damage after them is reported with its line', async () => {
    const head = '\\id JUD Small\n\\c 1\n\\p\n\\v 1 \\zaln-s |\nx="1"\\*One\\zaln-e\\*\\zms\\*.\n';
    assert.deepEqual((await readFiles({ 'a.usfm': head })).suspicious, []);
    await assert.rejects(readFiles({ 'a.usfm': `${head}\\v 2\n\\v 3 Three.\n` }), /a\.usfm, line 6: JUD 1:2 is empty/);
  });

  test('when a file has the line ends of any system, then it is read', async () => {
    const usfm = '\\q1\n\\v 1 One\n\\q2 two\n';
    assert.deepEqual(await readChapter(usfm.replaceAll('\n', '\r\n')), { '1:1': 'One\ntwo' });
    assert.deepEqual(await readChapter(usfm.replaceAll('\n', '\r')), { '1:1': 'One\ntwo' });
  });
});

describe('[D30] USFM: books and what is said of them', () => {
  test('when a bundle has metadata beside the books, then it wins over remarks in them', async () => {
    const read = await readFiles({
      'metadata.xml': `<DBLMetadata id="0123456789abcdef" revision="2"><identification><nameLocal>Bíblia</nameLocal></identification>
        <language><iso>por</iso></language><copyright><statement>© 2020 Test Society</statement></copyright></DBLMetadata>`,
      'GEN.usfm': '\\id GEN Working title\n\\rem Copyright 1999 Publisher\n\\c 1\n\\p\n\\v 1 No princípio\n',
    });
    assert.deepEqual([read.name, read.language, read.sourceId], ['Bíblia', 'pt', 'dbl:0123456789abcdef@2']);
    assert.equal(read.rights.copyright, '© 2020 Test Society');
  });

  const book = (code: string, more = '') => `\\id ${code} Small Bible\n${more}\\c 1\n\\p\n\\v 1 One.\n`;

  test('when books are read, then they come in canonical order, each with its own name; a byte order mark is no text', async () => {
    const read = await readFiles({
      'b.SFM': `\ufeff${book('JHN', '\\h São João\n\\toc1 Evangelho\n\\mt1 JOÃO\n')}`,
      'a.usfm': book('tob', '\\toc1 Tobit the Longer\n\\toc2 Tobit\n\\toc3 Tob\n'),
      'c.txt': book('GEN', '\\mt1 Gene\\f + \\ft n\\f*sis\n'),
      'd.usfm': book('EXO'),
    });
    assert.deepEqual(
      read.books.map(({ book_id, name }) => [book_id, name]),
      [
        [1, 'Genesis'],
        [2, 'Exodus'],
        [findBookByCode('JHN')!.id, 'São João'],
        [findBookByCode('TOB')!.id, 'Tobit'],
      ],
    );
    assert.equal(read.name, 'Small Bible');
  });

  test('when there are glossaries and front matter, then they are left out, and that is reported', async () => {
    const read = await readFiles({ 'a.usfm': book('GEN'), 'b.usfm': '\\id GLO Small\n\\p\n\\k Ark\\k* A box.\n' });
    assert.equal(read.books.length, 1);
    assert.deepEqual(read.books[0]!.verses, [{ chapter: 1, verse: 1, text: 'One.' }]);
    assert.deepEqual(read.suspicious, ['b.usfm, line 1: GLO is not a book of the Bible: left out']);
  });

  test('when something is left out, then it is counted; when something is odd, then it is reported with its place', async () => {
    const read = await readFiles({
      'a.usfm': book('GEN', '').replace(
        'One.',
        'One\\f + \\ft a\\f*\\f + \\ft b\\f*\\x - \\xt c\\x*.\n\\s1 Head\n\\p\n\\v 2-3 \\zown Two.\n\\v 4 \\f + \\ft d\\f*\n',
      ),
    });
    assert.deepEqual(read.removed, { notes: 3, 'cross references': 1, headings: 1 });
    assert.deepEqual(read.suspicious, [
      'a.usfm, line 7: the marker "\\zown" is unknown: its words are kept',
      'a.usfm, line 8: GEN 1:4 has a note and no words: left out',
    ]);
    assert.deepEqual([...read.bridged!], ['1/1:3']);
  });

  test('when there are remarks on rights, then they are taken as they stand', async () => {
    const remarks = '\\rem © 2021 Small Society\n\\rem Released under Creative Commons BY 4.0\n';
    const { rights } = await readFiles({ 'a.usfm': book('GEN', remarks) });
    assert.deepEqual(rights, {
      copyright: '© 2021 Small Society',
      rights_status: 'Released under Creative Commons BY 4.0',
    });
    assert.deepEqual((await readFiles({ 'a.usfm': book('GEN') })).rights, {});
  });

  test('when a source is no USFM, then it is not taken for it', async () => {
    for (const files of [{ 'a.txt': 'Hello \\id' }, { 'a.xml': '<usx/>' }, { 'a.md': book('GEN') }, {}]) {
      assert.equal(await usfmFormat.recognizes(sourceOf(files as Record<string, string>)), false);
    }
  });

  test('when files are read, then progress rises to the whole', async () => {
    const shares: number[] = [];
    const source = sourceOf({ 'a.usfm': book('GEN'), 'b.usfm': book('EXO') });
    await usfmFormat.read(source, (share) => shares.push(share));
    assert.equal(shares.at(-1), 1);
    assert.deepEqual(
      shares,
      shares.toSorted((a, b) => a - b),
    );
  });
});

const texts = process.env.LECTERN_TEST_TEXTS;
const bsb = texts === undefined ? null : join(texts, 'bsb_usfm.zip');
const skip = bsb !== null && existsSync(bsb) ? false : 'LECTERN_TEST_TEXTS names no folder with bsb_usfm.zip';

describe('[D30] the Berean Standard Bible as USFM', { skip }, () => {
  let read: ParsedEdition;
  test('when it is read, then it has 66 books and 31,086 verses, and its notes are left out', async () => {
    const source = await openEditionSource(bsb!);
    read = await usfmFormat.read(source, () => {});
    assert.equal(read.books.length, 66);
    assert.equal(
      read.books.reduce((sum, { verses }) => sum + verses.length, 0),
      31_086,
    );
    assert.equal(read.removed.notes, 4_846);
  });

  test('when it is read, then no verse keeps a marker, a doubled space or a space before punctuation', () => {
    for (const { name, verses } of read.books) {
      for (const { chapter, verse, text } of verses) {
        assert.doesNotMatch(text, /[\\|~*\ufeff]| {2}| ?\n | \n| [,;:?!]|^\s|\s$/, `${name} ${chapter}:${verse}`);
      }
    }
  });

  const hard: [string, RegExp | undefined][] = [
    ['GEN 1:1', /^In the beginning God created the heavens and the earth\.$/],
    ['GEN 1:5', /^God called .*“night\.”\nAnd there was evening, and there was morning—the first day\.$/],
    ['PSA 1:1', /^Blessed is the man\nwho does not walk .*\nor sit in the seat of mockers\.$/s],
    ['PSA 3:1', /^O LORD, how my foes have increased!\nHow many rise up against me!$/],
    ['PSA 46:2', /^Therefore we will not fear,\n/],
    ['PSA 119:1', /^Blessed are those whose way is blameless,\n/],
    ['PSA 119:176', /^I have strayed like a lost sheep;\n.*Your commandments\.$/],
    ['PSA 150:6', /^Let everything that has breath praise the LORD!\nHallelujah!$/],
    ['JOL 2:32', /^And everyone who calls on the name of the LORD\n/],
    ['JOL 3:1', /^“Yes, in those days/],
    ['JOL 4:1', undefined],
    ['MAL 4:6', /^And he will turn the hearts of the fathers/],
    ['MAT 17:21', undefined],
    ['MRK 9:44', undefined],
    ['HAB 3:19', /heights!\nFor the choirmaster\. With stringed instruments\.$/],
    ['JHN 3:16', /^For God so loved the world that He gave His one and only Son, that everyone .*eternal life\.$/],
    ['JHN 7:53', /^Then each went to his own home\.$/],
    ['JHN 8:11', /^“No one, Lord,” she answered\.\n/],
    ['ROM 16:24', undefined],
    ['EPH 3:14', /^\.\.\. for this reason I bow my knees before the Father,$/],
    ['3JN 1:14', /^Instead, I hope to see you soon .*\nPeace to you\.\n/],
    ['3JN 1:15', undefined],
    ['REV 22:21', /^The grace of the Lord Jesus be with all the saints\.\nAmen\.$/],
  ];
  for (const [reference, expected] of hard) {
    test(`when it is read, then ${reference} ${expected ? 'reads as printed' : 'is not in this edition'}`, () => {
      const text = verseOf(read, reference);
      if (expected) assert.match(text ?? '', expected);
      else assert.equal(text, undefined);
    });
  }
});
