import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SPEC = 'docs/spec/';
/** Has citations as samples. */
const THIS_FILE = 'test/repository/citations.test.ts';
const FOLDERS = '{src,web,test,clients/companion,clients/typescript,docs,bin,bench,examples}';
const EXTENSIONS = '{ts,tsx,mjs,css,md}';

/** Rules that no test can show, each with the reason. A shape counts as shown where a test cites [Resources]. */
const NOT_SHOWN: Readonly<Record<string, string>> = {};

/** A rule: where its heading is, and the anchor that leads to it. */
interface Rule {
  readonly file: string;
  readonly anchor: string;
}

interface Citation {
  readonly id: string;
  readonly line: number;
}

/** The rules that a page of the specification states, by their identifiers. */
const rulesOf = (text: string): [id: string, anchor: string][] =>
  [...text.matchAll(/^#+ (\[([^\]]+)\].*)$/gm)].map(([, heading, id]) => [
    id!,
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  ]);

/** `[D15]`, `[Events 7]`, `[PATCH playback]`: what code never has in brackets, so that it is found everywhere. */
const NUMBERED = /^(?:D\d+|Events \d+(?:[–-]\d+)?|(?:GET|PUT|POST|PATCH|DELETE) [a-z].*)$/;
/**
 * `[States]`, `[Queue operations]`: may also be an array or a type in code, so it counts only in prose and in titles.
 */
const NAMED = /^[A-Z][a-z]+(?:[A-Z][a-z]+)*(?: [a-z]+)*$/;
/** Brackets that are not a link, an index or a type: nothing is before or after them that makes them one. */
const BRACKETS = /(?<![\w\])}>$.?!]|\.\.\.)\[([A-Z][^[\]]*)\](?![[(:?\w]|\\n)/g;
const COMMENT = /\/\*.*?\*\/|(?<=^|[\s;{}(),])\/\/[^\n]*/gs;
/** Matches the beginning of a title: citations at the start of a string, followed by text. */
const TITLE = /(?<=(?:suite|describe|test|it)\([\s\n]*|\btitle: )(['"`])(?:\[[^\]\n]+\],? )+/g;

const keepLines = (text: string) => text.replaceAll(/[^\n]/g, ' ');

/** Replaces everything but what matches by spaces, so that lines stay where they are. */
function keep(text: string, pattern: RegExp): string {
  let end = 0;
  let kept = '';
  for (const match of text.matchAll(pattern)) {
    kept += keepLines(text.slice(end, match.index)) + match[0];
    end = match.index + match[0].length;
  }
  return kept + keepLines(text.slice(end));
}

/** The text of a Markdown file without code and without the targets of links. */
const proseOf = (text: string) =>
  text
    .replaceAll(/^ *```.*?^ *```$/gms, keepLines)
    .replaceAll(/`[^`\n]*`/g, keepLines)
    .replaceAll(/^\[[^\]]+\]: \S+$/gm, keepLines);

/** The identifiers in one pair of brackets: `D44, D45` are two, `Events 1–3` three. */
const idsIn = (cited: string): string[] =>
  cited.split(', ').flatMap((id) => {
    const [, name, from, to] = /^(\w+) (\d+)[–-](\d+)$/.exec(id) ?? [];
    if (!name) return [id];
    return Array.from(
      { length: Math.max(1, Number(to) - Number(from) + 1) },
      (_, at) => `${name} ${Number(from) + at}`,
    );
  });

function citationsIn(text: string, shape: RegExp): Citation[] {
  return [...text.matchAll(BRACKETS)].flatMap(({ 1: broken, index }) => {
    const cited = broken!.replaceAll(/\s*\n[\s*/]*/g, ' ');
    if (!shape.test(cited.split(', ')[0]!)) return [];
    const line = text.slice(0, index).split('\n').length;
    return idsIn(cited).map((id) => ({ id, line }));
  });
}

/** Every citation of a file, recognized by the shapes that identifiers have. */
function citationsOf(file: string, text: string): Citation[] {
  if (file.endsWith('.md')) {
    const prose = proseOf(text);
    return [...citationsIn(prose, NUMBERED), ...citationsIn(prose, NAMED)];
  }
  const comments = keep(text, COMMENT).replaceAll(/`[^`\n]*`/g, keepLines);
  const titles = keep(text, TITLE);
  return [...citationsIn(text, NUMBERED), ...citationsIn(comments, NAMED), ...citationsIn(titles, NAMED)];
}

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8').replaceAll('\r\n', '\n');

function readRules(): Map<string, Rule> {
  const rules = new Map<string, Rule>();
  for (const file of globSync(`${SPEC}*.md`, { cwd: ROOT })) {
    for (const [id, anchor] of rulesOf(read(file))) {
      assert.ok(!rules.has(id), `[${id}] is stated twice: in ${rules.get(id)?.file} and ${file}`);
      rules.set(id, { file, anchor });
    }
  }
  return rules;
}

const RULES = readRules();
const FILES = globSync(['*.md', `${FOLDERS}/**/*.${EXTENSIONS}`], {
  cwd: ROOT,
  exclude: (name) => ['node_modules', 'generated', 'dist'].includes(basename(name)),
}).filter((file) => file !== THIS_FILE);
const CITATIONS = FILES.flatMap((file) => citationsOf(file, read(file)).map((citation) => ({ file, ...citation })));

suite('citations', () => {
  test('when something is cited, then the specification has that rule', () => {
    assert.ok(CITATIONS.length > 1_000, `${CITATIONS.length}`);
    const unknown = CITATIONS.filter(({ id }) => !RULES.has(id));
    assert.deepEqual(
      unknown.map(({ file, line, id }) => `${file}:${line} [${id}]`),
      [],
    );
  });

  test('when a rule is stated, then a test cites it, or a reason says why none can', (t) => {
    const shown = new Set(CITATIONS.filter(({ file }) => file.startsWith('test/')).map(({ id }) => id));
    const shapes = [...RULES].filter(([, { file }]) => file === `${SPEC}resources.md`).map(([id]) => id);
    const missing = [...RULES.keys()].filter((id) => !shown.has(id));
    for (const id of missing) t.diagnostic(`no test cites [${id}]: ${NOT_SHOWN[id] ?? 'a shape of [Resources]'}`);
    const uncited = missing.filter((id) => !(shapes.includes(id) && shown.has('Resources')));
    assert.deepEqual(uncited.sort(), Object.keys(NOT_SHOWN).sort());
  });

  test('when a page of the specification cites a rule of another page, then it links to it', () => {
    for (const file of globSync(`${SPEC}*.md`, { cwd: ROOT })) {
      const links = new Map([...read(file).matchAll(/^\[([^\]]+)\]: (\S+)$/gm)].map(([, id, to]) => [id!, to!]));
      const cited = CITATIONS.filter((citation) => citation.file === file).map(({ id }) => id);
      const wanted = [...new Set(cited)].filter((id) => RULES.get(id)!.file !== file);
      for (const id of wanted) {
        const rule = RULES.get(id)!;
        assert.equal(links.get(id), `${basename(rule.file)}#${rule.anchor}`, `${file}: [${id}]`);
      }
      assert.deepEqual([...links.keys()].sort(), wanted.sort(), file);
    }
  });

  test('when the specification has a rule, then its index names it', () => {
    const index = citationsOf(`${SPEC}README.md`, read(`${SPEC}README.md`)).map(({ id }) => id);
    const shapes = [...RULES].filter(([, { file }]) => file === `${SPEC}resources.md`).map(([id]) => id);
    for (const id of RULES.keys()) assert.ok(index.includes(id) || shapes.includes(id), `[${id}]`);
  });
});

suite('the parser of citations', () => {
  const idsOf = (file: string, text: string) =>
    citationsOf(file, text)
      .map(({ id, line }) => `${line} ${id}`)
      .sort();

  test('when a page has headings, then those with an identifier are rules', () => {
    const page = '# [States] States\n\nSee [D9].\n\n### [D15] Playback, *now*\n\n### Metadata\n';
    assert.deepEqual(rulesOf(page), [
      ['States', 'states-states'],
      ['D15', 'd15-playback-now'],
    ]);
  });

  test('when a comment or a title cites, then each identifier is found with its line', () => {
    const text = [
      '/** Pushes. [D17], [POST stack]',
      ' * As [States] and [Queue operations] say, [D44, D45] too. */',
      "test('[Errors] [D3] when it fails, then it says so', () => {}); // [Event snapshot data]",
      `it(\`[LiveQueuePage], [GET item] when \${kind} is read, then it is there\`, () => {});`,
      "suite(\n  '[Limits] waiting', () => {});",
      '/**',
      ' * Reads. [GET translation',
      ' * and GET books]',
      ' */',
    ].join('\n');
    const found = ['1 D17', '1 POST stack', '2 D44', '2 D45', '2 Queue operations', '2 States', '3 D3', '3 Errors'];
    const more = [
      '3 Event snapshot data',
      '4 GET item',
      '4 LiveQueuePage',
      '6 Limits',
      '8 GET translation and GET books',
    ];
    assert.deepEqual(idsOf('a.ts', text), [...found, ...more].sort());
  });

  test('when a citation is unknown or out of range, then it is found, too', () => {
    assert.deepEqual(idsOf('a.ts', '// [D999] [Events 8–10] [Stats] [PATCH nothing]'), [
      '1 D999',
      '1 Events 10',
      '1 Events 8',
      '1 Events 9',
      '1 PATCH nothing',
      '1 Stats',
    ]);
  });

  test('when code has brackets, then they are not taken for citations', () => {
    const text = [
      "const a = [Name, Value]; const b: [Viewer] = c[Index]; type P = Paths[Path]; f([State], '[Other]\\n');",
      "const section = '[Service] of a unit'; const pattern = /[A-Z][a-z]/; const d = [D, E]; const e = x[D1];",
      '/** The type `Fields[Name]`, a tuple [A, B], [1], and [a link](there.md). */',
    ].join('\n');
    assert.deepEqual(idsOf('a.ts', text), []);
  });

  test('when a document cites, then links, code and definitions are not taken for citations', () => {
    const text =
      '[Settings](a.md) [D8] says `[D7]`, as does [States].\n\n```ini\n[Service]\n[D6]\n```\n\n[D8]: wire.md#d8\n';
    assert.deepEqual(idsOf('a.md', text), ['1 D8', '1 States']);
  });
});
