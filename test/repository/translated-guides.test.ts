import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { describe, test } from 'node:test';
import { LANGUAGE_CODES } from '../../src/locales/languages.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const OTHERS = LANGUAGE_CODES.filter((code) => code !== 'en');

/** Guides for developers and for those who run a server, which are in English only. */
const ENGLISH_ONLY = [
  'how-to/assistants',
  'how-to/behind-a-proxy',
  'how-to/connect-an-app',
  'how-to/docker',
  'how-to/keys',
  'how-to/ograf',
  'how-to/run-with-postgresql',
  'how-to/service-tokens',
  'how-to/several-nodes',
  'how-to/systemd',
  'how-to/write-a-client',
  'tutorial/first-push',
];

const guidesIn = (folder: string) =>
  globSync(`${folder}/{how-to,tutorial}/*.md`, { cwd: ROOT })
    .map((file) => posix.relative(folder, file.replaceAll('\\', '/')).replace(/\.md$/, ''))
    .sort();

const FENCE = /^ *```.*?^ *```$/gms;
const shapeOf = (text: string) => {
  const prose = text.replaceAll(FENCE, '');
  return {
    headings: [...prose.matchAll(/^(#+) /gm)].map(([, marks]) => marks!.length),
    pictures: [...prose.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, path]) => basename(path!)),
    code: text.match(FENCE) ?? [],
    rows: prose.match(/^ *\|/gm)?.length ?? 0,
    items: prose.match(/^ *(?:-|\d+\.) /gm)?.length ?? 0,
  };
};

describe('the guides in the other languages', () => {
  const english = guidesIn('docs');
  const operators = english.filter((name) => !ENGLISH_ONLY.includes(name));

  test('when the list of guides in English is read, then each of them is there', () => {
    assert.deepEqual(
      [...ENGLISH_ONLY].filter((name) => !english.includes(name)),
      [],
    );
    assert.ok(operators.length >= 20, `${operators.length}`);
  });

  for (const language of OTHERS) {
    test(`for ${language}: when the guides are listed, then each guide for operators is there, and no other`, () => {
      assert.deepEqual(guidesIn(`docs/${language}`), operators);
    });

    test(`for ${language}: when a guide is compared with the English one, then it has the same parts`, () => {
      for (const name of operators)
        assert.deepEqual(shapeOf(read(`docs/${language}/${name}.md`)), shapeOf(read(`docs/${name}.md`)), name);
    });

    test(`for ${language}: when a guide links to a guide that the language has, then it links to that one`, () => {
      for (const name of operators) {
        const file = `docs/${language}/${name}.md`;
        for (const [, target] of read(file).matchAll(/\]\((?!https?:)([^)#]+\.md)/g)) {
          const path = posix.join(dirname(file), target!);
          const guide = posix.relative('docs', path).replace(/\.md$/, '');
          assert.ok(!operators.includes(guide), `${file} links to ${target}`);
        }
      }
    });
  }
});
