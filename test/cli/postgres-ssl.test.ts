import assert from 'node:assert/strict';
import { chmodSync, chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { ConfigError, readConfig } from '../../src/config.ts';
import { createClient } from '../../src/storage/dialects/postgres-driver.ts';
import { createDataDirectory } from '../support/database.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';
import { postgresIdentity } from '../support/postgres-installation.ts';
import { createSelfSigned } from '../support/self-signed.ts';
import { requireJson } from './run-lectern.ts';

describe('sslmode in the address of a PostgreSQL means what it means to libpq', () => {
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

  /** Whether the connection is encrypted; why there is none. */
  const connect = async (url: string): Promise<boolean | string> => {
    const { databaseUrl } = readConfig({ LECTERN_DATABASE_URL: url });
    const client = createClient(databaseUrl!, { application_name: 'lectern' });
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

  test('encrypted or not, and what is looked at in the certificate', async () => {
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
      [address('sslmode=verify-full'), untrusted],
    ];
    for (const [url, expected] of cases) assert.equal(await connect(url), expected, url);
    assert.deepEqual(warnings, []);
  });

  test('a command with it has nothing of the driver to tell', async () => {
    const env = { LECTERN_DATABASE_URL: address('sslmode=require') };
    assert.deepEqual(await requireJson(['user', 'list'], { dataDir: createDataDirectory(), env }), { data: [] });
  });

  test('what could go unencrypted, or look at nothing, is refused by its name and tells no password', () => {
    for (const [parameters, said] of [
      ['sslmode=prefer', /^sslmode in LECTERN_DATABASE_URL must be one of disable, .*, but is "prefer"\.$/],
      ['sslmode=allow', /"allow"/],
      ['sslmode=verify_full', /"verify_full"/],
      ['sslmode=', /""/],
      ['sslmode=disable&sslmode=no-verify', /"no-verify"/],
      ['sslmode=verify-ca', /needs sslrootcert=/],
    ] as const) {
      const url = `postgres://me:hush@db.example.org/x?${parameters}`;
      assert.throws(
        () => readConfig({ LECTERN_DATABASE_URL: url }),
        (error: Error) => {
          assert.ok(error instanceof ConfigError);
          assert.match(error.message, said);
          assert.doesNotMatch(error.message, /hush/);
          return true;
        },
      );
    }
  });
});
