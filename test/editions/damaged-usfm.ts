import type { DamagedCase } from './damaged-case.ts';

const HEAD = '\\id MRK Small\n\\h Mark\n\\c 1\n\\p\n';
const WHOLE = `${HEAD}\\v 1 One.\n\\v 2 Two.\n`;

const file = (name: string, usfm: string | Buffer, reason: RegExp): DamagedCase => ({
  format: 'USFM',
  name,
  files: { 'mark.usfm': usfm },
  reason,
});

export const DAMAGED_USFM: readonly DamagedCase[] = [
  file('nothing in it', '', /mark\.usfm, line 1: there is no "\\id"/),
  file('no \\id', '\\c 1\n\\p\n\\v 1 One.\n', /mark\.usfm, line 1: a chapter stands before any book/),
  file('unknown book', WHOLE.replace('MRK', 'XYZ'), /mark\.usfm, line 1: "XYZ" is not the code of a book/),
  file('\\id without a code', WHOLE.replace('MRK Small', ''), /mark\.usfm, line 1: "" is not the code of a book/),
  file('two books in one file', `${WHOLE}\\id LUK Small\n`, /mark\.usfm, line 7: a second book begins/),
  file('ended before the first chapter', '\\id MRK Small\n\\h Ma', /mark\.usfm: there is no chapter of MRK/),
  file('ended after a chapter number', `${WHOLE}\\c 2\n`, /mark\.usfm, line 7: there is no verse in chapter 2/),
  file('ended after a verse number', `${WHOLE}\\v 3`, /mark\.usfm, line 7: MRK 1:3 is empty/),
  file('ended within a note', `${WHOLE}\\v 3 Three\\f + \\ft a no`, /mark\.usfm, line 7: the note "\\f" is not closed/),
  file('empty verse', `${HEAD}\\v 1 One.\n\\v 2\n\\v 3 Three.\n`, /mark\.usfm, line 6: MRK 1:2 is empty/),
  file('verse of spaces', `${HEAD}\\v 1 One.\n\\v 2 \u00a0\t\n`, /mark\.usfm, line 6: MRK 1:2 is empty/),
  file('verse of a picture alone', `${HEAD}\\v 1 \\fig A|src="a.jpg"\\fig*\n`, /line 5: MRK 1:1 is empty/),
  file('duplicate verse', `${WHOLE}\\v 2 Again.\n`, /mark\.usfm, line 7: MRK 1:2 comes twice/),
  file('verse twice by a bridge', `${WHOLE}\\v 3-5 More.\n\\v 4 Again.\n`, /line 8: MRK 1:4 comes twice/),
  file('part twice', `${HEAD}\\v 1a One,\n\\v 1b two,\n\\v 1b two.\n`, /line 7: MRK 1:1b comes twice/),
  file('part of a verse that is whole', `${WHOLE}\\v 2b More.\n`, /line 7: MRK 1:2b comes twice/),
  file('chapter twice', `${WHOLE}\\c 1\n\\p\n\\v 1 One.\n`, /line 9: MRK 1:1 comes twice/),
  file('verse 0', `${HEAD}\\v 0-1 Title.\n`, /line 5: the verse number in MRK 1:0-1 is out of bounds/),
  file('verse beyond all bounds', `${WHOLE}\\v 999 More.\n`, /line 7: the verse number in MRK 1:999 is out of bounds/),
  file(
    'huge verse number',
    `${WHOLE}\\v 99999999999999999999 More.\n`,
    /line 7: "99999999999999999999" is no verse number/,
  ),
  file(
    'bridge that runs backwards',
    `${WHOLE}\\v 5-3 More.\n`,
    /line 7: the verse number in MRK 1:5-3 is out of bounds/,
  ),
  file('bridge over a million verses', `${WHOLE}\\v 3-9999 More.\n`, /line 7: .*out of bounds/),
  file('verse number that is a word', `${WHOLE}\\v three More.\n`, /line 7: "three" is no verse number/),
  file('verse number with a word', `${WHOLE}\\v 3rd More.\n`, /line 7: "3rd" is no verse number/),
  file('no space before the verse number', `${WHOLE}\\v3 More.\n`, /line 7: "\\v3" lacks the space/),
  file('no space before the chapter number', `${WHOLE}\\c2\n\\p\n\\v 1 More.\n`, /line 7: "\\c2" lacks the space/),
  file('chapter that is a word', `${WHOLE}\\c two\n\\p\n\\v 1 More.\n`, /line 7: "two" is no chapter number/),
  file('chapter 0', WHOLE.replace('\\c 1', '\\c 0'), /line 5: chapter 0 of MRK is out of bounds/),
  file('chapter beyond all bounds', WHOLE.replace('\\c 1', '\\c 9999'), /chapter 9999 of MRK is out of bounds/),
  file('verse before any chapter', '\\id MRK Small\n\\p\n\\v 1 One.\n', /line 3: a verse stands before any chapter/),
  file('note that is never closed', `${HEAD}\\v 1 One\\f + \\ft note.\n\\v 2 Two.\n`, /the note "\\f" is not closed/),
  file('picture that is never closed', `${HEAD}\\v 1 One \\fig A|b\n\\v 2 Two.\n\\p\n`, /"\\fig" is not closed/),
  file('milestone that is never closed', `${HEAD}\\v 1 One \\qt-s |who="A" two\n`, /line 5: "\\qt-s" is not closed/),
  file(
    'broken UTF-8',
    Buffer.concat([Buffer.from(WHOLE), Buffer.from('\\v 3 Gr\xfc\xdfe.\n', 'latin1')]),
    /mark\.usfm, line 7: the text is not UTF-8/,
  ),
  file(
    'UTF-8 that ends within a character',
    Buffer.from(`${WHOLE}\\v 3 ü`).subarray(0, -1),
    /line 7: the text is not UTF-8/,
  ),
  file(
    'a flood of markers',
    `${HEAD}\\v 1 ${'\\w a\\w*'.repeat(5_000)}\n`,
    /line 5: there is too much between two verses/,
  ),
  file('an endless verse', `${HEAD}\\v 1 ${'word '.repeat(20_000)}\n`, /line 5: there is too much between two verses/),
  file(
    'styles within styles without end',
    `${HEAD}\\v 1 ${'\\nd \\+nd '.repeat(1)}${'\\+add '.repeat(60)}a\n`,
    /nested too deep/,
  ),
  file(
    'hundreds of unknown markers',
    `${HEAD}\\v 1 One.\n${Array.from({ length: 200 }, (_, at) => `\\zx${at} a\n`).join('')}`,
    /there are too many unknown markers/,
  ),
  {
    format: 'USFM',
    name: 'one broken book among whole ones',
    files: { 'mark.usfm': WHOLE, 'luke.usfm': WHOLE.replace('MRK', 'LUK').replace('Two.', '') },
    reason: /luke\.usfm, line 6: LUK 1:2 is empty/,
  },
  {
    format: 'USFM',
    name: 'one book in two files',
    files: { 'a.usfm': WHOLE, 'b.usfm': WHOLE },
    reason: /b\.usfm, line 5: MRK 1:1 comes twice/,
  },
  {
    format: 'USFM',
    name: 'nothing but a glossary',
    files: { 'glossary.usfm': '\\id GLO Small\n\\p \\k Ark\\k* A box.\n' },
    reason: /there is no verse in it/,
  },
];
