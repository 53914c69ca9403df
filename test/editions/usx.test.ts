import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { usxFormat } from '../../src/editions/formats/usx/usx.ts';
import { readText, toLines } from './read-text.ts';
import { sourceOf } from './source-of.ts';

const usx = (content: string, code = 'GEN') =>
  `<?xml version="1.0" encoding="utf-8"?>\n<usx version="3.0">\n<book code="${code}" style="id">Test</book>\n${content}\n</usx>\n`;
const read = (content: string, code?: string) => readText(usxFormat, { 'book.usx': usx(content, code) });
const lines = async (content: string, code?: string) => toLines(await read(content, code));

describe('USX', () => {
  test('[D30] when a verse has paragraphs, lines of poetry and headings, then it goes on over them until its end', async () => {
    const content = `<chapter number="1" style="c" sid="GEN 1" />
<para style="p"><verse number="1" style="v" sid="GEN 1:1" />One</para>
<para style="q1">two</para>
<para style="b" />
<para style="s2">Heading</para>
<para style="q2">three<verse eid="GEN 1:1" /> <verse number="2" style="v" sid="GEN 1:2" />Four.<verse eid="GEN 1:2" /></para>
<chapter eid="GEN 1" />`;
    const edition = await read(content);
    assert.deepEqual(toLines(edition), ['GEN 1:1 One\ntwo\nthree', 'GEN 1:2 Four.']);
    assert.equal(edition.removed.headings, 1);
    assert.deepEqual(edition.suspicious, []);
  });

  test('[D30] when verses have no ends, as before USX 3, then a verse goes up to the next one', async () => {
    const content = `<chapter number="1" style="c" />
<para style="p"><verse number="1" style="v" />One</para>
<para style="q1">two <verse number="2" style="v" />three</para>
<chapter number="2" style="c" /><para style="p"><verse number="1" style="v" />Four</para>`;
    assert.deepEqual(await lines(content), ['GEN 1:1 One\ntwo', 'GEN 1:2 three', 'GEN 2:1 Four']);
  });

  test('[D30] when a title stands between two verses, then it is a heading; one at the end of the chapter is text', async () => {
    const content = `<chapter number="1" style="c" />
<para style="q1"><verse number="1" style="v" />One</para>
<para style="d">BETH<note caller="+" style="f">n</note></para>
<para style="q1"><verse number="2" style="v" />two</para>
<para style="d">For the<note caller="+" style="f">n</note>choir.</para>
<chapter number="2" style="c" /><para style="p"><verse number="1" style="v" />Three</para>`;
    const edition = await read(content);
    assert.deepEqual(toLines(edition), ['GEN 1:1 One', 'GEN 1:2 two\nFor the choir.', 'GEN 2:1 Three']);
    assert.deepEqual(edition.removed, { headings: 1, notes: 2 });
  });

  test('[D30] when a paragraph has the style nb, then it goes on without a new line', async () => {
    const content = `<chapter number="1" style="c" />
<para style="p"><verse number="1" style="v" />One</para>
<para style="nb">two</para>`;
    assert.deepEqual(await lines(content), ['GEN 1:1 One two']);
  });

  test('[D30] when there are notes, cross references, figures and sidebars, then they are left out and counted; styled words stay', async () => {
    const content = `<chapter number="1" style="c" />
<para style="p"><verse number="1" style="v" />The <char style="nd">Lord</char><note caller="+" style="f"><char style="ft">note <char style="fv">1</char></char></note>said<note caller="-" style="x"><char style="xt">Mt 1.1</char></note>: <char style="w" lemma="go">Go</char><figure style="fig" file="a.jpg">caption</figure> <char style="add"><char style="wj">now</char></char><char style="rq">Jn 1</char>.</para>
<sidebar style="esb"><para style="p">Aside</para></sidebar>`;
    const edition = await read(content);
    assert.deepEqual(toLines(edition), ['GEN 1:1 The Lord said: Go now.']);
    assert.deepEqual(edition.removed, {
      notes: 1,
      'cross references': 2,
      figures: 1,
      sidebars: 1,
      'marks of added words': 1,
      'red letters': 1,
    });
  });

  test('[D30] when a style is private, then its words are no text', async () => {
    const content = `<chapter number="1" style="c" />
<para style="p"><verse number="1" style="v" />One <char style="zDraft">check <char style="nd">this</char></char> two.</para>`;
    const edition = await read(content);
    assert.deepEqual(toLines(edition), ['GEN 1:1 One two.']);
    assert.equal(edition.removed['private markers'], 1);
  });

  test('[D30] when verses are a bridge, then it is one verse under its first number; parts are joined', async () => {
    const content = `<chapter number="1" style="c" />
<para style="p"><verse number="1-2" style="v" />Both <verse number="3a" style="v" />three</para>
<para style="q1"><verse number="3b" style="v" />and more <verse number="4&#x200f;-5" style="v" />last</para>`;
    const edition = await read(content);
    assert.deepEqual(toLines(edition), ['GEN 1:1 Both', 'GEN 1:3 three\nand more', 'GEN 1:4 last']);
    assert.deepEqual([...edition.bridged!].sort(), ['1/1:2', '1/1:5']);
  });

  test('[D30] when verses are a list, then it is a bridge; a part has a letter of any script', async () => {
    const content = `<chapter number="1" style="c" />
<para style="p"><verse number="1,2,3" style="v" />a <verse number="4-6,8" style="v" />b <verse number="9α" style="v" />c</para>`;
    const edition = await read(content);
    assert.deepEqual(toLines(edition), ['GEN 1:1 a', 'GEN 1:4 b', 'GEN 1:9 c']);
    assert.deepEqual(edition.suspicious, ['book.usx, line 5: the list of verses GEN 1:4-8 does not name 7']);
  });

  test('[D30] when a psalm has a title, then it is a heading, unless it has a verse number', async () => {
    const english = `<chapter number="3" style="c" /><para style="d">A psalm of David.</para>
<para style="q1"><verse number="1" style="v" />Lord, how many</para>`;
    const german = `<chapter number="3" style="c" /><para style="d"><verse number="1" style="v" />Ein Psalm Davids.</para>
<para style="q1"><verse number="2" style="v" />Ach Herr</para>`;
    assert.deepEqual(await lines(english, 'PSA'), ['PSA 3:1 Lord, how many']);
    assert.deepEqual(await lines(german, 'PSA'), ['PSA 3:1 Ein Psalm Davids.', 'PSA 3:2 Ach Herr']);
  });

  test('[D30] when a descriptive title stands within a verse, then it is its text: Habakkuk 3:19', async () => {
    const content = `<chapter number="3" style="c" /><para style="q1"><verse number="19" style="v" />He makes me tread.</para>
<para style="d">For the choirmaster.</para>`;
    assert.deepEqual(await lines(content, 'HAB'), ['HAB 3:19 He makes me tread.\nFor the choirmaster.']);
  });

  test('[D30] when words stand before a first verse 2, then they are verse 1, and that is reported', async () => {
    const content = `<chapter number="4" style="c" /><para style="d">A psalm.</para>
<para style="q1">Answer me</para><para style="q2">when I<note style="f">n</note>call! <verse number="2" style="v" />How long?</para>`;
    const edition = await read(content, 'PSA');
    assert.deepEqual(toLines(edition), ['PSA 4:1 Answer me\nwhen I call!', 'PSA 4:2 How long?']);
    assert.match(edition.suspicious.join(), /PSA 4 has no verse 1/);
  });

  test('[D30] when words stand before verse 1, then they are left out, and that is reported', async () => {
    const content = `<chapter number="4" style="c" /><para style="p">Stray</para><para style="p"><verse number="1" style="v" />One</para>`;
    const edition = await read(content);
    assert.deepEqual(toLines(edition), ['GEN 1:1 One'.replace('1:1', '4:1')]);
    assert.match(edition.suspicious.join(), /GEN 4 before verse 1/);
  });

  test('[D30] when words have a style that is not known, then they are kept, and that is reported once', async () => {
    const content = `<chapter number="1" style="c" /><para style="zz"><verse number="1" style="v" />One</para><para style="zz">two</para>`;
    const edition = await read(content);
    assert.deepEqual(toLines(edition), ['GEN 1:1 One\ntwo']);
    assert.equal(edition.suspicious.filter((what) => what.includes('"zz"')).length, 1);
  });

  test('[D30] when a verse has only a note, then it is left out, and that is reported', async () => {
    const content = `<chapter number="17" style="c" /><para style="p"><verse number="20" style="v" />Faith. <verse number="21" style="v" /><note style="f">Some add</note> <verse number="22" style="v" />When</para>`;
    const edition = await read(content, 'MAT');
    assert.deepEqual(toLines(edition), ['MAT 17:20 Faith.', 'MAT 17:22 When']);
    assert.match(edition.suspicious.join(), /MAT 17:21/);
  });

  test('[D30] when there are tables, then their cells stay apart, and headings of columns are left out', async () => {
    const content = `<chapter number="7" style="c" /><table><row style="tr"><cell style="th1">Day</cell></row>
<row style="tr"><cell style="tc1"><verse number="12" style="v" />First</cell><cell style="tc2">Nahshon</cell></row></table>`;
    assert.deepEqual(await lines(content, 'NUM'), ['NUM 7:12 First Nahshon']);
  });

  test('[D30] when a book is read, then it has the name that the edition prints', async () => {
    const content = `<para style="toc2">Moisés</para><para style="h">1 Moisés</para><para style="mt1">O Livro</para>
<chapter number="1" style="c" /><para style="p"><verse number="1" style="v" />No</para>`;
    assert.equal((await read(content)).books[0]!.name, '1 Moisés');
  });

  const dbl = `<?xml version="1.0" encoding="utf-8"?>
<DBLMetadata id="0123456789abcdef" revision="4" type="text" typeVersion="2.1">
  <identification><name>Test Bible</name><nameLocal>Bíblia de Teste</nameLocal></identification>
  <agencies><rightsHolder><uid>1</uid><name>Test Society</name><url>https://example.org/</url></rightsHolder></agencies>
  <language><iso>por</iso><name>Portuguese</name></language>
  <publications>
    <publication default="true" id="p1"><structure><content name="b1" role="GEN" src="release/USX_1/GEN.usx"/></structure></publication>
    <publication id="p2"><structure><content name="b2" role="GEN" src="release/USX_2/GEN.usx"/></structure></publication>
  </publications>
  <copyright><fullStatement><statementContent type="xhtml"><p>© 2020 Test Society</p><p>CC BY: https://creativecommons.org/licenses/by/4.0/.</p></statementContent></fullStatement></copyright>
</DBLMetadata>`;

  test('[D30] when a bundle has metadata, then it gives name, language, rights and source; its default publication counts', async () => {
    const book = (word: string) =>
      usx(`<chapter number="1" style="c" /><para style="p"><verse number="1" style="v" />${word}</para>`);
    const files = {
      'metadata.xml': dbl,
      'release/USX_1/GEN.usx': book('Um'),
      'release/USX_2/GEN.usx': book('Dois'),
      'release/styles.xml': '<stylesheet/>',
    };
    assert.equal(await usxFormat.recognizes(sourceOf(files)), true);
    const edition = await readText(usxFormat, files);
    assert.deepEqual(toLines(edition), ['GEN 1:1 Um']);
    assert.equal(edition.books[0]!.name, 'Gênesis');
    assert.equal(edition.name, 'Bíblia de Teste');
    assert.equal(edition.language, 'pt');
    assert.equal(edition.sourceId, 'dbl:0123456789abcdef@4');
    const statement = '© 2020 Test Society CC BY: https://creativecommons.org/licenses/by/4.0/.';
    assert.deepEqual(edition.rights, {
      edition: 'Test Bible',
      rights_status: statement,
      copyright: statement,
      license_url: 'https://creativecommons.org/licenses/by/4.0/',
      source_url: 'https://example.org/',
    });
  });

  test('[D30] when a file is no scripture, then it is left out, and that is reported', async () => {
    const files = {
      'FRT.usx': usx('<para style="p">Preface</para>', 'FRT'),
      'GEN.usx': usx('<chapter number="1" style="c" /><para style="p"><verse number="1" style="v" />In</para>'),
    };
    const edition = await readText(usxFormat, files);
    assert.deepEqual(toLines(edition), ['GEN 1:1 In']);
    assert.match(edition.suspicious.join(), /FRT/);
  });
});
