import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');
const MAX_COLUMNS = 120;
const FOLDERS = ['src', 'web', 'clients/typescript/src', 'bin', 'bench', 'examples', 'test'] as const;
/** Written by a generator, not by a person. */
const GENERATED = 'clients/typescript/src/schema.ts';

/** Comments that begin a line: of several lines, or of one. */
const BLOCK = /^[ \t]*\/\*\*?(?<text>(?:(?!\*\/)[\s\S])*)\*\//gm;
const LINE = /^[ \t]*\/\/ (?<text>.*)$/gm;

/** Beginnings of comments without a subject. */
const NO_SUBJECT = /^(What|Of|The same|As|Who|Whom|Whose|Not|So|And|But)\b/;
/** Words that readers stumble over. `docs/glossary.md` and CONTRIBUTING.md name plain ones. */
const STILTED = /\b(told|whoever|nobody|somebody|anew|of before|(?:there )?is none|(?:there )?are none|lest)\b/i;

interface Comment {
  readonly text: string;
  readonly isBlock: boolean;
}

function readComments(source: string): Comment[] {
  const read = (pattern: RegExp, isBlock: boolean) =>
    [...source.matchAll(pattern)].map(({ groups }) => ({
      text: groups!
        .text!.replace(/^\s*\* ?/gm, '')
        .replace(/\s+/g, ' ')
        .trim(),
      isBlock,
    }));
  return [...read(BLOCK, true), ...read(LINE, false)].filter(({ text }) => !/^(biome-ignore|@)/.test(text));
}

function findFaults({ text, isBlock }: Comment): string[] {
  const stilted = STILTED.exec(text);
  return [
    ...(isBlock && NO_SUBJECT.test(text) ? [`begins without a subject: ${text.slice(0, 60)}`] : []),
    ...(stilted ? [`says "${stilted[0]}": ${text.slice(0, 60)}`] : []),
  ];
}

const files = execFileSync('git', ['ls-files', ...FOLDERS], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs|css)$/.test(file) && file !== GENERATED)
  .map((file) => ({ file, source: readFileSync(join(ROOT, file), 'utf8') }));

describe('the words of comments', () => {
  test('when a comment has no subject or a stilted word, then it is found', () => {
    const faultsOf = (source: string) => readComments(source).flatMap(findFaults);
    assert.equal(faultsOf('/** What is there now. */').length, 1);
    assert.equal(faultsOf('  /**\n   * Of the page. Whoever\n   * has it is told.\n   */').length, 2);
    assert.equal(faultsOf('const a = 1;\n// Nobody reads it.').length, 1);
    assert.deepEqual(faultsOf('/** Returns the page. */\n// The server reads it.\nconst a = "nobody"; /** */'), []);
  });

  test('when the comments are read, then each has a subject and plain words', () => {
    const comments = files.flatMap(({ file, source }) => readComments(source).map((comment) => ({ file, comment })));
    assert.ok(comments.length > 4_000, `${comments.length} comments`);
    assert.deepEqual(
      comments.flatMap(({ file, comment }) => findFaults(comment).map((fault) => `${file} ${fault}`)),
      [],
    );
  });

  test('when a line is only a comment, then it has at most 120 columns', () => {
    const wide = files.flatMap(({ file, source }) =>
      source
        .split('\n')
        .filter(
          (line) => /^\s*(\/\*|\*|\/\/)/.test(line) && !line.includes('biome-ignore') && line.length > MAX_COLUMNS,
        )
        .map((line) => `${file}: ${line.trim().slice(0, 60)}`),
    );
    assert.deepEqual(wide, []);
  });
});

/** Names whose files are found by their folder: each has its own. */
const REPEATED = [
  { path: /^src\/storage\/migrations\//, name: /^up$/ },
  { path: /^src\/locales\/(en|pt|de)\//, name: /./ },
] as const;

/** Public names of the client are those of the schemas; tests have names of their own. */
const OUTSIDE = /^(clients\/typescript\/src|test)\//;

const EXPORT =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;

describe('the names of exports', () => {
  test('when the program exports a name, then one file exports it', () => {
    const filesOf = new Map<string, Set<string>>();
    for (const { file, source } of files) {
      if (OUTSIDE.test(file)) continue;
      for (const [, name] of source.matchAll(EXPORT)) {
        if (REPEATED.some((rule) => rule.path.test(file) && rule.name.test(name!))) continue;
        filesOf.set(name!, (filesOf.get(name!) ?? new Set()).add(file));
      }
    }
    assert.ok(filesOf.size > 2_000, `${filesOf.size} names`);
    const repeated = [...filesOf].filter(([, places]) => places.size > 1);
    assert.deepEqual(
      repeated.map(([name, places]) => `${name}: ${[...places].join(', ')}`),
      [],
    );
  });
});
