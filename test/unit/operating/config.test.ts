import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { describe, test } from 'node:test';
import { readConfig } from '../../../src/config/config.ts';
import { ConfigError } from '../../../src/config/config-error.ts';
import { describeSettings } from '../../../src/config/settings.ts';

describe('[D46] settings', () => {
  test('when a setting is not set, or empty, then it has its default', () => {
    const config = readConfig({ PORT: '', LECTERN_SEATS: ' ', LECTERN_SIGN_UP: '' });
    assert.deepEqual(config, readConfig({}));
    const { host, port, publicUrl, databaseUrl, secretFile, seats, signUp, mail, metricsToken, trustedProxies } =
      config;
    assert.deepEqual([host, port, publicUrl, databaseUrl], ['127.0.0.1', 8080, 'http://127.0.0.1:8080', null]);
    assert.deepEqual([secretFile, seats, signUp], [resolve('data/secret.json'), 10_000, 'invitation']);
    assert.deepEqual([mail, metricsToken, trustedProxies], [null, null, []]);
  });

  test('when there are spaces around a value, then they do not count', () => {
    const config = readConfig({ PORT: ' 9000 ', LECTERN_STARTER: ' off', LECTERN_PUBLIC_URL: ' https://a.example/ ' });
    assert.deepEqual([config.port, config.starter, config.publicUrl], [9000, false, 'https://a.example']);
  });

  test('when --lan is given, then the server listens everywhere, unless HOST is set', () => {
    assert.equal(readConfig({}, { lan: true }).host, '0.0.0.0');
    assert.equal(readConfig({ HOST: '192.0.2.1' }, { lan: true }).host, '192.0.2.1');
  });

  test('when a setting is a number, then it has bounds and is written in decimal digits', () => {
    assert.equal(readConfig({ PORT: '0' }).port, 0);
    assert.equal(readConfig({ PORT: '65535' }).port, 65_535);
    for (const value of ['65536', '-1', '1.5', '1e3', '0x10', '8080a', '99999999999', 'eighty'])
      assertRefused({ PORT: value }, `PORT must be a whole number from 0 to 65535, but is "${value}".`);
    assertRefused({ LECTERN_SEATS: '0' }, 'LECTERN_SEATS must be a whole number from 1 to 1000000, but is "0".');
  });

  test('when a setting is a choice, then it is one of those that the refusal names', () => {
    assertRefused({ LECTERN_STARTER: 'yes' }, 'LECTERN_STARTER must be one of on, off, but is "yes".');
    assertRefused({ LECTERN_STARTER: 'ON' }, 'LECTERN_STARTER must be one of on, off, but is "ON".');
  });

  test('when a setting is a secret, then it is neither shown nor revealed by a refusal', () => {
    const secrets = { LECTERN_DATABASE_URL: 'hush', LECTERN_SMTP_URL: 'hush', LECTERN_METRICS_TOKEN: 'hush' };
    const shown = describeSettings(secrets).filter(({ value }) => value === '(set)');
    assert.deepEqual(
      shown.map(({ name }) => name),
      Object.keys(secrets),
    );
    for (const [name, value] of Object.entries(secrets)) {
      assert.throws(
        () => readConfig({ [name]: value }),
        (error) => error instanceof ConfigError && error.message.includes(name) && !error.message.includes('hush'),
      );
    }
  });
});

function assertRefused(env: Record<string, string>, message: string): void {
  assert.throws(
    () => readConfig(env),
    (error) => error instanceof ConfigError && error.message === message,
  );
}
