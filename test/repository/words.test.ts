import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');
const MAX_COLUMNS = 120;
const FOLDERS = [
  'src',
  'web',
  'clients/companion',
  'clients/ograf',
  'clients/typescript/src',
  'bin',
  'bench',
  'examples',
  'test',
] as const;
/** Written by a generator, not by a person. */
const GENERATED = 'clients/typescript/src/schema.ts';

/** Folders whose titles and identifiers are read, too. Styles have neither. */
const READ_FOR_NAMES = /^(?!bench\/).*(?<!\.css)$/;

/** Comments that begin a line: of several lines, or of one. */
const BLOCK = /^[ \t]*\/\*\*?(?<text>(?:(?!\*\/)[\s\S])*)\*\//gm;
const LINE = /^[ \t]*\/\/ (?<text>.*)$/gm;
/** Strings, and regular expressions. */
const LITERAL =
  /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|(?<=[(,=:[] *)\/(?![/*])(?:\\.|[^/\\\n])+\//g;
const TITLE = /\b(?:describe|it|suite|test)(?:\.\w+)?\(\s*(?<title>'(?:\\.|[^'])*'|"(?:\\.|[^"])*"|`(?:\\.|[^`])*`)/g;

/** Beginnings of comments without a subject. */
const NO_SUBJECT = /^(What|Of|The same|As|Who|Whom|Whose|Not|So|And|But)\b/;

/** Words that the project does not use, or not in that sense, and what it writes instead. See `docs/glossary.md`. */
const AVOIDED: readonly Avoided[] = [
  { words: 'told|untold', instead: 'notified, sent or shown' },
  { words: 'nobody|somebody|whoever', instead: 'the user, operator, viewer or client that is meant' },
  { words: 'halls?', instead: 'room or audience', inTests: true },
  { words: 'deeds?|doers?', instead: 'action, or audit actor' },
  { words: 'furnish(?:e[sd])?', instead: 'seed or import' },
  { words: 'unsynced', instead: 'not yet on disk' },
  { words: 'anew|of before|(?:is|are) none(?! of)|lest', instead: 'again, earlier, or a plain sentence' },
  { words: '(?:un)?answer(?:s|ed|ing)?', instead: 'response or respond', inTests: true },
  { words: 'tells?|telling', instead: 'report, send, show or say', inTests: true },
  { words: 'tries|a try', instead: 'attempts or retries', inTests: true },
  { words: 'leaving|leavers?', instead: 'deletion, or what ends or stops', inTests: true },
  { words: 'receipts?', instead: 'idempotency record', inTests: true },
  { words: 'spent', instead: 'used', inTests: true },
  { words: 'news', instead: 'notification', inTests: true },
  { words: 'detours?', instead: 'redirect, or other path', inTests: true },
  { words: 'stretch(?:es)?', instead: 'range or run', inTests: true },
  { words: 'doubts?|wish(?:es)?|portions?', instead: 'warning, request, batch', inTests: true },
];

interface Avoided {
  readonly words: string;
  readonly instead: string;
  /** Whether only tests are read for them: elsewhere they may be the words of a question, a transition or a table. */
  readonly inTests?: true;
}

interface Text {
  readonly text: string;
  readonly isBlock?: boolean;
}

function readComments(source: string): Text[] {
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

/** Returns the titles of tests, and the words of identifiers and of the file's name. */
function readNames(file: string, source: string): Text[] {
  const titles = [...source.matchAll(TITLE)].map(({ groups }) => ({ text: groups!.title! }));
  const code = source.replace(BLOCK, '').replace(LINE, '').replace(LITERAL, '');
  const names = new Set([basename(file), ...(code.match(/[A-Za-z_]\w*/g) ?? [])]);
  return [...titles, ...[...names].map((name) => ({ text: toWords(name) }))];
}

const toWords = (name: string): string => name.replace(/(?<=[a-z0-9])(?=[A-Z])|[-_.]/g, ' ');

const patternOf = (rules: readonly Avoided[]) =>
  new RegExp(`\\b(?:${rules.map(({ words }) => words).join('|')})\\b`, 'i');
const [AVOIDED_IN_TESTS, AVOIDED_ANYWHERE] = [patternOf(AVOIDED), patternOf(AVOIDED.filter(({ inTests }) => !inTests))];

function findFaults(file: string, { text, isBlock }: Text): string[] {
  const found = (file.startsWith('test/') ? AVOIDED_IN_TESTS : AVOIDED_ANYWHERE).exec(text)?.[0];
  const rule = found && AVOIDED.find(({ words }) => new RegExp(`^(?:${words})$`, 'i').test(found));
  return [
    ...(isBlock && NO_SUBJECT.test(text) ? [`begins without a subject: ${text.slice(0, 60)}`] : []),
    ...(rule ? [`says "${found}" instead of "${rule.instead}": ${text.slice(0, 60)}`] : []),
  ];
}

const files = execFileSync('git', ['ls-files', ...FOLDERS], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs|css)$/.test(file) && file !== GENERATED)
  .map((file) => ({ file, source: readFileSync(join(ROOT, file), 'utf8') }));

describe('the words of comments, titles and names', () => {
  test('when a comment has no subject or an avoided word, then it is found', () => {
    const faultsOf = (source: string) => readComments(source).flatMap((comment) => findFaults('src/a.ts', comment));
    assert.equal(faultsOf('/** What is there now. */').length, 1);
    assert.equal(faultsOf('  /**\n   * Of the page. Whoever\n   * has it is told.\n   */').length, 2);
    assert.equal(faultsOf('const a = 1;\n// Nobody reads it.').length, 1);
    assert.deepEqual(faultsOf('/** Returns the page. */\n// The server reads it.\nconst a = "nobody"; /** */'), []);
  });

  test('when a title, an identifier or a file has an avoided word, then it is found', () => {
    const faultsOf = (file: string, source = '') => readNames(file, source).flatMap((name) => findFaults(file, name));
    const title = "('when a poll is answered, then it ends', () => {})";
    assert.equal(faultsOf('test/a.test.ts', `it${title}`).length, 1);
    assert.equal(faultsOf('test/a.test.ts', 'const lateAnswer = 1; const HALL_COUNT = "told";').length, 2);
    assert.equal(faultsOf('test/late-answers.ts').length, 1);
    assert.deepEqual(faultsOf('src/answers.ts', 'const shallow = answer("nobody");'), []);
  });

  test('when the sources are read, then comments have subjects, and no text or name has an avoided word', () => {
    const texts = files.flatMap(({ file, source }) => {
      const names = READ_FOR_NAMES.test(file) ? readNames(file, source) : [];
      return [...readComments(source), ...names].map((text) => ({ file, text }));
    });
    assert.ok(texts.length > 50_000, `${texts.length} comments, titles and names`);
    assert.deepEqual(
      texts.flatMap(({ file, text }) => findFaults(file, text).map((fault) => `${file} ${fault}`)),
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
