import assert from 'node:assert/strict';
import { chmodSync, chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { examineDatabase } from '../../src/cli/doctor/examine-database.ts';
import { readConfig } from '../../src/config/config.ts';
import { ConfigError } from '../../src/config/config-error.ts';
import { createPostgresClient } from '../../src/storage/dialects/postgres-driver.ts';
import { createDataDirectory } from '../support/server/database.ts';
import { type Postgres, startPostgres } from '../support/server/postgres.ts';
import { postgresIdentity } from '../support/server/postgres-installation.ts';
import { startServerProcess } from '../support/server/process.ts';
import { createSelfSigned } from '../support/server/self-signed.ts';
import { requireJson, runJson } from './run-lectern.ts';

describe('sslmode in a PostgreSQL address means the same as in libpq', () => {
  let postgres: Postgres;
  let authority: string;
  let other: string;
  const warnings: Error[] = [];
  const warn = (warning: Error) => warnings.push(warning);

  before(async () => {
    const folder = createDataDirectory();
    chmodSync(folder, 0o755);
    const write = (name: string, content: string) => {
      const path = join(folder, name);
      writeFileSync(path, content, { mode: 0o600 });
      if (postgresIdentity.uid !== undefined) chownSync(path, postgresIdentity.uid, postgresIdentity.gid);
      return path;
    };
    const { key, cert } = createSelfSigned();
    authority = write('ca.pem', cert);
    other = write('other.pem', createSelfSigned().cert);
    const settings = { ssl: 'on', ssl_cert_file: authority, ssl_key_file: write('key.pem', key) };
    postgres = await startPostgres({ settings });
    process.on('warning', warn);
  });
  after(async () => {
    process.off('warning', warn);
    await postgres?.stop();
  });

  /** The certificate is for 127.0.0.1. */
  const address = (parameters: string, host = '127.0.0.1') =>
    postgres.url.replace('127.0.0.1', host).concat('?', parameters);

  const assertRefused = (parameters: string, said: RegExp): ConfigError => {
    try {
      readConfig({ LECTERN_DATABASE_URL: `postgres://me:hush@db.example.org/x?${parameters}` });
    } catch (error) {
      assert.ok(error instanceof ConfigError, String(error));
      assert.match(error.message, said);
      assert.doesNotMatch(error.message, /hush|\n/);
      return error;
    }
    assert.fail(`${parameters} is taken`);
  };

  /** Returns whether the connection is encrypted, or why it fails. */
  const connect = async (url: string): Promise<boolean | string> => {
    const { databaseUrl } = readConfig({ LECTERN_DATABASE_URL: url });
    const client = createPostgresClient(databaseUrl!, { application_name: 'lectern' });
    try {
      await client.connect();
      const { rows } = await client.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
      return rows[0].ssl;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code ?? String(error);
    } finally {
      await client.end();
    }
  };

  test('when sslmode is set, then it decides whether the connection is encrypted, and what is checked in the certificate', async () => {
    const untrusted = 'DEPTH_ZERO_SELF_SIGNED_CERT';
    const cases: [string, boolean | string][] = [
      [address(''), false],
      [address('sslmode=disable'), false],
      [address('sslmode=require'), true],
      [address('sslmode=require', 'localhost'), true],
      [address(`sslmode=require&sslrootcert=${authority}`, 'localhost'), true],
      [address(`sslmode=require&sslrootcert=${other}`), untrusted],
      [address(`sslmode=verify-ca&sslrootcert=${authority}`, 'localhost'), true],
      [address(`sslmode=verify-ca&sslrootcert=${other}`), untrusted],
      [address(`sslmode=verify-full&sslrootcert=${authority}`), true],
      [address(`sslmode=verify-full&sslrootcert=${authority}`, 'localhost'), 'ERR_TLS_CERT_ALTNAME_INVALID'],
      [address(`sslrootcert=${authority}`), true],
      [address(`sslrootcert=${authority}`, 'localhost'), 'ERR_TLS_CERT_ALTNAME_INVALID'],
      [address('sslmode=verify-full'), untrusted],
      [address('sslmode=verify-full&sslrootcert=system'), untrusted],
      [address('sslrootcert=system'), untrusted],
    ];
    for (const [url, expected] of cases) assert.equal(await connect(url), expected, url);
    assert.deepEqual(warnings, []);
  });

  test('when the environment has such settings, then they have no effect', async (t) => {
    const env = { PGSSLMODE: 'no-verify', PGSSLNEGOTIATION: 'direct' };
    t.after(() => {
      for (const name of Object.keys(env)) delete process.env[name];
    });
    Object.assign(process.env, env);
    assert.equal(await connect(address('')), false);
    assert.equal(await connect(address('sslmode=verify-full')), 'DEPTH_ZERO_SELF_SIGNED_CERT');
    assert.equal(await connect(address('sslmode=require')), true);
    const at = (LECTERN_DATABASE_URL: string, PGSSLMODE: string) => readConfig({ LECTERN_DATABASE_URL, PGSSLMODE });
    for (const mode of ['require', 'verify-full', 'no-verify', 'prefer']) {
      assert.throws(() => at(address(''), mode), { message: /^PGSSLMODE is set, but Lectern does not read it/ }, mode);
      at(address('sslmode=disable'), mode);
    }
    at(address(''), 'disable');
    readConfig({ PGSSLMODE: 'require' });
  });

  test('when a command uses it, then the driver prints nothing', async () => {
    const env = { LECTERN_DATABASE_URL: address('sslmode=require') };
    assert.deepEqual(await requireJson(['user', 'list'], { dataDir: createDataDirectory(), env }), { data: [] });
  });

  test('when a connection could be unencrypted or unchecked, then the setting is refused by name, and no password is printed', () => {
    for (const [parameters, said] of [
      ['sslmode=prefer', /^sslmode in LECTERN_DATABASE_URL must be one of disable, .*, but is "prefer"\.$/],
      ['sslmode=allow', /"allow"/],
      ['sslmode=verify_full', /"verify_full"/],
      ['sslmode=', /""/],
      ['sslmode=no-verify', /"no-verify"/],
      ['sslmode=verify-ca', /needs sslrootcert=/],
      ['sslmode=require&sslmode=disable', /^sslmode is in LECTERN_DATABASE_URL more than once/],
      [`sslrootcert=${authority}&sslrootcert=${other}`, /^sslrootcert is in LECTERN_DATABASE_URL more than once/],
      ['SSLMODE=prefer', /^SSLMODE in LECTERN_DATABASE_URL is not supported\. Supported parameters: sslmode, /],
      ['sslmode=require&sslMode=disable', /^sslMode in /],
      ['ssl=true', /^ssl in LECTERN_DATABASE_URL is not supported/],
      ['ssl=no-verify', /^ssl in /],
      ['sslmode=verify-full&sslcrl=/x', /^sslcrl in /],
      [
        'sslmode=require&sslrootcert=system',
        /^sslrootcert=system in LECTERN_DATABASE_URL needs sslmode=verify-full\.$/,
      ],
      ['sslmode=require&sslnegotiation=none', /^sslnegotiation in .* one of postgres, direct/],
      ['sslnegotiation=direct', /^sslnegotiation=direct in .* needs an sslmode/],
      ['sslmode=disable&sslnegotiation=direct', /^sslnegotiation=direct in /],
    ] as const) {
      assertRefused(parameters, said);
    }
  });

  test('when a file that it names cannot be used, then the message names its parameter and path', async () => {
    const folder = createDataDirectory();
    const missing = join(folder, 'missing.pem');
    const binary = join(folder, 'ca.der');
    writeFileSync(binary, Buffer.from([0x30, 0x82, 0x01, 0x0a]));
    for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
      for (const mode of ['', 'sslmode=disable&', 'sslmode=verify-full&']) {
        for (const [path, reason] of [
          [
            missing,
            /, which cannot be read \(ENOENT\)\. Put the file there, readable by the user that runs the server, or /,
          ],
          [folder, /cannot be read \(EISDIR\)/],
          [binary, /, which is not a PEM file/],
          ['', /names "", which cannot be read/],
        ] as const) {
          const { message } = assertRefused(`${mode}${name}=${encodeURIComponent(path)}`, reason);
          assert.ok(message.startsWith(`${name} in LECTERN_DATABASE_URL names "${path}", which`), message);
        }
      }
    }
    const setting = { dataDir: folder, env: { LECTERN_DATABASE_URL: address(`sslrootcert=${missing}`) } };
    for (const words of [['user', 'list'], ['backup', join(folder, 'x.backup')], ['doctor']]) {
      const { code, document } = await runJson(words, setting);
      assert.deepEqual([code, document.error.code], [1, 'invalid_setting'], words.join(' '));
      assert.match(JSON.stringify(document.error), /sslrootcert in LECTERN_DATABASE_URL names /);
    }
    const server = await startServerProcess({ env: { ...setting.env, LECTERN_DATA_DIR: folder } });
    assert.equal((await server.ended).code, 1);
    assert.match(server.output.stderr, /^Lectern did not start\. sslrootcert in LECTERN_DATABASE_URL names /);
  });

  test('[D47] when others could read a connection to another machine, then the doctor warns of it, and of no other connection', async () => {
    const look = async (url: string) => {
      const checks = await examineDatabase(readConfig({ LECTERN_DATABASE_URL: url }));
      assert.doesNotMatch(JSON.stringify(checks), /hush/);
      return checks.find(({ name }) => name === 'Connection')!;
    };
    const away = (parameters: string) => look(`postgres://me:hush@db.invalid/x?${parameters}`);
    for (const [parameters, finding] of [
      ['', /^to db\.invalid, not encrypted/],
      ['sslmode=disable', /not encrypted/],
      ['sslmode=require', /^to db\.invalid, encrypted without a verified certificate/],
    ] as const) {
      const { level, finding: found, next } = await away(parameters);
      assert.equal(level, 'warning', parameters);
      assert.match(found, finding);
      assert.match(next!, /sslmode=verify-full/);
    }
    const ca = `sslrootcert=${authority}`;
    for (const checked of ['sslmode=verify-full', `sslmode=require&${ca}`, `sslmode=verify-ca&${ca}`, ca]) {
      assert.equal((await away(checked)).level, 'ok', checked);
    }
    const elsewhere = await look('postgres://me:hush@localhost/x?host=db.invalid');
    assert.equal(elsewhere.level, 'warning', 'it is where the driver goes');
    assert.equal((await look(address(''))).level, 'ok');
    assert.equal((await look(address('', 'localhost'))).level, 'ok');
    assert.equal((await look('postgres://me:hush@%2Fnowhere/x')).level, 'ok');
  });
});
