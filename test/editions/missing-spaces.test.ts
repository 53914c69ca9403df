import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { EditionFormat } from '../../src/editions/edition-format.ts';
import { osisFormat } from '../../src/editions/formats/osis/osis.ts';
import { swordFormat } from '../../src/editions/formats/sword/sword.ts';
import { normalizeEdition } from '../../src/editions/normalize-edition.ts';
import { readText, toLines } from './read-text.ts';
import { toModule } from './small-module.ts';
import { sourceOf } from './source-of.ts';

type Files = Record<string, string | Buffer>;

/** Verses of Mark 1 in both formats that mark added words. "{" and "}" are around them. */
const FORMATS: readonly (readonly [EditionFormat, (verses: readonly string[]) => Files])[] = [
  [swordFormat, (verses) => toModule(Object.fromEntries(verses.map((verse, at) => [`Mark 1:${at + 1}`, verse])))],
  [
    osisFormat,
    (verses) => ({
      'mark.xml': `<osis><osisText><div type="book" osisID="Mark"><chapter osisID="Mark.1">${verses
        .map((verse, at) => `<verse osisID="Mark.1.${at + 1}">${verse}</verse>`)
        .join('')}</chapter></div></osisText></osis>`,
    }),
  ],
];

const mark = (text: string) => text.replaceAll('{', '<transChange type="added">').replaceAll('}', '</transChange>');

/** The verses, their words, and how many spaces the report counts. */
const CASES: readonly { when: string; verses: string[]; words: string[]; added: number }[] = [
  {
    when: 'an edition does not say',
    verses: ['Sáca{lo} de este lugar.', 'No{bylo} vody, <w lemma="strong:H1">Theseare</w> words.', 'ouvido{s} {a}b{c}'],
    words: ['Sácalo de este lugar.', 'Nobylo vody, Theseare words.', 'ouvidos abc'],
    added: 0,
  },
  {
    when: 'most joined forms stand elsewhere in an edition',
    verses: ['Díjo{le}: sáca{la}.', 'A Ana díjole: sácala, que subió á la casa y oyó le.', 'Subió{la}. Y la le.'],
    words: ['Díjole: sácala.', 'A Ana díjole: sácala, que subió á la casa y oyó le.', 'Subióla. Y la le.'],
    added: 0,
  },
  {
    when: 'most joined forms stand nowhere in an edition',
    verses: [
      'God saw{it}was good, as{a} ring d{aquela} terra;',
      'it was good: a ring as it was, as God saw, Asa and a daquela',
      'pois{o SENHOR} fala. O pois',
    ],
    words: [
      'God saw it was good, as a ring daquela terra;',
      'it was good: a ring as it was, as God saw, Asa and a daquela',
      'pois o SENHOR fala. O pois',
    ],
    added: 4,
  },
  {
    when: 'an edition lost spaces and has joined words',
    verses: [
      'Oyóndo{lo}, vió{lo}. No{lo} en la{que}era. Repartiéron{lo} y{ramat}',
      'A Ana viólo, oyóndolo y no en lo que la era vió.',
    ],
    words: [
      'Oyóndolo, viólo. No lo en la que era. Repartiéronlo y ramat',
      'A Ana viólo, oyóndolo y no en lo que la era vió.',
    ],
    added: 4,
  },
  {
    when: 'words touch a comma, a bracket or a script without spaces',
    verses: ['fala;{Ainda que} ouça, viu {isso} , [{Stamm}]vater {em} (s)', '神{说}话', 'near,<lb/>{that} he'],
    words: ['fala; Ainda que ouça, viu isso, [Stamm]vater em (s)', '神说话', 'near,\nthat he'],
    added: 1,
  },
];

describe('[D30] spaces where added words begin and end', () => {
  for (const [format, write] of FORMATS) {
    for (const { when, verses, words, added } of CASES) {
      test(`when ${when}, then ${format.name} has ${added} more spaces, and the report counts them`, async () => {
        const files = write(verses.map(mark));
        const edition = await readText(format, files);
        assert.deepEqual(
          toLines(edition),
          words.map((text, at) => `MRK 1:${at + 1} ${text}`),
        );
        const lines = edition.suspicious.filter((line) => line.includes('a space was put between words'));
        assert.deepEqual([edition.spacesAdded, lines.length], [added, added > 0 ? 1 : 0]);
        const notice = normalizeEdition(edition, sourceOf(files), { slug: 'small' }).rights.change_notice!;
        assert.equal(notice.includes('missing spaces between words were added; the words are unchanged'), added > 0);
      });
    }
  }
});
