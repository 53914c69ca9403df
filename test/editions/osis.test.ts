import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CANON, osisOf } from '../../src/domain/scripture/canon.ts';
import { osisFormat } from '../../src/editions/formats/osis/osis.ts';
import { findOsisBook, parseOsisVerses } from '../../src/editions/formats/shared/osis-id.ts';
import { readText, toLines } from './read-text.ts';

const osis = (body: string, header = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>
<osis xmlns="http://www.bibletechnologies.net/2003/OSIS/namespace">
<osisText osisIDWork="Test" osisRefWork="Bible" xml:lang="de"><header>${header}</header>
${body}
</osisText></osis>`;
const read = (body: string, header?: string) => readText(osisFormat, { 'test.osis': osis(body, header) });
const lines = async (body: string) => toLines(await read(body));

describe('OSIS', () => {
  test('[D30] when a verse goes on with the sentence of its title, then it has the title, but no letter of an acrostic', async () => {
    const title = (type: string, words: string) => `<title canonical="true" type="${type}">${words}</title>`;
    const body = `<div type="book" osisID="Ps"><verse osisID="Ps.119.1">${title('acrostic', 'Aleph')} blessed</verse>
<verse osisID="Ps.121.1">${title('psalm', 'Ich hebe<note>n</note> meine Augen auf,')} von welchen</verse>
<verse osisID="Ps.122.1">${title('psalm', 'Ein Lied.')} ich freute mich</verse></div>`;
    assert.deepEqual(await lines(body), [
      'PSA 119:1 blessed',
      'PSA 121:1 Ich hebe meine Augen auf,\nvon welchen',
      'PSA 122:1 ich freute mich',
    ]);
  });

  test('[D30] when verses are containers, or stand between milestones that reach over lines, then they are read', async () => {
    const body = `<div type="book" osisID="Gen"><chapter osisID="Gen.1"><p>
<verse osisID="Gen.1.1">In the <w lemma="strong:H7225">beginning</w></verse>
<verse osisID="Gen.1.2" sID="v2"/>And</p><lg><l>the <divineName>Lord</divineName></l><l>said<verse eID="v2"/></l></lg>
</chapter></div>`;
    assert.deepEqual(await lines(body), ['GEN 1:1 In the beginning', 'GEN 1:2 And\nthe Lord\nsaid']);
  });

  test('[D30] when chapters and books are milestones, or ids have prefixes, then they are read', async () => {
    const body = `<div type="book" osisID="Bible:Gen" sID="b1"/><chapter osisID="Gen.1" sID="c1"/>
<verse osisID="Bible:Gen.1.1" sID="a"/>One<verse eID="a"/><chapter eID="c1"/>
<chapter osisID="Gen.2" sID="c2"/><verse osisID="KJV:Gen.2.1" sID="b"/>Two<verse eID="b"/><chapter eID="c2"/><div type="book" eID="b1"/>
<div type="book" osisID="Exod"><verse osisID="Exod.1.1">Three</verse></div>`;
    assert.deepEqual(await lines(body), ['GEN 1:1 One', 'GEN 2:1 Two', 'EXO 1:1 Three']);
  });

  test('[D30] when an id has several verses, then they are a bridge; when a verse is in parts, then the parts are joined', async () => {
    const body = `<div type="book" osisID="Gen"><verse osisID="Gen.1.1 Gen.1.2 Gen.1.3">All</verse>
<verse osisID="Gen.1.4!a">four</verse><verse osisID="Gen.1.4!b">five</verse></div>`;
    const edition = await read(body);
    assert.deepEqual(toLines(edition), ['GEN 1:1 All', 'GEN 1:4 four five']);
    assert.deepEqual([...edition.bridged!], ['1/1:2', '1/1:3']);
  });

  test('[D30] when a text has notes, titles, figures and introductions, then they are left out; references within a verse stay', async () => {
    const body = `<div type="book" osisID="Ps"><title type="main" short="Psalm">The Book of Psalms</title>
<div type="introduction"><p>On <reference osisRef="Ps.1">Psalm 1</reference></p></div>
<chapter osisID="Ps.1"><title>The two ways</title><reference osisRef="Prov.1"/>
<verse osisID="Ps.1.1">Blessed<note type="study">or <q>happy</q></note>is<note type="crossReference"><reference>Jer 17</reference></note>, <title>Within</title>as <reference osisRef="Jer.17.7">Jeremiah</reference> says<figure src="a.png"><caption>c</caption></figure></verse>
</chapter></div>`;
    const edition = await read(body);
    assert.deepEqual(toLines(edition), ['PSA 1:1 Blessed is,\nas Jeremiah says']);
    assert.deepEqual(edition.removed, { introductions: 1, headings: 2, notes: 1, 'cross references': 1, figures: 1 });
    assert.equal(edition.books[0]!.name, 'Psalm');
  });

  test('[D30] when a psalm has a title, then it is left out before verse 1 and within it, and kept where it is the verse', async () => {
    const title = '<title type="psalm" canonical="true">A Psalm of David</title>';
    const book = (verses: string) => `<div type="book" osisID="Ps"><chapter osisID="Ps.3">${verses}</chapter></div>`;
    assert.deepEqual(await lines(book(`${title}<verse osisID="Ps.3.1">Lord</verse>`)), ['PSA 3:1 Lord']);
    assert.deepEqual(await lines(book(`<verse osisID="Ps.3.1">${title}Lord</verse>`)), ['PSA 3:1 Lord']);
    const numbered = ['PSA 3:1 A Psalm of David', 'PSA 3:2 Lord'];
    assert.deepEqual(
      await lines(book(`<verse osisID="Ps.3.1">${title}</verse><verse osisID="Ps.3.2">Lord</verse>`)),
      numbered,
    );
    const around =
      '<title type="psalm"><verse osisID="Ps.3.1" sID="a"/>A Psalm of David<verse eID="a"/></title><verse osisID="Ps.3.2">Lord</verse>';
    assert.deepEqual(await lines(book(around)), numbered);
    assert.deepEqual(
      await lines(book('<verse osisID="Ps.3.0">A Psalm of David</verse><verse osisID="Ps.3.1">Lord</verse>')),
      ['PSA 3:1 Lord'],
    );
  });

  test('[D30] when lines and paragraphs break, then the breaks are kept, except at the ends of a verse', async () => {
    const body = `<div type="book" osisID="Gen"><verse osisID="Gen.1.1"><milestone type="x-p" marker="¶"/>One<lb/>two<milestone type="x-p"/> three<lb/></verse></div>`;
    assert.deepEqual(await lines(body), ['GEN 1:1 One\ntwo\nthree']);
  });

  test('[D30] when quotation marks stand in attributes, then they are written', async () => {
    const body = `<div type="book" osisID="Gen"><verse osisID="Gen.1.1">He said, <q marker="“">Go</q>, <q marker="‘" sID="q"/>now<q marker="’" eID="q"/> <q who="Jesus">yes</q></verse></div>`;
    assert.deepEqual(await lines(body), ['GEN 1:1 He said, “Go”, ‘now’ yes']);
  });

  test('[D30] when a quotation goes on, then its mark stands where the paragraph begins', async () => {
    const mark = '<milestone type="cQuote" marker="“"/>';
    const verses = `<p><verse osisID="Gen.1.1"><q marker="“" sID="q"/>Come.</verse></p><p>${mark}<verse osisID="Gen.1.2">${mark}Go,</verse></p>
<p><verse osisID="Gen.1.3">now <milestone type="cQuote"/><milestone type="x-p"/>${mark}<note>n</note>or never.<q marker="”" eID="q"/></verse></p>`;
    const edition = await read(`<div type="book" osisID="Gen">${verses}</div>`);
    assert.deepEqual(toLines(edition), ['GEN 1:1 “Come.', 'GEN 1:2 “Go,', 'GEN 1:3 now\n“or never.”']);
    assert.deepEqual(edition.suspicious, []);
  });

  test('[D30] when the own work has a header, then it gives title, rights, language, publisher and source', async () => {
    const header = `<work osisWork="Bible"><title>Not this</title></work>
<work osisWork="Test"><title>Elberfelder</title><publisher>Verlag</publisher><language type="IETF">de-DE</language>
<source>https://example.org/elb</source><identifier type="OSIS">Bible.de.ELB</identifier><rights>Gemeinfrei</rights></work>`;
    const edition = await read('<verse osisID="Gen.1.1">Im</verse>', header);
    assert.equal(edition.name, 'Elberfelder');
    assert.equal(edition.language, 'de');
    assert.equal(edition.sourceId, 'osis:Bible.de.ELB');
    assert.deepEqual(edition.rights, {
      edition: 'Elberfelder',
      rights_status: 'Gemeinfrei',
      source_url: 'https://example.org/elb',
    });
    assert.equal(edition.books[0]!.name, '1. Mose');
  });

  test('[D30] when any book of the canon is looked up by its OSIS id, then it is found', () => {
    for (const book of CANON) assert.equal(findOsisBook(osisOf(book)), book, book.code);
    assert.equal(findOsisBook('EsthGr')!.code, 'ESG');
    assert.equal(findOsisBook('Foo'), null);
  });

  test('[D30] when an id is no osisID of a verse, then it is not taken as one', () => {
    for (const id of ['', 'Gen', 'Gen.1', 'Gen.1.x', 'Gen.1.1 Exod', '.1.1', 'Gen.99999.1'])
      assert.equal(parseOsisVerses(id), null, id);
    assert.deepEqual(parseOsisVerses('x:Gen.1.2!b'), [{ book: 'Gen', chapter: 1, verse: 2, part: 'b' }]);
  });

  test('[D30] when an end does not fit, then that is reported', async () => {
    const body = `<verse osisID="Gen.1.1" sID="a"/>One<verse eID="z"/><verse osisID="Gen.1.2" sID="b"/>Two <verse osisID="Gen.1.3" sID="c"/>Three<verse eID="c"/>`;
    const edition = await read(body);
    assert.deepEqual(toLines(edition), ['GEN 1:1 One', 'GEN 1:2 Two', 'GEN 1:3 Three']);
    assert.equal(edition.suspicious.length, 2);
  });

  test('[D30] when several verses in an id do not come one after another, then they are kept under the first, and that is reported', async () => {
    const body = `<div type="book" osisID="Gen"><verse osisID="Gen.1.1 Gen.1.3">One</verse><verse osisID="Gen.1.2">two</verse>
<verse osisID="Gen.1.4 Gen.1.5 Gen.1.7">four</verse><verse osisID="Gen.1.8-Gen.1.10">eight</verse>
<verse osisID="Gen.1.11!a Gen.1.11!b Gen.1.12">eleven</verse></div>`;
    const edition = await read(body);
    assert.deepEqual(
      edition.books[0]!.verses.map(({ verse, last = verse, text }) => `${verse}-${last} ${text}`),
      ['1-1 One', '2-2 two', '4-5 four', '8-10 eight', '11-12 eleven'],
    );
    assert.deepEqual(edition.suspicious, [
      'test.osis, line 4: "Gen.1.1 Gen.1.3" skips verses: its text is kept under 1',
      'test.osis, line 5: "Gen.1.4 Gen.1.5 Gen.1.7" skips verses: its text is kept under 4-5',
    ]);
  });

  test('[D30] when a verse stands in another chapter or book, then that is reported, once in each', async () => {
    const body = `<div type="book" osisID="Ps"><chapter osisID="Ps.3"><verse osisID="Ps.3.1">One</verse>
<verse osisID="Ps.4.2">two</verse><verse osisID="Ps.4.3">three</verse></chapter>
<chapter osisID="Ps.5" sID="c"/><verse osisID="Ps.6.1">four</verse><chapter eID="c"/><verse osisID="Ps.7.1">five</verse></div>
<div type="book" osisID="Gen" sID="b"/><verse osisID="Exod.1.1">six</verse><div type="book" eID="b"/>
<verse osisID="Exod.1.2">seven</verse>`;
    const edition = await read(body);
    assert.deepEqual(toLines(edition), [
      'EXO 1:1 six',
      'EXO 1:2 seven',
      'PSA 3:1 One',
      'PSA 4:2 two',
      'PSA 4:3 three',
      'PSA 6:1 four',
      'PSA 7:1 five',
    ]);
    assert.deepEqual(edition.suspicious, [
      'test.osis, line 5: "Ps.4.2" stands in "Ps.3"',
      'test.osis, line 6: "Ps.6.1" stands in "Ps.5"',
      'test.osis, line 7: "Exod.1.1" stands in "Gen"',
    ]);
  });

  test('[D30] when ids have prefixes or other names of a book, then that is no contradiction', async () => {
    const body = `<div type="book" osisID="Bible:Esth"><chapter osisID="Bible:Esth.1"><verse osisID="EST.1.1">One</verse></chapter>
<chapter osisID="Esth.Intro"><verse osisID="Esth.2.1">two</verse></chapter><chapter n="3"><verse osisID="Esth.3.1">three</verse></chapter></div>`;
    assert.deepEqual((await read(body)).suspicious, []);
  });
});
