import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildProgram } from '../../src/cli/program.ts';
import { readConfig } from '../../src/config/config.ts';
import { OPERATIONS, type Operation } from '../../src/contract/operations.ts';
import { printWelcome } from '../../src/welcome.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8').replaceAll('\r\n', '\n');
const DOCUMENTS = globSync(['*.md', 'docs/**/*.md', 'bench/*.md', 'clients/{companion,typescript}/*.md'], {
  cwd: ROOT,
});

/** The lines of a document's shell blocks, a continued one as one, without comments. */
const shellLines = (text: string): string[] =>
  [...text.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].flatMap(([, block]) =>
    block!
      .replaceAll(/\\\n/g, ' ')
      .split('\n')
      .map((line) => line.replace(/(^| )#.*/, '').trim()),
  );

/** Returns the arguments that a line passes to the command line; null if it runs something else. */
function findWords(line: string): string[] | null {
  const [, typed] =
    /(?:\blectern (?:--|lectern)|^sudo lectern) ([^;&|<>]*)/.exec(line.replaceAll(/\$\([^()]*\)/g, 'X')) ?? [];
  return typed?.match(/"[^"]*"|\S+/g)?.map((word) => word.replaceAll('"', '')) ?? null;
}

test('when the documents link to something, then it is there', () => {
  for (const file of DOCUMENTS) {
    for (const [, target, heading] of read(file).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)) {
      const linked = target === '' ? file : join(dirname(file), target!);
      assert.ok(existsSync(join(ROOT, linked)), `${file}: ${target}`);
      if (heading) assert.ok(anchorsOf(linked).includes(heading), `${file}: ${target}#${heading}`);
    }
  }
});

/** Returns the anchors of the headings of a document. */
const anchorsOf = (file: string): string[] =>
  [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test('when the documents show a command, then the command line takes it', async () => {
  const quiet = { version: '', out: () => {}, error: () => {} };
  let commands = 0;
  for (const file of DOCUMENTS) {
    for (const line of shellLines(read(file))) {
      const words = findWords(line);
      if (!words) continue;
      commands++;
      await buildProgram(quiet)
        .parse(words)
        .catch((error) => assert.fail(`${file}: ${line}: ${error.message}`));
    }
  }
  assert.ok(commands > 20, `${commands}`);
});

test('when the server starts, then it shows the links that the first push begins with', () => {
  const [, start] = /^1\. (.*?)^2\. /ms.exec(read('docs/tutorial/first-push.md'))!;
  assert.match(start!, /`npm ci && npm start -- --lan`/);
  const lines: string[] = [];
  const lives = [{ id: 'L', organizationId: 'O', name: 'Main hall' }];
  const welcome = { config: readConfig({}), token: 'svc_', ownerSignIn: null, lives };
  printWelcome({ ...welcome, lan: true }, (line) => lines.push(line));
  const labels = [...start!.matchAll(/`([a-z ]+)`/g)].map(([, label]) => label!).filter((label) => label !== 'curl');
  assert.deepEqual(labels, ['your network', 'screen', 'here']);
  // A machine without a network has no link of one.
  const printed = lines.some((line) => line.includes('No network address')) ? labels.slice(1) : labels;
  for (const label of printed)
    assert.ok(
      lines.some((line) => line.startsWith(`    ${label} `)),
      label,
    );
});

test('when write-a-client.md is checked, then it names the responses about a Live without an ETag, and nothing else', () => {
  const [, named] =
    /carries\s+its\s+ETag,\s+except\s+those\s+of\s+(.*?)[,;]?\s+and\s+of\s+the\s+deletion\s+of\s+the\s+Live;/s.exec(
      read('docs/how-to/write-a-client.md'),
    )!;
  const live = '/v1/lives/{live_id}';
  const without = Object.values<Operation>(OPERATIONS).filter(({ path, etag }) => path.startsWith(live) && !etag);
  const deletion = without.filter(({ path }) => path === live).map(({ method }) => method);
  const parts = without.filter(({ path }) => path !== live).map(({ path }) => path.slice(live.length + 1));
  assert.deepEqual(deletion, ['DELETE']);
  assert.deepEqual([...named!.matchAll(/`(.*?)`/g)].map(([, part]) => part).sort(), [...new Set(parts)].sort());
});

test('when connect-an-app.md is checked, then it begins with the address that it advises, and that the example listens on', () => {
  const page = read('docs/how-to/connect-an-app.md');
  const [, first] = /--redirect-uri "(\S+)"/.exec(page)!;
  assert.match(page, /For development\s+register\s+`http:\/\/\[::1\]:PORT\/…`/);
  assert.equal(first, 'http://[::1]:8765/callback');
  const example = read('examples/oauth-app.ts');
  assert.ok(example.includes(`redirectUri = '${first}'`) && example.includes(`--redirect-uri "${first}"\n`));
});
