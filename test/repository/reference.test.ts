import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { toCommandsDocument } from '../../bin/reference/commands.ts';
import { toLimitsDocument } from '../../bin/reference/limits.ts';
import { toMetricsDocument } from '../../bin/reference/metrics.ts';
import { toSettingsDocument } from '../../bin/reference/settings.ts';
import { toSlidesDocument } from '../../bin/reference/slides.ts';
import { CLI_COMMANDS } from '../../src/cli/commands.ts';
import { readConfig } from '../../src/config/config.ts';
import { SETTINGS } from '../../src/config/settings.ts';
import { SLIDE_FIELDS, SLIDE_LAYOUTS, showsField } from '../../src/contract/slide-fields.ts';
import { logRequest } from '../../src/http/server/log-request.ts';
import { createLiveController } from '../support/requests/live-controller.ts';
import { openStream } from '../support/requests/stream.ts';
import { createTestOrganization, startTestLectern } from '../support/server/lectern.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const AGAIN = 'run "node bin/write-reference.ts"';
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8').replaceAll('\r\n', '\n');

test('when docs/reference/limits.md is checked, then it has every limit and every setting that is one, and no other', () => {
  const source = read('src/contract/limits.ts');
  const document = toLimitsDocument(source);
  for (const [, name] of source.matchAll(/^export const (\w+)/gm))
    assert.ok(document.includes(`| \`${name}\` |`), `${name}`);
  assert.equal(read('docs/reference/limits.md'), document, AGAIN);
});

test('when docs/reference/commands.md is checked, then it has every command with all that can be typed, and no other', () => {
  const document = toCommandsDocument();
  const sections = document.split(/^##+ /m);
  for (const { name, summary, example, arguments: positional = [], options = [] } of CLI_COMMANDS) {
    const section = sections.find((each) => each.startsWith(`${name}\n`)) ?? assert.fail(name);
    const usage = new RegExp(`^lectern ${name}( .+)?$`, 'm');
    assert.match(section, usage);
    for (const text of [summary, example ?? '', ...[...positional, ...options].map(({ flags }) => `| \`${flags}\` |`)])
      assert.ok(section.includes(text), `${name}: ${text}`);
  }
  const linked = [...document.matchAll(/\(#([\w-]+)\)/g)].map(([, anchor]) => anchor!.replaceAll('-', ' '));
  assert.deepEqual(
    linked,
    CLI_COMMANDS.map(({ name }) => name.replaceAll('-', ' ')),
  );
  assert.equal(read('docs/reference/commands.md'), document, AGAIN);
});

test('when docs/reference/settings.md is checked, then it has every setting, and no other', () => {
  const document = toSettingsDocument();
  assert.deepEqual(
    [...document.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name),
    SETTINGS.map(({ name }) => name),
  );
  assert.match(document, /^\| `LECTERN_DATABASE_URL` .*\(\.\.\/how-to\/run-with-postgresql\.md\) \|$/m);
  assert.equal(read('docs/reference/settings.md'), document, AGAIN);
});

test('[D26] when docs/reference/slides.md is checked, then it has every layout with the fields that it shows, and no other', () => {
  const document = toSlidesDocument();
  for (const layout of SLIDE_LAYOUTS)
    for (const field of SLIDE_FIELDS)
      assert.equal(
        document.includes(`| \`${layout}\` | \`${field}\` |`),
        showsField(layout, field),
        `${layout} ${field}`,
      );
  assert.equal(read('docs/reference/slides.md'), document, AGAIN);
});

test('[D46] when a default of a setting is shown, then it has the form that the setting takes', () => {
  for (const document of ['settings', 'limits']) {
    const rows = [...read(`docs/reference/${document}.md`).matchAll(/^\| `(LECTERN_\w+)` \| (.+?) \|/gm)];
    assert.ok(rows.length > 10);
    for (const [, name, shown] of rows) {
      const typed = /^`(.+)`$/.exec(shown!)?.[1];
      if (typed !== undefined && !typed.includes('HOST')) readConfig({ [name!]: typed });
      else assert.doesNotMatch(shown!, /\d/, name!);
    }
  }
});

test('when docs/reference/metrics.md is checked, then it has every metric of our own, and no other', async () => {
  await using lectern = await startTestLectern('sqlite');
  await fetch(`${lectern.url}/healthz`);
  // Metrics of a Live have its label only while an audience page is open.
  const { id } = await createLiveController(lectern, await createTestOrganization(lectern));
  await openStream(lectern.url, id);
  const exposition = await (await fetch(`${lectern.url}/metrics`)).text();
  assert.match(exposition, /^# TYPE lectern_http_requests_total counter$/m);
  assert.equal(read('docs/reference/metrics.md'), toMetricsDocument(exposition), AGAIN);
});

/** The first cells of the rows of the tables below a heading. */
function cellsOf(heading: string, column: number): string[] {
  const section = read('docs/reference/logs.md')
    .split(/^## /m)
    .find((part) => part.startsWith(heading));
  const rows = (section ?? assert.fail(`no "${heading}"`)).match(/^\|.*\|$/gm) ?? [];
  return rows.slice(2).map((row) => row.split('|')[column + 1]!.trim().replaceAll('`', ''));
}

test('when docs/reference/logs.md is checked, then it has every message of the log with its level, and no other', () => {
  const sources = globSync('src/**/*.ts', { cwd: ROOT }).map((file) => read(file));
  const calls = sources.flatMap((text) => [
    ...text.matchAll(/\blog\.(info|warn|error|fatal)\(\s*(?:\{[^}]*\},\s*)?(?:'([^']+)'|([\w.]+))/g),
  ]);
  const said = calls.flatMap(([, level, message, name]) => {
    if (message !== undefined) return [`${level} ${message}`];
    // What a failure of a request is called: below.
    return name === 'message' ? [] : assert.fail(name);
  });
  const failures = sources.flatMap((text) => [
    ...text.matchAll(/\bfailures\.log\([^;]*?(?:'([^']+)'|known\.code),?\s*\)/g),
  ]);
  said.push(
    ...failures
      .flatMap(([, message]) => (message ? [message] : ['internal_error', 'unavailable']))
      .map((message) => `error ${message}`),
  );
  assert.ok(said.length > 10);
  const levels = cellsOf('Messages', 0);
  const documented = cellsOf('Messages', 1).map((message, index) => `${levels[index]} ${message}`);
  assert.deepEqual(documented.sort(), [...new Set([...said, 'info request'])].sort());
});

test('when docs/reference/logs.md is checked, then it has every field of a request, and no other', () => {
  const lines: string[] = [];
  const options = { base: null, timestamp: pino.stdTimeFunctions.isoTime };
  const log = pino(options, { write: (line: string) => lines.push(line) });
  const record = { requestId: 'r', method: 'GET', path: '/', operation: 'o', status: 200, milliseconds: 1 };
  logRequest(log, { ...record, peer: '::1', credential: 'c' });
  const fields = Object.keys(JSON.parse(lines.join('')));
  const common = cellsOf('Fields of every line', 0);
  assert.deepEqual(
    fields.filter((field) => !common.includes(field)),
    cellsOf('A request', 0),
  );
  assert.deepEqual(
    common.filter((field) => !fields.includes(field)),
    ['err'],
  );
});
