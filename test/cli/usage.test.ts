import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CommanderError } from 'commander';
import { UsageError } from '../../src/cli/command.ts';
import { CLI_COMMANDS } from '../../src/cli/commands.ts';
import { buildProgram } from '../../src/cli/program.ts';
import { listUnknownSettings } from '../../src/config/settings.ts';
import { createDataDirectory } from '../support/server/database.ts';
import { createEmptyInstallation } from '../support/server/empty-installation.ts';
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
  ['token', 'create', '--user', 'ada@example.org', '--issuer', 'bo@example.org'],
  ['token', 'revoke'],
  ['token', 'revoke', 'a', 'b'],
  ['library', 'enable', 'kjv'],
  ['library', 'enable', '--account', 'x'],
  ['library', 'list'],
] as const;

const WRONG_VALUES = [
  ['user', 'create', '--name', 'Ada', '--email', 'ada'],
  ['user', 'create', '--email', 'ada@example.org', '--name', ' '],
  ['user', 'disable', '--email', 'ada'],
  ['user', 'enable', '--email', ''],
  ['user', 'reset-link', '--email', 'a b@example.org'],
  ['user', 'invite', '--email', 'ada'],
  ['user', 'invite', '--email', 'ada@example.org', '--organization', 'x', '--role', 'pope'],
  ['org', 'create', '--name', 'St Mary', '--owner', 'ada'],
  ['org', 'create', '--owner', 'ada@example.org', '--name', 'x'.repeat(121)],
  ['org', 'rename', 'x', '--name', ''],
  ['org', 'rename', 'x', '--name', '\u3164'],
  ['live', 'create', '--organization', 'x', '--name', '\u2800'],
  ['edition', 'import', 'bible.zip', '--name', '\u115f\u1160'],
  ['org', 'member', 'add', '--organization', 'x', '--email', 'ada@example.org', '--role', 'pope'],
  ['org', 'member', 'add', '--organization', 'x', '--role', 'viewer', '--email', 'ada'],
  ['org', 'member', 'remove', '--organization', 'x', '--email', 'ada'],
  ['token', 'create', '--user', 'ada@example.org', '--expires-days', 'soon'],
  ['token', 'create', '--user', 'ada@example.org', '--expires-days', '0'],
  ['token', 'create', '--organization', 'x', '--expires-days', '366'],
  ['token', 'create', '--organization', 'x', '--expires-days', '-1'],
  ['token', 'create', '--organization', 'x', '--name', ''],
  ['token', 'create', '--organization', 'x', '--issuer', 'ada'],
  ['token', 'create', '--organization', 'x', '--scopes', 'live.fly'],
  ['token', 'create', '--organization', 'x', '--scopes', 'live.get,identity.read'],
  ['token', 'create', '--organization', 'x', '--scopes', ''],
  ['token', 'create', '--organization', 'x', '--scopes', ','],
  ['token', 'create', '--organization', ''],
  ['token', 'create', '--user', 'ada@example.org', '--scopes', 'offline_access'],
  ['token', 'create', '--user', 'ada'],
  ['token', 'list', '--user', 'ada'],
  ['client', 'create', '--redirect-uri', 'https://app.example.org/cb', '--name', ''],
  ['client', 'create', '--name', 'App', '--redirect-uri', 'https://app.example.org/cb', 'app://callback'],
  ['client', 'create', '--name', 'App', '--redirect-uri', 'https://app.example.org/cb', '--scopes', 'token.create'],
  ['client', 'create', '--name', 'App', '--redirect-uri', 'https://app.example.org/cb', '--scopes', ''],
  ['edition', 'import', 'none.zip', '--slug', 'not a slug'],
  ['edition', 'import', 'none.zip', '--module', ''],
  ['edition', 'import', 'none.zip', '--language', 'klingon'],
  ['edition', 'import', 'none.zip', '--license-url', 'example.org'],
  ['edition', 'import', 'none.zip', '--source-url', 'javascript:alert(1)'],
  ['edition', 'install', 'web', '--from', 'http://example.org/web.zip'],
  ['edition', 'install', 'web', '--sha256', 'f'],
  ['library', 'list', '--account', ' '],
  ['audit', 'list', '--organization', ''],
  ['audit', 'list', '--since', 'yesterday'],
  ['audit', 'list', '--since', '2026-13-01'],
  ['audit', 'list', '--limit', '0'],
  ['audit', 'list', '--limit', '1001'],
  ['login', '--server', 'https://lectern.example.org', '--expires-days', '0'],
  ['login', '--server', 'https://lectern.example.org', '--name', ' '],
  ['login', '--server', 'https://lectern.example.org', '--scopes', 'live.get,,'],
] as const;

test('[D47] when usage is wrong, then the command exits with 2, changes nothing, and says what is wrong', async () => {
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

/** Parses words without running the command, and without a process for each. */
async function read(words: readonly string[]): Promise<{ refusal: unknown; shown: string }> {
  let shown = '';
  const out = (text: string) => {
    shown += text;
  };
  const refusal = await buildProgram({ version: '1', out, error: () => {} })
    .parse(words)
    .catch((error) => error);
  return { refusal, shown: shown.trimEnd() };
}

async function refusalOf(words: readonly string[]): Promise<UsageError> {
  const { refusal } = await read(words);
  assert.ok(refusal instanceof UsageError, `${words.join(' ')}: ${refusal}`);
  return refusal;
}

async function helpOf(name: string): Promise<string> {
  const { refusal, shown } = await read([...name.split(' '), '--help']);
  assert.ok(refusal instanceof CommanderError && refusal.exitCode === 0, `${name}: ${refusal}`);
  return shown;
}

test('[D47] when a value is invalid, then it is a usage error that names the value, and nothing is done', async () => {
  const dataDir = createDataDirectory();
  const [first] = WRONG_VALUES;
  const { code, document } = await runJson(first, { dataDir });
  assert.deepEqual([code, document.error?.code], [2, 'usage'], first.join(' '));
  assert.deepEqual(readdirSync(dataDir), []);
  for (const words of WRONG_VALUES) {
    const { message } = await refusalOf(words);
    assert.match(message, /^--[\w-]+ takes .+, not ".*"\.$/, words.join(' '));
  }
});

test('[D47] when an argument is empty, such as an unset shell variable, then it is a usage error', async () => {
  const commands = CLI_COMMANDS.filter((command) => command.arguments);
  assert.ok(commands.length >= 10);
  for (const { name, arguments: positional = [], options = [] } of commands) {
    const named = options
      .map(({ flags }) => flags)
      .filter((flags) => /^--(name|live|organization) <(name|id)>$/.test(flags));
    const required = named.flatMap((flags) => [flags.split(' ')[0]!, 'St Mary']);
    const { message } = await refusalOf([...name.split(' '), ...positional.map(() => ''), ...required]);
    assert.equal(message, `The argument ${positional[0]!.flags} is empty.`, name);
  }
});

test('when there are extra commas between scopes, then they are ignored', async () => {
  const dataDir = createDataDirectory();
  const email = 'ada@example.org';
  await requireJson(['user', 'create', '--email', email, '--name', 'Ada'], { dataDir });
  const { scopes } = await requireJson(['token', 'create', '--user', email, '--scopes', 'live.get,'], { dataDir });
  assert.deepEqual(scopes, ['live.get']);
  const app = ['--name', 'App', '--redirect-uri', 'https://app.example.org/cb', '--scopes', ',live.list,,live.get'];
  await requireJson(['client', 'create', ...app], { dataDir });
  const { data } = await requireJson(['client', 'list'], { dataDir });
  assert.deepEqual(data[0].scopes, ['live.list', 'live.get']);
});

test('when the value of an option is of a kind that has rules, then the option has a rule', () => {
  const kinds = /<(email|id|role|scopes|days|language|slug|digest|number|time)>|--redirect-uri/;
  const options = CLI_COMMANDS.flatMap(({ name, options = [] }) => options.map((option) => ({ name, ...option })));
  const ruled = options.filter(({ flags }) => kinds.test(flags));
  assert.ok(ruled.length >= 30);
  for (const { name, flags, takes } of ruled) assert.ok(takes, `${name} ${flags}`);
});

test('[D47] when --json is missing, then usage errors go to standard error', async () => {
  const dataDir = createDataDirectory();
  const missing = await runLectern(['org', 'create', '--name', 'St Mary'], { dataDir });
  assert.deepEqual([missing.code, missing.stdout], [2, '']);
  assert.match(missing.stderr, /^Error: required option '--owner <email>' not specified\n/);
  const none = await runLectern([], { dataDir });
  assert.deepEqual([none.code, none.stdout], [2, '']);
  assert.match(none.stderr, /Usage: lectern/);
});

test('[D47] when a command is missing or mistyped, then the message lists the existing commands, and says where help is', async () => {
  const dataDir = createDataDirectory();
  for (const [words, detail, help] of [
    [['token', 'creat'], /^unknown command 'creat' .*Available commands: create, list, revoke\.$/, 'token --help'],
    [
      ['org', 'member', 'hire'],
      /^unknown command 'hire'\. Available commands: add, remove, list\.$/,
      'org member --help',
    ],
    [
      ['help', 'token', 'creat'],
      /^unknown command 'creat' .*Available commands: create, list, revoke\.$/,
      'token --help',
    ],
    [['tokn'], /^unknown command 'tokn' .*Available commands: user, admin, org, token, .*, logout\.$/, '--help'],
    [['org', 'member', 'add', '--colour', 'red'], /^required option '--organization <id>'/, 'org member add --help'],
  ] as const) {
    assert.match((await runJson(words, { dataDir })).document.error.detail, detail);
    const { code, stderr } = await runLectern(words, { dataDir });
    assert.equal(code, 2);
    assert.ok(stderr.endsWith(`\nFor help: npm run --silent lectern -- ${help}\n`), stderr);
  }
  const { document } = await runJson(['token'], { dataDir });
  assert.equal(document.error.detail, 'No command was given. Available commands: create, list, revoke.');
});

test('[D47] when help is requested, then it lists every command and option', async () => {
  const dataDir = createDataDirectory();
  const [first] = CLI_COMMANDS;
  const { code, stdout, stderr } = await runLectern([...first!.name.split(' '), '--help'], { dataDir });
  assert.deepEqual([code, stderr, stdout], [0, '', `${await helpOf(first!.name)}\n`]);
  for (const { name, summary, options = [], arguments: positional = [] } of CLI_COMMANDS) {
    const flat = (await helpOf(name)).replace(/\s+/g, ' ');
    for (const text of [summary, '--json', ...[...options, ...positional].map(({ description }) => description)]) {
      assert.ok(flat.includes(text), `${name} does not say "${text}"`);
    }
  }
  const { help } = await requireJson(['--help'], { dataDir });
  assert.match(help, /Usage: lectern/);
});

test('[D47] when "help" is before the words of a command, then it shows what "--help" after them does', async () => {
  for (const { name } of CLI_COMMANDS) {
    const words = name.split(' ');
    for (const at of words.keys()) {
      const { refusal, shown } = await read(words.toSpliced(at, 0, 'help'));
      assert.ok(refusal instanceof CommanderError && refusal.exitCode === 0, `${name}: ${refusal}`);
      assert.equal(shown, await helpOf(name));
    }
  }
  assert.equal((await read(['help', 'org', 'member'])).shown, await helpOf('org member'));
  assert.equal((await read(['help'])).shown, (await read(['--help'])).shown);
  assert.match((await read(['help', 'token', 'revoke', 'ID'])).shown, /^Usage: lectern token revoke <id>\n/);
  // As an argument, "help" is a value.
  assert.ok(!((await read(['token', 'revoke', 'help'])).refusal instanceof Error));
});

test('when an option has a description, then it does not repeat what follows it: the value rule and the default', () => {
  for (const { name, options = [] } of CLI_COMMANDS) {
    for (const { flags, description, takes } of options)
      assert.doesNotMatch(description, takes ? /default|: |;/ : /default/, `${name} ${flags}`);
  }
});

test('when help is shown, then it says what to type, and which values are valid', async () => {
  for (const [name, usage] of [
    ['user list', ''],
    ['user create', ' --email <email> --name <name> [options]'],
    ['org rename', ' <id> --name <name>'],
    ['token create', ' (--organization <id> | --user <email>) [options]'],
    ['library enable', ' <slug> (--organization <id> | --account <id>)'],
    ['audit list', ' [--organization <id> | --account <id>] [options]'],
    ['account delete', ' <id> --yes'],
  ]) {
    const help = await helpOf(name!);
    assert.equal(help.split('\n')[0], `Usage: lectern ${name}${usage}`);
  }
  const create = (await helpOf('token create')).replace(/\s+/g, ' ');
  for (const text of [
    'each one of translation.list, ',
    ' --user also identity.read, token.list',
    'expires: 1 to 365; default: 90',
  ])
    assert.ok(create.includes(text), text);
  assert.match(
    await helpOf('org member add'),
    /Role in the organization: one of owner,\s+admin,\s+operator,\s+viewer$/m,
  );
  assert.match(await helpOf('audit list'), /Maximum number of records: 1 to 1000; default:\s+50$/m);
  assert.match(await helpOf('user create'), /^Creates an installation if none exists\.$/m);
  assert.match(await helpOf('doctor'), /^Exits with 1 if it finds a problem\.$/m);
  const { shown } = await read(['--help']);
  assert.match(shown, /^Exit codes:\n0 +done\n1 +failed.*\n2 +usage error/m);
  assert.match(shown, /^ {2}edition COMMAND +Manage Bible editions$/m);
});

test('when options exclude each other, then giving both is refused; where one is needed, then giving none is refused', async () => {
  const one = 'Give exactly one of --organization and --account.';
  const both = ['--organization', 'x', '--account', 'y'];
  for (const [words, expected] of [
    [['library', 'list'], one],
    [['library', 'list', ...both], one],
    [['audit', 'list', ...both], 'Give at most one of --organization and --account.'],
    [['account', 'delete', 'x'], /^Deletion cannot be undone: add --yes/],
    [['keys', 'rotate', '--all'], /^Cursors and open forms .* add --yes/],
  ] as const) {
    const { message } = await refusalOf(words);
    if (typeof expected === 'string') assert.equal(message, expected);
    else assert.match(message, expected);
  }
  assert.ok(!((await read(['audit', 'list'])).refusal instanceof Error));
});

test('[D47] when a folder has no installation, then only user create creates one', async () => {
  const file = join(createDataDirectory(), 'small.usfm');
  writeFileSync(file, '\\id MRK Small\n\\c 1\n\\p\n\\v 1 One.\n');
  const dataDir = createDataDirectory();
  for (const words of [
    ['org', 'list'],
    ['user', 'list'],
    ['audit', 'list'],
    ['token', 'create', '--user', 'ada@example.org'],
    ['user', 'disable', '--email', 'ada@example.org'],
    ['keys', 'rotate', '--yes'],
    ['client', 'create', '--name', 'App', '--redirect-uri', 'https://app.example.org'],
    ['edition', 'import', file],
    ['edition', 'install', 'kjv'],
    ['edition', 'list'],
    ['org', 'create', '--name', 'St Mary', '--owner', 'ada@example.org'],
  ]) {
    const { code, document } = await runJson(words, { dataDir });
    assert.deepEqual([code, document.error.code], [1, 'data_folder_unusable'], words.join(' '));
    assert.match(document.error.detail, /^There is no installation in .*LECTERN_DATA_DIR.*npm start.*user create/);
    // A missing folder is not created either.
    const missing = join(dataDir, 'mistyped');
    assert.equal((await runJson(words, { dataDir: missing })).code, 1, words.join(' '));
  }
  assert.deepEqual(readdirSync(dataDir), []);
  assert.deepEqual(
    CLI_COMMANDS.filter(({ createsInstallation }) => createsInstallation).map(({ name }) => name),
    ['user create'],
  );
});

test('[D47] when something does not exist, then the command exits with 1 and not_found', async () => {
  const dataDir = await createEmptyInstallation();
  for (const words of [
    ['token', 'revoke', 'none'],
    ['token', 'list', '--user', 'unknown@example.org'],
    ['token', 'list', '--organization', 'none'],
    ['token', 'create', '--organization', 'none'],
    ['org', 'create', '--name', 'St Mary', '--owner', 'unknown@example.org'],
    ['library', 'disable', 'kjv', '--account', 'none'],
  ]) {
    const { code, document } = await runJson(words, { dataDir });
    assert.deepEqual([code, document.error.code], [1, 'not_found'], words.join(' '));
  }
});

test('when a name or an e-mail address is given where an id is needed, then it is refused, and the message gives the id', async () => {
  const dataDir = createDataDirectory();
  const email = 'ada@example.org';
  const { account_id } = await requireJson(['user', 'create', '--email', email, '--name', 'Ada'], { dataDir });
  const { organization_id } = await requireJson(['org', 'create', '--name', 'St Mary', '--owner', email], { dataDir });
  const member = ['--email', email, '--role', 'admin'];
  for (const [words, hint] of [
    [['token', 'create', '--organization', 'st mary'], organization_id],
    [['org', 'member', 'add', '--organization', 'St Mary', ...member], organization_id],
    [['org', 'rename', 'St Mary', '--name', 'St John'], organization_id],
    [['user', 'invite', '--organization', 'St Mary', ...member], organization_id],
    [['library', 'list', '--account', email], account_id],
    [['account', 'restrict', 'St Mary'], organization_id],
    [['account', 'restrict', email], account_id],
    [['audit', 'list', '--organization', 'St Mary'], organization_id],
    [['audit', 'list', '--account', email], account_id],
    [['token', 'list', '--organization', 'St Joan'], '"org list"'],
    [['library', 'list', '--account', 'Ada'], '"user list"'],
    [['account', 'delete', 'unknown', '--yes'], '"user list" and "org list"'],
  ]) {
    const { code, document } = await runJson(words as string[], { dataDir });
    assert.deepEqual([code, document.error.code], [1, 'not_found']);
    assert.ok(document.error.detail.includes(` ${hint}.`), document.error.detail);
  }
});

test('when a setting does not exist, then the doctor reports it, and the one that was meant', async () => {
  const env = {
    LECTERN_STARTRE: 'off',
    LECTERN_STARTER: 'off',
    LECTERN_PORT: '9000',
    TRUSTED_PROXIES: '10.0.0.1',
    // Not meant for Lectern: of Kubernetes, of many programs, and set with its prefix, too.
    LECTERN_PORT_8080_TCP: 'tcp://10.0.0.1:8080',
    LOG_LEVEL: 'debug',
    STARTER: 'motor',
  };
  const { document } = await runJson(['doctor'], { dataDir: createDataDirectory(), env });
  const settings = document.checks.filter(({ name }: { name: string }) => name === 'Settings');
  assert.deepEqual(
    settings.map(({ finding, next }: { finding: string; next: string }) => [finding.split(' ')[0], next]),
    [
      ['LECTERN_STARTRE', settings[0].next],
      ['LECTERN_PORT', 'If it is meant for Lectern, set PORT instead.'],
      ['TRUSTED_PROXIES', 'If it is meant for Lectern, set LECTERN_TRUSTED_PROXIES instead.'],
    ],
  );
  assert.match(settings[0].next, /^Check the spelling/);
  const kubernetes = { LECTERN_PORT: 'tcp://10.0.0.1:8080', LECTERN_SERVICE_HOST: '10.0.0.1' };
  assert.deepEqual(listUnknownSettings(kubernetes), []);
});

test('[D46] when a setting is invalid, then the command exits with 1 and one line', async () => {
  const dataDir = createDataDirectory();
  const env = { PORT: 'eighty' };
  const { code, stdout, stderr } = await runLectern(['org', 'list'], { dataDir, env });
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /^Error: PORT must be .*eighty.*\n$/);
  const json = await runLectern(['org', 'list', '--json'], { dataDir, env });
  assert.equal(parseOnlyDocument(json.stdout).error.code, 'invalid_setting');
});
