import type { DamagedCase } from './damaged-case.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const VERSE = '<para style="p"><verse number="1" style="v"/>One.</para>\n';
const USX = `${DECLARATION}<usx version="3.0">\n<book code="GEN" style="id"/>\n<chapter number="1" style="c"/>\n${VERSE}</usx>\n`;
const OSIS = `${DECLARATION}<osis><osisText osisIDWork="Small">\n<div type="book" osisID="Gen">\n<verse osisID="Gen.1.1">One.</verse>\n</div></osisText></osis>\n`;
const ZEFANIA = `${DECLARATION}<XMLBIBLE>\n<BIBLEBOOK bnumber="1" bname="Genesis">\n<CHAPTER cnumber="1">\n<VERS vnumber="1">One.</VERS>\n</CHAPTER></BIBLEBOOK></XMLBIBLE>\n`;
const OPENSONG = `${DECLARATION}<bible>\n<b n="Genesis">\n<c n="1">\n<v n="1">One.</v>\n</c></b></bible>\n`;

const BEBLIA = `${DECLARATION}<bible translation="Small">\n<book number="1">\n<chapter number="1">\n<verse number="1">One.</verse>\n</chapter></book></bible>\n`;
const USFX = `${DECLARATION}<usfx>\n<book id="GEN">\n<c id="1"/>\n<p><v id="1"/>One.<ve/></p>\n</book></usfx>\n`;

const row = (format: string, file: string, name: string, content: string | Buffer, reason: RegExp): DamagedCase => ({
  format,
  name,
  files: { [file]: content },
  reason,
});
const usx = (name: string, content: string | Buffer, reason: RegExp) => row('USX', 'gen.usx', name, content, reason);
const osis = (name: string, content: string | Buffer, reason: RegExp) => row('OSIS', 'a.xml', name, content, reason);
const zefania = (name: string, content: string | Buffer, reason: RegExp) =>
  row('Zefania XML', 'a.xml', name, content, reason);
const openSong = (name: string, content: string | Buffer, reason: RegExp) =>
  row('OpenSong', 'a.xml', name, content, reason);
const beblia = (name: string, content: string | Buffer, reason: RegExp) =>
  row('Beblia XML', 'a.xml', name, content, reason);
const usfx = (name: string, content: string | Buffer, reason: RegExp) => row('USFX', 'a.xml', name, content, reason);

const LAUGHS =
  '<!DOCTYPE osis [\n<!ENTITY a "ha">\n<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">\n<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">\n]>\n';
const withDoctype = (text: string, doctype: string) => text.replace(DECLARATION, `${DECLARATION}${doctype}`);

export const DAMAGED_XML: readonly DamagedCase[] = [
  usx('cut off', USX.slice(0, -9), /gen\.usx, line \d: the file ends too early/),
  usx('nothing in it', '', /gen\.usx: the file is empty/),
  usx('no XML', 'In the beginning', /gen\.usx, line 1: the file is damaged here/),
  usx(
    'tags that cross',
    USX.replace('One.', '<char style="nd">One.</para></char>'),
    /line 5: the file is damaged here: a closing tag does not match/,
  ),
  usx(
    'an entity that is not known',
    USX.replace('One.', 'One&nbsp;'),
    /line 5: .*an "&" is followed by an unknown name$/,
  ),
  usx('a null character', USX.replace('One.', 'One\0'), /line 5: .*an invalid character$/),
  usx(
    'broken UTF-8',
    Buffer.from(USX.replace('One.', 'Gr\xfc\xdfe'), 'latin1'),
    /gen\.usx, line 5: the text is not UTF-8/,
  ),
  usx(
    'an encoding that is not known',
    USX.replace('UTF-8', 'ebcdic-cp-us'),
    /line 1: the encoding "ebcdic-cp-us" is unknown: save the file as UTF-8/,
  ),
  usx(
    'bytes that are none of the encoding it declares',
    Buffer.from(USX.replace('UTF-8', 'Shift_JIS').replace('One.', 'Gr\xff\xffe'), 'latin1'),
    /gen\.usx: the text is not SHIFT_JIS/,
  ),
  usx('elements without end in one another', `${'<usx>'.repeat(300)}`, /more than 256 deep/),
  usx('no book', USX.replace('<book code="GEN" style="id"/>', ''), /line 4: a chapter appears before any book/),
  usx('unknown book', USX.replace('GEN', 'XYZ'), /gen\.usx, line 3: "XYZ" is not a book code/),
  usx('two books', USX.replace('<chapter', '<book code="EXO" style="id"/><chapter'), /line 4: a second book begins/),
  usx('no chapter', `${USX.split('<chapter')[0]}</usx>`, /line 4: GEN has no chapters/),
  usx('no verse', USX.replace(VERSE, ''), /line 5: chapter 1(?:, which ends here,)? has no verses/),
  usx(
    'chapter that is a word',
    USX.replace('chapter number="1"', 'chapter number="I"'),
    /line 4: "I" is not a chapter/,
  ),
  usx(
    'verse that is a word',
    USX.replace('verse number="1"', 'verse number="one"'),
    /line 5: "one" is not a verse number/,
  ),
  usx(
    'list that goes on with a letter',
    USX.replace('verse number="1"', 'verse number="1a-b"'),
    /line 5: "1a-b" is not a verse number/,
  ),
  usx('two numbers', USX.replace('verse number="1"', 'verse number="1 2"'), /line 5: "1 2" is not a verse number/),
  usx('verse of a soft hyphen', USX.replace('One.', '&#xad;'), /gen\.usx, line 5: GEN 1:1 is empty/),
  usx('bridge that runs backwards', USX.replace('verse number="1"', 'verse number="3-2"'), /line 5: .*out of range/),
  usx('verse beyond all bounds', USX.replace('verse number="1"', 'verse number="999"'), /line 5: .*out of range/),
  usx('duplicate verse', USX.replace(VERSE, `${VERSE}${VERSE}`), /gen\.usx, line 6: GEN 1:1 appears twice/),
  usx('empty verse', USX.replace('One.', ''), /gen\.usx, line 5: GEN 1:1 is empty/),
  usx('endless verse', USX.replace('One.', 'word '.repeat(20_000)), /line 5: this is too long for a verse/),
  {
    format: 'USX',
    name: 'damaged metadata beside a whole book',
    files: { 'metadata.xml': '<DBLMetadata id="1"><identification>', 'release/gen.usx': USX },
    reason: /metadata\.xml, line 1: the file ends too early/,
  },
  {
    format: 'USX',
    name: 'one book in two files',
    files: { 'a.usx': USX, 'b.usx': USX },
    reason: /b\.usx, line 5: GEN 1:1 appears twice/,
  },

  osis('cut off', OSIS.slice(0, -20), /a\.xml, line \d: the file ends too early/),
  osis(
    'entities that blow up',
    withDoctype(OSIS, LAUGHS).replace('One.', '&c;'),
    /a DOCTYPE must not contain definitions/,
  ),
  osis(
    'a file of the machine as an entity',
    withDoctype(OSIS, '<!DOCTYPE osis [<!ENTITY f SYSTEM "file:///etc/hostname">]>\n').replace('One.', '&f;'),
    /a DOCTYPE must not contain definitions/,
  ),
  osis('unknown book', OSIS.replaceAll('Gen', 'Foo'), /a\.xml, line 3: "Foo" is not a book id/),
  osis('unknown book of a verse', OSIS.replace('Gen.1.1', 'Foo.1.1'), /line 4: "Foo" is not a book id/),
  osis('verse without an id', OSIS.replace(' osisID="Gen.1.1"', ''), /line 4: "" is not the osisID of a verse/),
  osis('id of a chapter', OSIS.replace('Gen.1.1', 'Gen.1'), /line 4: "Gen\.1" is not the osisID of a verse/),
  osis('duplicate verse', OSIS.replace('</div>', '<verse osisID="Gen.1.1">Two</verse></div>'), /GEN 1:1 appears twice/),
  osis(
    'verse in a verse',
    OSIS.replace('One.', '<verse osisID="Gen.1.2">Two</verse>'),
    /a verse appears in another verse/,
  ),
  osis('empty verse', OSIS.replace('One.', '<title>Not canonical</title>'), /a\.xml, line 4: GEN 1:1 is empty/),
  osis('verse of a soft hyphen', OSIS.replace('One.', '&#xad;'), /a\.xml, line 4: GEN 1:1 is empty/),
  osis(
    'range that runs backwards',
    OSIS.replace('"Gen.1.1"', '"Gen.1.3-Gen.1.1"'),
    /line 4: the verse number in GEN 1:3-1 is out of range/,
  ),
  osis(
    'chapter beyond all bounds',
    OSIS.replace('Gen.1.1', 'Gen.1000.1'),
    /line 4: chapter 1000 of GEN is out of range/,
  ),
  osis('an id without end', OSIS.replace('"Gen.1.1"', `"${'Gen.1.1 '.repeat(1_000)}"`), /is not the osisID of a verse/),
  osis('no verse', OSIS.replace(/<verse.*<\/verse>/, ''), /it contains no verses/),

  zefania('cut off', ZEFANIA.slice(0, -12), /a\.xml, line \d: the file ends too early/),
  zefania(
    'book without number and name',
    ZEFANIA.replace('bnumber="1" bname="Genesis"', ''),
    /line 3: there is no book with the number ""/,
  ),
  zefania('book 86', ZEFANIA.replace('bnumber="1" bname="Genesis"', 'bnumber="86"'), /no book with the number "86"/),
  zefania('chapter without a number', ZEFANIA.replace(' cnumber="1"', ''), /line 4: "" is not a chapter number/),
  zefania(
    'chapter without a verse',
    ZEFANIA.replace(/<VERS.*VERS>/, ''),
    /line 6: chapter 1(?:, which ends here,)? has no verses/,
  ),
  zefania(
    'huge verse number',
    ZEFANIA.replace('vnumber="1"', `vnumber="${'9'.repeat(1_000)}"`),
    /is not a verse number/,
  ),
  zefania('empty verse', ZEFANIA.replace('One.', ' '), /a\.xml, line 5: GEN 1:1 is empty/),
  zefania('duplicate verse', ZEFANIA.replace('</CHAPTER>', '<VERS vnumber="1">Two</VERS></CHAPTER>'), /appears twice/),
  zefania('verse in a verse', ZEFANIA.replace('One.', '<VERS vnumber="2">Two</VERS>'), /appears in another verse/),
  zefania('verse outside of chapters', ZEFANIA.replace(/<\/?CHAPTER[^>]*>/g, ''), /line 5: a verse appears before any/),
  zefania(
    'UTF-16 that is cut off',
    Buffer.from(`\ufeff${ZEFANIA}`, 'utf16le').subarray(0, -3),
    /a\.xml: the text is not UTF-16LE/,
  ),

  openSong('cut off', OPENSONG.slice(0, -10), /a\.xml, line \d: the file ends too early/),
  openSong('unknown book', OPENSONG.replace('Genesis', 'Liber'), /a\.xml, line 3: "Liber" is not a known book/),
  openSong('book without a name', OPENSONG.replace(' n="Genesis"', ''), /a\.xml, line 3: "" is not a known book/),
  openSong('empty verse', OPENSONG.replace('One.', ''), /a\.xml, line 5: GEN 1:1 is empty/),
  openSong('duplicate verse', OPENSONG.replace('</c>', '<v n="1">Two</v></c>'), /line 6: GEN 1:1 appears twice/),
  openSong('bridge that runs backwards', OPENSONG.replace('v n="1"', 'v n="5" t="2"'), /line 5: .*out of range/),
  openSong('verse that is a word', OPENSONG.replace('v n="1"', 'v n="one"'), /line 5: "one" is not a verse number/),
  openSong('verse outside of chapters', OPENSONG.replace(/<\/?c[^>]*>/g, ''), /a verse appears before any chapter/),
  openSong(
    'another book after its end',
    OPENSONG.replace('</b>', '</b><b n="Genesis"></b><b n="?"></b>'),
    /"\?" is not a known book/,
  ),
  openSong('chapter in a verse', OPENSONG.replace('One.', '<c n="2"/>'), /line 5: "<c>" stands in a verse/),

  beblia('cut off', BEBLIA.slice(0, -10), /a\.xml, line \d: /),
  beblia(
    'entities that blow up',
    withDoctype(BEBLIA, LAUGHS).replace('One.', '&c;'),
    /a DOCTYPE must not contain definitions/,
  ),
  beblia(
    'broken UTF-8',
    Buffer.from(BEBLIA.replace('One.', 'Gr\xfc\xdfe'), 'latin1'),
    /a\.xml, line 5: the text is not UTF-8/,
  ),
  beblia(
    'book 0',
    BEBLIA.replace('book number="1"', 'book number="0"'),
    /line 3: there is no book with the number "0"/,
  ),
  beblia('a book that is a word', BEBLIA.replace('book number="1"', 'book number="I"'), /no book with the number "I"/),
  beblia('a book beyond all', BEBLIA.replace('book number="1"', 'book number="999"'), /no book with the number "999"/),
  beblia(
    'chapter without a number',
    BEBLIA.replace('chapter number="1"', 'chapter'),
    /line 4: "" is not a chapter number/,
  ),
  beblia(
    'chapter without a verse',
    BEBLIA.replace(/<verse.*verse>/, ''),
    /line 6: chapter 1(?:, which ends here,)? has no verses/,
  ),
  beblia(
    'huge verse number',
    BEBLIA.replace('verse number="1"', `verse number="${'9'.repeat(999)}"`),
    /not a verse number/,
  ),
  beblia('empty verse', BEBLIA.replace('One.', ''), /a\.xml, line 5: GEN 1:1 is empty/),
  beblia('endless verse', BEBLIA.replace('One.', 'word '.repeat(20_000)), /line 5: this is too long for a verse/),
  beblia(
    'duplicate verse',
    BEBLIA.replace('</chapter>', '<verse number="1">Two</verse></chapter>'),
    /GEN 1:1 appears twice/,
  ),
  beblia(
    'one book twice',
    BEBLIA.replace('</bible>', BEBLIA.split('\n').slice(2).join('\n')),
    /line 8: GEN 1:1 appears twice/,
  ),
  beblia('verse in a verse', BEBLIA.replace('One.', '<verse number="2">Two</verse>'), /appears in another verse/),
  beblia('verse outside of chapters', BEBLIA.replace(/<\/?chapter[^>]*>/g, ''), /line 5: a verse appears before any/),
  beblia('elements without end in one another', BEBLIA.replace('One.', '<i>'.repeat(300)), /more than 256 deep/),

  usfx('cut off', USFX.slice(0, -10), /a\.xml, line \d: /),
  usfx(
    'entities that blow up',
    withDoctype(USFX, LAUGHS).replace('One.', '&c;'),
    /a DOCTYPE must not contain definitions/,
  ),
  usfx(
    'broken UTF-8',
    Buffer.from(USFX.replace('One.', 'Gr\xfc\xdfe'), 'latin1'),
    /a\.xml, line 5: the text is not UTF-8/,
  ),
  usfx('unknown book', USFX.replace('GEN', 'XYZ'), /a\.xml, line 3: "XYZ" is not a book code/),
  usfx('a book in a book', USFX.replace('<c ', '<book id="EXO"/><c '), /line 4: a book appears in another book/),
  usfx('chapter that is a word', USFX.replace('c id="1"', 'c id="I"'), /line 4: "I" is not a chapter number/),
  usfx(
    'chapter without a verse',
    USFX.replace(/<p>.*p>/, ''),
    /line 6: chapter 1(?:, which ends here,)? has no verses/,
  ),
  usfx('no chapter', USFX.replace('<c id="1"/>', '').replace(/<p>.*p>/, ''), /GEN has no chapters/),
  usfx('verse before any chapter', USFX.replace('<c id="1"/>', ''), /line 5: a verse appears before any chapter/),
  usfx('verse that is a word', USFX.replace('v id="1"', 'v id="one"'), /line 5: "one" is not a verse number/),
  usfx('verse beyond all bounds', USFX.replace('v id="1"', 'v id="999"'), /line 5: .*out of range/),
  usfx('empty verse', USFX.replace('One.', ''), /a\.xml, line 5: GEN 1:1 is empty/),
  usfx('endless verse', USFX.replace('One.', 'word '.repeat(20_000)), /line 5: this is too long for a verse/),
  usfx('duplicate verse', USFX.replace('</book>', '<p><v id="1"/>Two</p></book>'), /line 6: GEN 1:1 appears twice/),
  usfx('elements without end in one another', USFX.replace('One.', '<i>'.repeat(300)), /more than 256 deep/),
];
