import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { toLineText } from '../../src/contract/import-notices.ts';
import type { TranslationRights } from '../../src/contract/schemas/translation.ts';
import { findBookByCode } from '../../src/domain/scripture/canon.ts';
import { findVersification } from '../../src/domain/scripture/versification/versification.ts';
import type { ParsedEdition } from '../../src/editions/edition-format.ts';
import { findOsisBook } from '../../src/editions/formats/shared/osis-id.ts';
import { swordFormat } from '../../src/editions/formats/sword/sword.ts';
import { unpackLzss } from '../../src/editions/formats/sword/sword-lzss.ts';
import { toOsisPieces } from '../../src/editions/formats/sword/sword-osis.ts';
import { EDITION_FORMATS } from '../../src/editions/formats.ts';
import { recognizeFormat } from '../../src/editions/recognize-format.ts';
import { openEditionSource, openSourceBytes } from '../../src/editions/sources/open-source.ts';
import { readText, toLines } from './read-text.ts';
import { type ModuleOptions, type ModuleWords, toModule } from './small-module.ts';
import { toZip } from './zip.ts';

const read = (words: ModuleWords, options?: ModuleOptions) => readText(swordFormat, toModule(words, options));
const lines = async (words: ModuleWords, options?: ModuleOptions) => toLines(await read(words, options));
/** Returns the text of a verse with this markup. */
const verse = async (words: string) => (await lines({ 'Mark 1:1': words })).map((line) => line.replace('MRK 1:1 ', ''));

describe('SWORD zText', () => {
  test('[D30] when a module is read, then the versification says which entry of the index is which verse', async () => {
    const words = {
      'Gen 1:1': 'One',
      'Joel 2:27': 'Two',
      'Mal 3:18': 'Three',
      'Matt 1:1': 'Four',
      'Rev 22:21': 'Five',
    };
    const expected = ['GEN 1:1 One', 'JOL 2:27 Two', 'MAL 3:18 Three', 'MAT 1:1 Four', 'REV 22:21 Five'];
    for (const versification of ['KJV', 'KJVA', 'NRSV', 'Luther', 'Catholic', 'Vulg', 'Synodal', 'LXX']) {
      assert.deepEqual(await lines(words, { versification }), expected, versification);
    }
    const german = { 'Joel 4:21': 'Four', 'Mal 3:24': 'Three' };
    assert.deepEqual(await lines(german, { versification: 'Luther' }), ['JOL 4:21 Four', 'MAL 3:24 Three']);
  });

  test('[D30] when versifications have books, then the canon has every one of them, each once', () => {
    for (const name of ['KJVA', 'NRSVA', 'Luther', 'Catholic2', 'Vulg', 'LXX', 'Orthodox', 'Synodal']) {
      const { ot, nt } = findVersification(name)!;
      const ids = [...ot, ...nt].map(({ osis }) => findOsisBook(osis)?.id);
      assert.ok(!ids.includes(undefined), name);
      assert.equal(new Set(ids).size, ids.length, name);
    }
  });

  test("[D30] when Luther's Bible counts the additions to Daniel as one book, then they are the books of the canon", async () => {
    const words = { 'AddDan 1:1': 'Susanna', 'AddDan 2:1': 'Bel', 'AddDan 3:2': 'Song', 'Bar 6:1': 'Letter' };
    assert.deepEqual(await lines(words, { versification: 'Luther' }), [
      'BAR 6:1 Letter',
      'S3Y 1:2 Song',
      'SUS 1:1 Susanna',
      'BEL 1:1 Bel',
    ]);
  });

  test('[D30] when there is only one testament, or verses are missing, then the module is read', async () => {
    assert.deepEqual(await lines({ 'Rev 22:21': 'Amen' }), ['REV 22:21 Amen']);
    assert.deepEqual(await lines({ 'Gen 1:1': 'One', 'Gen 1:3': 'Three', 'Gen 1:2': ' <div eID="x"/> ' }), [
      'GEN 1:1 One',
      'GEN 1:3 Three',
    ]);
  });

  test('[D30] when a module is packed or installed, whatever case its folder is written in, then it is read', async () => {
    const files = toModule({ 'Gen 1:1': 'One' }, { conf: { DataPath: './Modules/texts/zText/small' } });
    assert.deepEqual(toLines(await readText(swordFormat, files)), ['GEN 1:1 One']);
    const packed = toZip(Object.entries(files).map(([name, content]) => ({ name: `small/${name}`, content })));
    const source = await openSourceBytes('small.zip', packed);
    assert.equal(await recognizeFormat(source, EDITION_FORMATS), swordFormat);
    assert.deepEqual(toLines(await swordFormat.read(source, () => {})), ['GEN 1:1 One']);
  });

  test('[D30] when fragments are not well-formed alone, then they are read', async () => {
    assert.deepEqual(await verse('</p></div><q sID="q" who="Jesus"/>One <i>two<chapter eID="c"/>'), ['One two']);
    assert.deepEqual(await verse('1 &amp; 3 &#8212; &c.'), ['1 & 3 — &c.']);
    assert.deepEqual(await verse('<w lemma="a>b" gloss=\'c>d\'>One</w> <!-- no > -->two<![CDATA[ [three]]]>'), [
      'One two [three]',
    ]);
  });

  test('[D30] when any fragment comes, then it is read or refused, and the reader never breaks', () => {
    const names = ['note', 'title', 'div', 'q', 'w', 'l', 'verse', 'transChange', 'constructor', '__proto__', 'figure'];
    const attributes = [
      '',
      ' type="colophon"',
      ' sID="a"',
      ' eID="a"',
      ' marker="toString"',
      ' short="&#38;"',
      ' osisID="x"',
    ];
    const tag = fc
      .tuple(
        fc.constantFrom('<', '</'),
        fc.constantFrom(...names),
        fc.constantFrom(...attributes),
        fc.constantFrom('>', '/>'),
      )
      .map((parts) => parts.join(''));
    const piece = fc.oneof(
      tag,
      fc.string({ maxLength: 5 }),
      fc.constantFrom('<', '>', '&amp;', '&#0;', '"', '<!--', '-->', '<![CDATA['),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const refused = new Error('refused');
        try {
          for (const each of toOsisPieces(pieces.join(''), () => refused).pieces) {
            if (each.kind === 'text') assert.equal(typeof each.text, 'string');
          }
        } catch (error) {
          if (error !== refused) throw error;
        }
      }),
      { numRuns: 5_000 },
    );
    // As many unclosed openings as an entry can hold. Each must be detected immediately, without a search from every
    // opening.
    for (const hostile of ['<a "', '<!-', '&#', '<q>', '<note>', '(H1', '\\\\nd', '<l/>']) {
      const fragment = hostile.repeat(65_535 / hostile.length);
      for (let entry = 0; entry < 20; entry++) {
        try {
          toOsisPieces(fragment, () => new RangeError());
        } catch (error) {
          assert.ok(error instanceof RangeError, hostile);
        }
      }
    }
  });

  test('[D30] when notes, titles, figures and colophons are left out, then the words on both sides are not joined', async () => {
    const edition = await read({
      'Mark 0:0': '<title type="main">Mark</title><div type="introduction">About it</div>',
      'Mark 1:0': '<title>The beginning</title>',
      'Mark 1:1':
        '<title canonical="true">Title</title>One<note>a <note>b</note> c</note>two,<note type="crossReference">d</note>three <note>e</note>, four<figure src="f"><caption>g</caption></figure>.',
      'Mark 1:2': 'Five <div type="colophon">Written in Rome.</div>',
      'Mark 1:3': 'Six<div type="colophon" sID="x"/>Written in <div sID="y"/>Rome.<div eID="x"/> seven',
    });
    assert.deepEqual(toLines(edition), ['MRK 1:1 One two, three, four.', 'MRK 1:2 Five', 'MRK 1:3 Six seven']);
    assert.deepEqual(edition.removed, {
      headings: 2,
      introductions: 3,
      notes: 2,
      'cross references': 1,
      figures: 1,
    });
    assert.equal(edition.books[0]!.name, 'Mark');
  });

  test('[D30] when a psalm has a title, then it is kept only where that is all the verse says', async () => {
    const psalms = {
      'Ps 3:1': '<title canonical="true" type="psalm">A Psalm of David</title>LORD, how many',
      'Ps 4:1': '<title canonical="true" type="psalm">To the chief Musician</title>',
      'Ps 5:1': '<title>A heading</title>',
    };
    assert.deepEqual(await lines(psalms), ['PSA 3:1 LORD, how many', 'PSA 4:1 To the chief Musician']);
  });

  test('[D30] when a title opens in one verse and closes in the next, then it is the text of the first', async () => {
    const edition = await read({
      'Ps 3:1': '<title canonical="true" type="psalm">Ein Psalm Davids,<note>oder: für David</note> als er floh.',
      'Ps 3:2': '</title>Ach HERR, wie sind meiner Feinde so viel!<note>b</note>',
      'Ps 3:3': 'Viele sagen',
    });
    assert.deepEqual(toLines(edition), [
      'PSA 3:1 Ein Psalm Davids, als er floh.',
      'PSA 3:2 Ach HERR, wie sind meiner Feinde so viel!',
      'PSA 3:3 Viele sagen',
    ]);
    assert.deepEqual([edition.removed, edition.suspicious], [{ notes: 2 }, []]);
  });

  test('[D30] when titles run into the next verse in a module, then words of verse 1 that stand in its title stay, and no note does', async () => {
    const title = (words: string) => `<title canonical="true" type="psalm">${words}</title>`;
    const running = { 'Ps 3:1': '<title canonical="true" type="psalm">Ein Psalm.', 'Ps 3:2': '</title>Ach HERR' };
    const first = title('Ein Lied<note>Wallfahrtslied</note>. Ich hebe meine Augen auf zu den Bergen.');
    assert.deepEqual(await lines({ ...running, 'Ps 121:1': `${first} Woher kommt mir Hilfe?`, 'Ps 121:2': 'Meine' }), [
      'PSA 3:1 Ein Psalm.',
      'PSA 3:2 Ach HERR',
      'PSA 121:1 Ein Lied. Ich hebe meine Augen auf zu den Bergen.\nWoher kommt mir Hilfe?',
      'PSA 121:2 Meine',
    ]);
    const acrostic = '<title canonical="true" type="acrostic">ALEPH</title>Wohl denen';
    assert.deepEqual((await lines({ ...running, 'Ps 119:1': acrostic })).at(-1), 'PSA 119:1 Wohl denen');
  });

  test('[D30] when titles are counted as verses, then one that stands before the words of verse 1 is its beginning', async () => {
    const psalm = {
      'Ps 23:1': '<title canonical="true" type="psalm">Ein Psalm Davids.</title>Der HERR ist mein Hirte',
    };
    assert.deepEqual(await lines(psalm, { versification: 'Luther' }), [
      'PSA 23:1 Ein Psalm Davids.\nDer HERR ist mein Hirte',
    ]);
    assert.deepEqual(await lines(psalm, { versification: 'KJV' }), ['PSA 23:1 Der HERR ist mein Hirte']);
  });

  test('[D30] when a title is marked as standing before its verse, then it is a heading, whatever others are', async () => {
    const milestone = (id: string) => `<div type="x-milestone" subType="x-preverse" ${id}="p"/>`;
    const title = (words: string) => `<title canonical="true" type="psalm">${words}</title>`;
    const marked = `${milestone('sID')}${title('Ein Psalm.')}${milestone('eID')}Erhöre mich`;
    const running = { 'Ps 3:1': '<title canonical="true" type="psalm">Ein Psalm.', 'Ps 3:2': '</title>Ach HERR' };
    assert.deepEqual((await lines({ ...running, 'Ps 4:1': marked })).at(-1), 'PSA 4:1 Erhöre mich');
    assert.deepEqual(await lines({ 'Ps 4:1': marked }, { versification: 'Luther' }), ['PSA 4:1 Erhöre mich']);
    // One verse that starts in its title shows that the others do not.
    const begun = `${milestone('sID')}${title(`Ein Lied. ${milestone('eID')}Ich hebe`)} auf`;
    assert.deepEqual(await lines({ 'Ps 4:1': `${title('Ein Psalm.')}Erhöre mich`, 'Ps 121:1': begun }), [
      'PSA 4:1 Erhöre mich',
      'PSA 121:1 Ich hebe\nauf',
    ]);
  });

  test('[D30] when a verse begins within a title, then it has the words from there on', async () => {
    const before =
      '<div type="x-milestone" subType="x-preverse" sID="p"/><title canonical="true" type="psalm">Ein Lied.';
    const begins = '<div type="x-milestone" subType="x-preverse" eID="p"/>';
    assert.deepEqual(await lines({ 'Ps 121:1': `${before}${begins} Ich hebe meine Augen auf,</title> zu dir` }), [
      'PSA 121:1 Ich hebe meine Augen auf,\nzu dir',
    ]);
  });

  test('[D30] when a verse goes on with the sentence of its title, then it has the title', async () => {
    const psalm = '<title canonical="true" type="psalm">Ich hebe meine Augen<note>n</note> auf,</title> von welchen';
    const edition = await read({ 'Ps 121:1': psalm, 'Ps 122:1': '<title>A heading</title> and so' });
    assert.deepEqual(toLines(edition), ['PSA 121:1 Ich hebe meine Augen auf,\nvon welchen', 'PSA 122:1 and so']);
  });

  test('[D30] when words are marked as added or as those of Jesus, then they are text, and the report counts the marks', async () => {
    const { removed } = await read({
      'Mark 1:1': 'It <transChange type="added">was</transChange> <q who="Jesus">good</q>.',
      'Mark 1:2': '<q who="Jesus" sID="q" marker="“"/>Come<q who="Jesus" eID="q" marker="”"/>',
    });
    assert.deepEqual(removed, { 'marks of added words': 1, 'red letters': 2 });
    assert.deepEqual(await verse('the L<divineName>ord</divineName><hi>s</hi>'), ['the Lords']);
  });

  test('[D30] when lines of poetry and paragraphs begin within a verse, then they are breaks', async () => {
    assert.deepEqual(await verse('<lg sID="g"/><l sID="a"/>One<l eID="a"/><l sID="b"/>two<l eID="b"/><lg eID="g"/>'), [
      'One\ntwo',
    ]);
    assert.deepEqual(
      await verse('<div type="x-p" sID="a"/>One <milestone type="x-p" marker="¶"/>two ¶ three<lb/>four'),
      ['One\ntwo\nthree\nfour'],
    );
  });

  test('[D30] when quotation marks are attributes, then they are written', async () => {
    assert.deepEqual(await verse('He said <q marker="“" sID="q"/>Come<q marker="”" eID="q"/> <q marker="‘">Go</q>'), [
      'He said “Come” ‘Go’',
    ]);
    const again = '<milestone type="x-p"/><milestone type="cQuote" marker="&#8220;"/>';
    assert.deepEqual(await verse(`“Come. ${again}Go. <milestone type="cQuote"/>now`), ['“Come.\n“Go. now']);
  });

  test('[D30] when verses point to the same words, then they are a bridge', async () => {
    const edition = await read(
      { 'Mark 1:1': 'One to three', 'Mark 1:4': 'Four' },
      { linked: ['Mark 1:2', 'Mark 1:3'] },
    );
    assert.deepEqual(toLines(edition), ['MRK 1:1 One to three', 'MRK 1:4 Four']);
    assert.deepEqual([...edition.bridged!], ['41/1:2', '41/1:3']);
  });

  test('[D30] when a verse hangs on a chapter’s last one, then it gets its own number where it has one', async () => {
    const edition = await read({
      '3John 1:14': 'We will speak.<verse osisID="3John.1.15" sID="v"/>Peace be to you.<verse eID="v"/>',
      'Rom 14:23': 'is sin. <div subType="x-preverse" sID="p"/><div subType="x-preverse" eID="p"/>Now to him',
    });
    assert.deepEqual(toLines(edition), [
      'ROM 14:23 is sin. Now to him',
      '3JN 1:14 We will speak.',
      '3JN 1:15 Peace be to you.',
    ]);
    assert.match(edition.suspicious.join('\n'), /Rom 14:23\): another verse is attached to this one/);
  });

  test('[D30] when a mark for the next verse has no words after it, then no verse hangs there; several hang once', async () => {
    const mark = '<div type="x-milestone" subType="x-preverse" sID="p"/><lb type="x-p"/>';
    const edition = await read(
      {
        'Job 5:27': `${mark}Know it for your good. ${mark} <lg eID="g"/> <chapter eID="Job.5"/>`,
        'Ps 46:11': `God is our refuge. ${mark}<title>For the Chief Musician</title><note>a note</note>`,
        'Sir 41:22': `of abusive speech ${mark}of repeating ${mark}So you will be ashamed.`,
      },
      { versification: 'KJVA' },
    );
    assert.equal(edition.suspicious.length, 1, edition.suspicious.join());
    assert.match(edition.suspicious[0]!, /Sir 41:22\): another verse is attached to this one/);
  });

  test('[D30] when the versification does not have a book, then it is left out, and that is reported', async () => {
    const foreign = '<div type="book" osisID="DanGr" sID="d"/>In the third year <note>and';
    const edition = await read({
      'Hos 0:0': foreign,
      'Hos 1:1': 'The word',
      'Dan 12:13': 'Go. <div type="book" osisID="Sus"/>A man',
    });
    assert.deepEqual(toLines(edition), ['DAN 12:13 Go.', 'HOS 1:1 The word']);
    const file = 'modules/texts/ztext/small/ot';
    assert.deepEqual(edition.suspicious, [
      `${file} (Dan 12:13): the book "Sus" appears here and was left out`,
      `${file} (Hos 0:0): the text before the first verse is damaged and was left out: the note does not end`,
    ]);
  });

  test('[D30] when a verse is reported, then the report names it once', async () => {
    const edition = await read({ 'Mark 1:1': 'One &amp;amp; two', 'Mark 1:2': '<note>Some have a verse here.</note>' });
    assert.deepEqual(edition.suspicious, [
      'modules/texts/ztext/small/nt: MRK 1:2 has a note and no words: left out',
      'modules/texts/ztext/small/nt: markup was removed from the words of verses (1), first from MRK 1:1: "&amp;"',
    ]);
  });

  test('[D30] when a verse has the number of another edition or stray marks that are no markup, then they are not its text', async () => {
    const edition = await read({
      'Lev 6:1': '(H5:20) Und Jehova',
      'Lev 6:2': 'the \\nd LORD\\nd* spoke',
    });
    assert.deepEqual(toLines(edition), ['LEV 6:1 Und Jehova', 'LEV 6:2 the LORD spoke']);
    assert.deepEqual(edition.removed, { 'verse numbers of other editions': 1, 'stray marks': 2 });
  });

  test('[D30] when a verse is only a soft hyphen, then the module does not have it', async () => {
    assert.deepEqual(await lines({ 'Mark 1:1': 'One', 'Mark 1:2': '\u00ad' }), ['MRK 1:1 One']);
  });

  test('[D30] when plain text is in Latin-1, then it is taken as it stands', async () => {
    const conf = { SourceType: null, Encoding: null };
    const words = { 'Gen 1:1': Buffer.from('Gr\xfc\xdfe & [Gott]\r\n', 'latin1') };
    assert.deepEqual(await lines(words, { conf }), ['GEN 1:1 Grüße & [Gott]']);
  });

  test('[D30] when a description names no markup or another one, then a text with elements of OSIS is OSIS', async () => {
    const words = { 'Matt 1:1': 'First <note>a</note>', 'Matt 1:25': 'Last. <chapter eID="gen2" osisID="Matt.1"/>' };
    for (const SourceType of [null, 'Plaintext', 'GBF', 'ThML']) {
      assert.deepEqual(
        await lines(words, { conf: { SourceType } }),
        ['MAT 1:1 First', 'MAT 1:25 Last.'],
        `${SourceType}`,
      );
    }
  });

  test('[D30] when a module is in GBF, then it is read', async () => {
    const edition = await read(
      {
        'Mark 1:0': '<TT>Mark<Tt>',
        'Mark 1:1':
          '<TS>The beginning<Ts>In the<WH7225> beginning <FI>was<Fi> <RB>the Word<RF>or <FI>speech<Fi><Rf>, &<CM>',
        'Mark 1:2': '<FR>Come<Fr><CL>caf<CAE9> <RF>This note',
        'Mark 1:3': 'goes on<Rf>Go',
      },
      { conf: { SourceType: 'GBF' } },
    );
    assert.deepEqual(toLines(edition), [
      'MRK 1:1 In the beginning was the Word, &',
      'MRK 1:2 Come\ncafé',
      'MRK 1:3 Go',
    ]);
    assert.deepEqual(edition.removed, { headings: 2, 'marks of added words': 1, notes: 2, 'red letters': 1 });
    assert.deepEqual(edition.suspicious, []);
  });

  test('[D30] when a module is packed with LZSS, then it is read', async () => {
    /** Eight bytes as they are follow each byte of flags. */
    const pack = (block: Buffer) =>
      Buffer.concat(
        Array.from({ length: Math.ceil(block.length / 8) }, (_, at) =>
          Buffer.concat([Buffer.of(0xff), block.subarray(at * 8, at * 8 + 8)]),
        ),
      );
    const conf = { CompressType: 'LZSS' };
    assert.deepEqual(await lines({ 'Mark 1:1': 'One', 'Mark 1:2': 'Two, three' }, { pack, conf }), [
      'MRK 1:1 One',
      'MRK 1:2 Two, three',
    ]);
    // Written by imp2vs 1.9.0.
    const block =
      '/1RoZSBiZWdp/25uaW5nIG9m+yB07/Bnb3NwZf1s+/FKZXN1cyB/Q2hyaXN0LP7y91NvbvvxR29kO/j+8vL/BAIuCkFzIP9pdCBpcyB3cv9pdHRlbiBpbv7+8nByb3BoZXTvcywgYUkMLgoK';
    assert.equal(
      unpackLzss(Buffer.from(block, 'base64'), 143)?.toString(),
      'The beginning of the gospel of Jesus Christ, the Son of God; the beginning of the gospel.\n' +
        'As it is written in the prophets, as it is written.\n\n',
    );
    assert.equal(unpackLzss(Buffer.from(block, 'base64').subarray(0, 50), 143), null);
    assert.deepEqual(unpackLzss(Buffer.of(0, 0, 0x10), 3), Buffer.from('   '), 'what is before the first byte');
  });

  test('[D30] when an index is shorter or longer than the versification, then the rest is read, and the report says so', async () => {
    const words = { 'Mal 4:5': 'Five', 'Mal 4:6': 'Six', 'Rev 22:21': 'Amen' };
    const short = await read(words, { extraEntries: -1 });
    assert.deepEqual(toLines(short), ['MAL 4:5 Five']);
    assert.deepEqual(short.suspicious, [
      'modules/texts/ztext/small/ot.bzv: the index ends before Mal 4:6: the entries from there on are empty',
      'modules/texts/ztext/small/nt.bzv: the index ends before Rev 22:21: the entries from there on are empty',
    ]);
    const long = await read(words, { extraEntries: 2 });
    assert.deepEqual(toLines(long), ['MAL 4:5 Five', 'MAL 4:6 Six', 'REV 22:21 Amen']);
    assert.deepEqual(
      long.suspicious,
      ['ot', 'nt'].map(
        (name) =>
          `modules/texts/ztext/small/${name}.bzv: the index is longer than the versification: its last entries were left out (2)`,
      ),
    );
  });

  test('[D30] when a note goes on in later verses of its chapter, then it is left out and counted once', async () => {
    const edition = await read({
      'John 5:2': 'One.',
      'John 5:3': 'Two.<note placement="foot">Later manuscripts add: waiting.',
      'John 5:4': 'For an angel',
      'John 5:5': 'came down.</note> Three <note>n</note>.',
    });
    assert.deepEqual(toLines(edition), ['JHN 5:2 One.', 'JHN 5:3 Two.', 'JHN 5:5 Three.']);
    assert.deepEqual([edition.removed, edition.suspicious], [{ notes: 2 }, []]);
  });

  test('[D30] when there is a description, then name, language, rights and provenance come from it', async () => {
    const conf = {
      Description: 'Eine \\u196?rzte-Bibel',
      Lang: 'de-AT',
      Version: '1.2',
      DistributionLicense: 'Creative Commons: BY-SA 4.0',
      ShortCopyright: '© 2020 Someone',
      TextSource: 'https://example.org/bible',
      History_1: 'one\\\nDistributionLicense=Public Domain',
      About: '\\qc Über\\par{diese} Bibel',
    };
    const { name, language, rights, sourceId, books } = await read({ 'Gen 1:1': 'Eins' }, { conf });
    const expected: Partial<TranslationRights> = {
      edition: 'Eine Ärzte-Bibel, SWORD module Small 1.2',
      rights_status: 'Creative Commons: BY-SA 4.0',
      source_url: 'https://example.org/bible',
      attribution: 'Eine Ärzte-Bibel. © 2020 Someone. Creative Commons: BY-SA 4.0',
      license_id: 'CC-BY-SA-4.0',
      license_url: 'https://creativecommons.org/licenses/by-sa/4.0/',
      copyright: '© 2020 Someone',
    };
    assert.deepEqual([name, language, rights, sourceId], ['Eine Ärzte-Bibel', 'de', expected, 'sword:Small@1.2']);
    assert.equal(books[0]!.name, '1. Mose');
    const silent = await read({ 'Gen 1:1': 'One' }, { conf: { Lang: 'grc', Description: null } });
    assert.deepEqual([silent.name, silent.language, silent.sourceId], ['Small', 'und', 'sword:Small']);
    assert.deepEqual(Object.keys(silent.rights), ['edition'], 'nothing that is not said');
    const twice = { Description: 'KJV', ShortCopyright: 'PUBLIC DOMAIN', DistributionLicense: 'Public Domain' };
    const said = await read({ 'Gen 1:1': 'One' }, { conf: twice });
    assert.equal(said.rights.attribution, 'KJV. PUBLIC DOMAIN', 'what is said twice is shown once');
  });

  test('[D30] when titles are too long to stand beside a verse, then they are not used as names', async () => {
    const title = (text: string, more = '') => `<title type="main"${more}>${text}</title>`;
    const words = { 'Gen 1:1': 'One', 'Exod 1:1': 'Two' };
    const named = async (more: ModuleWords) => (await read({ ...words, ...more })).books.map(({ name }) => name);
    assert.deepEqual(
      await named({ 'Gen 0:0': title('The First Book', ' short="First"'), 'Exod 0:0': title('Second') }),
      ['First', 'Second'],
    );
    assert.deepEqual(
      await named({
        'Gen 0:0': title('The First Book of Moses, called by the name of Genesis'),
        'Exod 0:0': title('Second'),
      }),
      ['Genesis', 'Exodus'],
    );
  });
});

const texts = process.env.LECTERN_TEST_TEXTS;
const missing = (name: string) =>
  texts !== undefined && existsSync(join(texts, name)) ? false : `LECTERN_TEST_TEXTS names no folder with ${name}`;

/**
 * Reads a module of the folder and expects a complete Protestant Bible: 31,102 verses, except those that are only a
 * dash.
 */
async function readWhole(name: string, dashes: number): Promise<(code: string, place: string) => string | undefined> {
  const edition: ParsedEdition = await swordFormat.read(await openEditionSource(join(texts!, name)), () => {});
  const verses = edition.books.flatMap((book) => book.verses);
  assert.deepEqual([edition.books.length, verses.length], [66, 31_102 - dashes]);
  const left = edition.suspicious
    .map(toLineText)
    .filter((remark) => /(has no words but ".+"|has a note and no words): left out$/.test(remark));
  assert.equal(left.length, dashes);
  for (const { text } of verses) assert.doesNotMatch(text, /[<>&\\¶]| {2}|\([GH]\d|^\s|\s$/);
  return (code, place) => {
    const book = edition.books.find(({ book_id }) => book_id === findBookByCode(code)!.id)!;
    return book.verses.find(({ chapter, verse }) => `${chapter}:${verse}` === place)?.text;
  };
}

describe('[D30] whole Bibles as SWORD modules', () => {
  test('when Elberfelder 1905 is read, then titles of psalms are within verse 1', {
    skip: missing('GerElb1905.zip'),
  }, async () => {
    const at = await readWhole('GerElb1905.zip', 1);
    assert.match(at('GEN', '1:1')!, /^Im Anfang schuf Gott die Himmel und die Erde\.$/);
    assert.match(
      at('PSA', '3:1')!,
      /^Ein Psalm von David, .* Absalom floh\. Jehova! wie viele .* erheben sich wider mich;$/,
    );
    assert.match(at('PSA', '46:2')!, /^Darum werden wir uns nicht fürchten/);
    assert.match(at('PSA', '46:3')!, /^wenn seine Wasser tobten und schäumten/);
    assert.match(at('JOL', '2:28')!, /^Und danach wird es geschehen, daß ich meinen Geist ausgießen werde/);
    assert.match(at('JOL', '3:1')!, /^Denn siehe, in jenen Tagen/);
    assert.match(at('MAL', '4:1')!, /^Denn siehe, der Tag kommt, brennend wie ein Ofen/);
    assert.equal(at('MAL', '3:19'), undefined);
    assert.match(at('JHN', '3:16')!, /^Denn also hat Gott die Welt geliebt, .* sondern ewiges Leben habe\.$/);
    assert.match(at('REV', '13:1')!, /^Und ich stand auf dem Sande des Meeres\. Und ich sah/);
    assert.equal(at('REV', '22:21'), 'Die Gnade des Herrn Jesus Christus sei mit allen Heiligen!');
  });

  test('when Bíblia Livre is read, then Psalm 46:3 is within 46:2', { skip: missing('PorBLivre.zip') }, async () => {
    const at = await readWhole('PorBLivre.zip', 15);
    assert.equal(at('GEN', '1:1'), 'No princípio criou Deus os céus e a terra.');
    assert.match(at('PSA', '3:1')!, /^Ah SENHOR, como têm se multiplicado/);
    assert.match(at('PSA', '46:2')!, /ao interior dos mares; Ainda que suas águas rujam e se perturbem, .* \(Selá\)$/);
    assert.equal(at('PSA', '46:3'), undefined);
    assert.match(at('JOL', '2:28')!, /^E será depois que derramarei meu Espírito sobre toda carne; e vossos filhos/);
    assert.match(at('JOL', '3:1')!, /^Porque eis que naqueles dias/);
    assert.match(at('MAL', '4:1')!, /^Porque eis que aquele dia vem ardendo como forno/);
    assert.match(at('JHN', '3:16')!, /^Porque Deus amou ao mundo de tal maneira, .* mas tenha a vida eterna\.$/);
    assert.match(at('REV', '12:18')!, /^E eu fiquei parado sobre a areia do mar\.$/);
    assert.equal(at('REV', '22:21'), 'A graça do nosso Senhor Jesus Cristo seja com todos.');
  });
});

/** The folder in which Debian's packages install modules. */
const installed = '/usr/share/sword';

describe("[D30] Debian's modules, where they are installed", () => {
  const cases = [
    {
      file: 'engWEB2015eb.conf',
      books: 80,
      verses: 37_456,
      john: 'In the beginning was the Word, and the Word was with God, and the Word was God.',
    },
    {
      file: 'engKJV2006eb.conf',
      books: 66,
      verses: 31_102,
      john: 'In the beginning was the Word, and the Word was with God, and the Word was God.',
    },
  ];
  for (const { file, books, verses, john } of cases) {
    const path = join(installed, 'mods.d', file);
    test(`when ${file} is read, then it has ${verses} verses`, {
      skip: existsSync(path) ? false : `there is no ${path}`,
    }, async () => {
      const edition = await swordFormat.read(await openEditionSource(path), () => {});
      assert.equal(edition.books.length, books);
      assert.equal(edition.books.flatMap((book) => book.verses).length, verses);
      const book = edition.books.find(({ book_id }) => book_id === findBookByCode('JHN')!.id)!;
      assert.equal(book.verses[0]!.text, john);
      const byName = await openEditionSource(installed, file.replace('.conf', ''));
      assert.equal(byName.sha256, (await openEditionSource(path)).sha256);
      const hanging = edition.suspicious.map(toLineText).filter((each) => each.includes('another verse hangs'));
      assert.ok(hanging.length < 20, `${hanging.length}`);
      if (books === 80) assert.ok(hanging.some((each) => each.includes('(Rom 14:23)')));
    });
  }
});
