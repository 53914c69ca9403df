import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { COMMANDS } from '../../src/cli/commands.ts';
import { createDataDirectory } from '../support/database.ts';
import { parseOnlyDocument, requireJson, runJson, runLectern } from './run-lectern.ts';

const WRONG_USAGE = [
  [],
  ['token'],
  ['org', 'member'],
  ['tokn', 'list'],
  ['user', 'create', '--email', 'ada@example.org'],
  ['user', 'create', '--email', 'ada@example.org', '--name'],
  ['user', 'create', '--email', 'ada@example.org', '--name', 'Ada', '--colour', 'red'],
  ['token', 'list'],
  ['token', 'list', '--user', 'ada@example.org', '--organization', 'x'],
  ['token', 'create', '--user', 'ada@example.org', '--expires-days', 'soon'],
  ['token', 'revoke'],
  ['token', 'revoke', 'a', 'b'],
  ['library', 'enable', 'kjv'],
  ['library', 'enable', '--account', 'x'],
  ['library', 'list'],
] as const;

test('wrong usage ends with 2, changes nothing, and says what is wrong [D47]', async () => {
  const dataDir = createDataDirectory();
  for (const words of WRONG_USAGE) {
    const { code, document, stderr } = await runJson(words, { dataDir });
    assert.equal(code, 2, words.join(' '));
    assert.deepEqual(Object.keys(document), ['error']);
    assert.equal(document.error.code, 'usage');
    assert.match(document.error.detail, /^\S.{10,}$/);
    assert.equal(stderr, '');
  }
  assert.deepEqual(readdirSync(dataDir), []);
});

test('without --json wrong usage goes to standard error [D47]', async () => {
  const dataDir = createDataDirectory();
  const missing = await runLectern(['org', 'create', '--name', 'St Mary'], { dataDir });
  assert.deepEqual([missing.code, missing.stdout], [2, '']);
  assert.match(missing.stderr, /^Error: required option '--owner <email>' not specified\n/);
  const none = await runLectern([], { dataDir });
  assert.deepEqual([none.code, none.stdout], [2, '']);
  assert.match(none.stderr, /Usage: lectern/);
});

test('help tells every command and option [D47]', async () => {
  const dataDir = createDataDirectory();
  for (const { name, summary, options = [], arguments: positional = [] } of COMMANDS) {
    const { code, stdout, stderr } = await runLectern([...name.split(' '), '--help'], { dataDir });
    assert.deepEqual([code, stderr], [0, ''], name);
    const flat = stdout.replace(/\s+/g, ' ');
    for (const text of [summary, '--json', ...[...options, ...positional].map(({ meaning }) => meaning)]) {
      assert.ok(flat.includes(text), `${name} does not tell "${text}"`);
    }
  }
  const { help } = await requireJson(['--help'], { dataDir });
  assert.match(help, /Usage: lectern/);
});

test('a folder without an installation stays so, unless a command may be the first', async () => {
  const first = new Set(['user create', 'client create', 'edition import', 'edition install', 'edition list']);
  const dataDir = createDataDirectory();
  for (const words of [
    ['org', 'list'],
    ['user', 'list'],
    ['audit', 'list'],
    ['token', 'create', '--user', 'ada@example.org'],
    ['user', 'disable', '--email', 'ada@example.org'],
    ['keys', 'rotate', '--yes'],
  ]) {
    const { code, document } = await runJson(words, { dataDir });
    assert.deepEqual([code, document.error.code], [1, 'data_folder_unusable'], words.join(' '));
    assert.match(document.error.detail, /^There is no installation in .*LECTERN_DATA_DIR/);
  }
  assert.deepEqual(readdirSync(dataDir), []);
  assert.deepEqual(new Set(COMMANDS.flatMap((command) => (command.begins ? [command.name] : []))), first);
});

test('what is not there ends with 1 and not_found [D47]', async () => {
  const dataDir = createDataDirectory();
  await requireJson(['edition', 'list'], { dataDir });
  for (const words of [
    ['token', 'revoke', 'none'],
    ['token', 'list', '--user', 'nobody@example.org'],
    ['token', 'list', '--organization', 'none'],
    ['token', 'create', '--organization', 'none'],
    ['org', 'create', '--name', 'St Mary', '--owner', 'nobody@example.org'],
    ['library', 'disable', 'kjv', '--account', 'none'],
  ]) {
    const { code, document } = await runJson(words, { dataDir });
    assert.deepEqual([code, document.error.code], [1, 'not_found'], words.join(' '));
  }
});

test('a setting that does not exist is told by the doctor', async () => {
  const env = { LECTERN_STARTRE: 'off', LECTERN_STARTER: 'off' };
  const { document } = await runJson(['doctor'], { dataDir: createDataDirectory(), env });
  const settings = document.checks.filter(({ name }: { name: string }) => name === 'Settings');
  assert.deepEqual([settings.length, settings[0].finding], [1, 'LECTERN_STARTRE is set, and means nothing']);
});

test('a setting that cannot be used ends with 1 and one line [D46]', async () => {
  const dataDir = createDataDirectory();
  const env = { PORT: 'eighty' };
  const { code, stdout, stderr } = await runLectern(['org', 'list'], { dataDir, env });
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /^Error: PORT must be .*eighty.*\n$/);
  const json = await runLectern(['org', 'list', '--json'], { dataDir, env });
  assert.equal(parseOnlyDocument(json.stdout).error.code, 'invalid_setting');
});
