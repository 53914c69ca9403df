import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ParsedEdition } from '../../src/editions/edition-format.ts';
import { usfmFormat } from '../../src/editions/formats/usfm/usfm.ts';
import { usxFormat } from '../../src/editions/formats/usx/usx.ts';
import { readText, toLines } from './read-text.ts';

const USX_HEAD = '<usx version="3.0"><book code="PSA" style="id">Small</book><chapter number="1" style="c" />';

/** Returns what is read from the same text as USFM and as USX: verses, and what was left out. */
async function requireSame(usfm: string, usx: string): Promise<Pick<ParsedEdition, 'removed'> & { lines: string[] }> {
  const one = await readText(usfmFormat, { 'psa.usfm': `\\id PSA Small\n\\c 1\n${usfm}` });
  const other = await readText(usxFormat, { 'psa.usx': `${USX_HEAD}${usx}</usx>` });
  assert.deepEqual(toLines(one), toLines(other));
  assert.deepEqual(one.removed, other.removed);
  assert.deepEqual([one.suspicious, other.suspicious], [[], []]);
  return { lines: toLines(one), removed: one.removed };
}

const character = (style: string) =>
  requireSame(
    `\\p\n\\v 1 a \\${style} b\\${style}* c\n`,
    `<para style="p"><verse number="1" style="v" />a <char style="${style}">b</char> c</para>`,
  );

const paragraph = (style: string) =>
  requireSame(
    `\\p\n\\v 1 a\n\\${style} b\n\\p c\n`,
    `<para style="p"><verse number="1" style="v" />a</para><para style="${style}">b</para><para style="p">c</para>`,
  );

describe('[D30] USFM and USX agree on what each style is', () => {
  const words =
    'addpn bk dc k lik litl liv liv1 nd ndx ord pn png qs qac rb sig sls tl w wa wg wh bd bdit em it no sc sup jmp';
  for (const style of words.split(' ')) {
    test(`when words stand in ${style}, then they are text`, async () =>
      assert.deepEqual(await character(style), { lines: ['PSA 1:1 a b c'], removed: {} }));
  }

  for (const [style, mark] of Object.entries({ add: 'marks of added words', wj: 'red letters' })) {
    test(`when words stand in ${style}, then they are text, and the mark is counted`, async () =>
      assert.deepEqual(await character(style), { lines: ['PSA 1:1 a b c'], removed: { [mark]: 1 } }));
  }

  const leftOut: Record<string, string> = {
    'cross references': 'rq xt xo xop xot xnt xdc xk xq xta xtSee xtSeeAlso',
    notes: 'pro cat fr ft fk fq fqa fl fp fv fw fdc fm',
    'verse numbers': 'va vp ca',
    introductions: 'ior iqt',
    figures: 'fig',
  };
  for (const [kind, styles] of Object.entries(leftOut)) {
    for (const style of styles.split(' ')) {
      test(`when words stand in ${style}, then they are left out and counted: ${kind}`, async () =>
        assert.deepEqual(await character(style), { lines: ['PSA 1:1 a c'], removed: { [kind]: 1 } }));
    }
  }

  for (const style of 'p m po pr cls pmo pm pmc pmr pi pi1 mi pc ph phi q q1 qr qc qm qd b lh li li1 lf lim d pb ps p1'.split(
    ' ',
  )) {
    test(`when a paragraph has the style ${style}, then it is text`, async () =>
      assert.deepEqual(await paragraph(style), { lines: ['PSA 1:1 a\nb\nc'], removed: {} }));
  }

  const paragraphsLeftOut: Record<string, string> = {
    'liturgical notes': 'lit',
    headings: 'mt mt1 mte cl cp cd ms ms1 mr s s1 s5 sr r sp sd sd2 qa',
    introductions: 'imt imt1 is ip iex io1 ili1',
  };
  for (const [kind, styles] of Object.entries(paragraphsLeftOut)) {
    for (const style of styles.split(' ')) {
      test(`when a paragraph has the style ${style}, then it is left out and counted: ${kind}`, async () =>
        assert.deepEqual(await paragraph(style), { lines: ['PSA 1:1 a\nc'], removed: { [kind]: 1 } }));
    }
  }

  for (const style of 'rem sts restore toc1 h'.split(' ')) {
    test(`when a remark has the style ${style}, then it is left out, and not counted`, async () =>
      assert.deepEqual(await paragraph(style), { lines: ['PSA 1:1 a\nc'], removed: {} }));
  }

  test('when nb follows, then the paragraph goes on, and no words are joined', async () =>
    assert.deepEqual(await paragraph('nb'), { lines: ['PSA 1:1 a b\nc'], removed: {} }));

  test('when a verse begins in a liturgical note, then it is a verse', async () => {
    const usfm = '\\id PSA Small\n\\c 1\n\\p\n\\v 1 a\n\\lit b\n\\v 2 c\n';
    const usx = `${USX_HEAD}<para style="p"><verse number="1" style="v" />a</para><para style="lit">b<verse number="2" style="v" />c</para></usx>`;
    const lines = ['PSA 1:1 a', 'PSA 1:2 c'];
    assert.deepEqual(toLines(await readText(usfmFormat, { 'psa.usfm': usfm })), lines);
    assert.deepEqual(toLines(await readText(usxFormat, { 'psa.usx': usx })), lines);
  });

  test('when a table has headings of columns, then they are left out; cells are text', async () => {
    const { lines, removed } = await requireSame(
      '\\p\n\\v 1 a\n\\tr \\th1 Day \\th2 Tribe\n\\tr \\tc1 one \\tc2 two\n',
      '<para style="p"><verse number="1" style="v" />a</para><table><row style="tr"><cell style="th1">Day </cell><cell style="th2">Tribe</cell></row><row style="tr"><cell style="tc1">one </cell><cell style="tc2">two</cell></row></table>',
    );
    assert.deepEqual([lines, removed], [['PSA 1:1 a\none two'], { headings: 2 }]);
  });

  test('when cross references stand within cross references, then they are counted once, and those of a note with the note', async () => {
    const { removed } = await requireSame(
      '\\p\n\\v 1 a \\rq see \\+xt Gen 1\\+xt*\\rq* b\\f + \\fr 1:1 \\ft see \\xt Gen 1\\xt*\\f*\n',
      '<para style="p"><verse number="1" style="v" />a <char style="rq">see <char style="xt">Gen 1</char></char> b<note caller="+" style="f"><char style="fr">1:1 </char><char style="ft">see <char style="xt">Gen 1</char></char></note></para>',
    );
    assert.deepEqual(removed, { 'cross references': 1, notes: 1 });
  });
});
