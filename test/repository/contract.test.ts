import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { describeSettings, SETTINGS } from '../../src/config/settings.ts';
import { SettingsSchema } from '../../src/config/settings-schema.ts';
import { ERROR_CODES, type ErrorCode } from '../../src/contract/error-codes.ts';
import { OPERATIONS, type Operation } from '../../src/contract/operations.ts';
import { STRINGS } from '../../src/locales/strings.ts';
import { escapeHtml } from '../../src/pages/toolkit/html.ts';
import { useInProcessServer } from '../support/server/suite-server.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Codes of operations that are still to come. A code leaves this list with the code that throws it. */
const LATER: readonly ErrorCode[] = [];

/** Routes below /v1 that are no operations. */
const NO_OPERATIONS = ['GET /v1/openapi.json'];

/** [D46] and [D10]: what an administrator must be able to set. */
const DOCUMENTED_SETTINGS = [
  'HOST',
  'PORT',
  'LECTERN_DATA_DIR',
  'LECTERN_DATABASE_URL',
  'LECTERN_PUBLIC_URL',
  'LECTERN_SECRET_FILE',
  'LECTERN_STARTER',
  'LECTERN_INSECURE_LAN',
  'LECTERN_LIVES_PER_OWNER',
  'LECTERN_QUEUE_ITEMS',
  'LECTERN_SEATS',
  'LECTERN_TRUSTED_PROXIES',
  'LECTERN_BUDGET_REQUESTS',
  'LECTERN_BUDGET_PEER',
  'LECTERN_BUDGET_PRINCIPAL',
  'LECTERN_BUDGET_POLLS',
  'LECTERN_BUDGET_AUDIENCE',
  'LECTERN_AUDIT_DAYS',
];

const sources = (pattern: string) =>
  globSync(pattern, { cwd: ROOT }).map((file) => ({
    file: file.replaceAll('\\', '/'),
    text: readFileSync(join(ROOT, file), 'utf8'),
  }));

describe('the catalogue of error codes [D3]', () => {
  const code = sources('src/**/*.ts').filter(({ file }) => !file.startsWith('src/contract/'));
  const isUsed = (name: string) => code.some(({ text }) => text.includes(`'${name}'`));

  test('when the catalogue is checked, then every code is used, or known to come later', () => {
    const unused = Object.keys(ERROR_CODES).filter((name) => !isUsed(name));
    assert.deepEqual(unused.sort(), [...LATER].sort());
  });
});

describe('what the server serves', () => {
  const routes: RouteOptions[] = [];
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', (route) => {
      routes.push(route);
    });
  };
  before(() => subscribe('fastify.initialization', listen));
  const { lectern } = useInProcessServer();
  before(() => unsubscribe('fastify.initialization', listen));

  test('[D2] when the page of a code is opened, then it says what the code means and how to recover', async () => {
    for (const [code, { status, title, meaning, recovery }] of Object.entries(ERROR_CODES)) {
      const page = await (await fetch(`${lectern.url}/problems/${code}`)).text();
      for (const words of [String(status), code, title, meaning, recovery]) {
        assert.ok(page.includes(escapeHtml(words)), `${code}: ${words}`);
      }
    }
  });

  test('[D2] when a browser prefers another language, then the page of a code is in that language', async () => {
    for (const language of ['de', 'pt'] as const) {
      const strings = STRINGS[language].problems;
      const headers = { 'accept-language': `${language}, en;q=0.5` };
      for (const [code, { title, meaning, recovery }] of Object.entries(strings.codes)) {
        const response = await fetch(`${lectern.url}/problems/${code}`, { headers });
        const page = await response.text();
        for (const words of [`<html lang="${language}"`, ...[title, meaning, recovery].map(escapeHtml)])
          assert.ok(page.includes(words), `${language} ${code}: ${words}`);
        assert.match(response.headers.get('vary') ?? '', /accept-language/i);
      }
      const list = await (await fetch(`${lectern.url}/problems`, { headers })).text();
      assert.ok(list.includes(`<h1>${strings.title}</h1>`), language);
    }
  });

  test('[D48] when operations and routes are compared, then every operation is a route, and every route below /v1 is an operation', () => {
    const served = routes
      .flatMap(({ method, url }) => [method].flat().map((name) => `${name} ${toTemplate(url)}`))
      .filter((name) => name.includes(' /v1/') && !name.startsWith('HEAD ') && !NO_OPERATIONS.includes(name));
    const listed = Object.values<Operation>(OPERATIONS).map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(served.sort(), listed.sort());
  });

  test('[D48] when openapi.json in the repository is compared, then it is what the server serves, except for its address', async () => {
    const { servers, ...served } = (await (await fetch(`${lectern.url}/v1/openapi.json`)).json()) as Record<
      string,
      unknown
    >;
    assert.ok(Array.isArray(servers));
    const kept = JSON.parse(readFileSync(join(ROOT, 'openapi.json'), 'utf8'));
    assert.deepEqual(kept, served, 'write it anew with "npm run openapi"');
  });
});

describe('the table of settings [D46]', () => {
  const names = new Set<string>(SETTINGS.map(({ name }) => name));

  test('when it is read, then it has everything that is documented, with meaning, default and present value', () => {
    for (const name of DOCUMENTED_SETTINGS) assert.ok(names.has(name), name);
    const shown = describeSettings({ PORT: '9000', LECTERN_DATABASE_URL: 'postgres://lectern:hidden@db/lectern' });
    assert.deepEqual(
      shown.map(({ name }) => name),
      [...names],
    );
    for (const { name, meaning } of shown) assert.ok(meaning.length > 10 && !meaning.includes(']('), name);
    const port = shown.find(({ name }) => name === 'PORT');
    assert.deepEqual([port?.value, port?.default], ['9000', '8080']);
    assert.ok(!JSON.stringify(shown).includes('hidden'), 'a password is shown');
  });

  test('when a meaning is read, then it names the choices, the minimum and the maximum, each once', () => {
    type Keywords = { enum?: readonly string[]; minimum?: number; maximum?: number };
    for (const [name, schema] of Object.entries(SettingsSchema.properties) as [string, Keywords][]) {
      const { meaning } = SETTINGS.find((setting) => setting.name === name)!;
      const range = schema.minimum === undefined ? [] : [`${schema.minimum} to ${schema.maximum}`];
      for (const value of [...(schema.enum ?? []), ...range])
        assert.equal(meaning.split(new RegExp(`\\b${value}(?=:|,| \\(|$)`)).length, 2, `${name}: ${value}`);
    }
  });

  test('when settings need others, or a file, then it says what an administrator needs to know of them', () => {
    const meanings = new Map<string, string>(SETTINGS.map(({ name, meaning }) => [name, meaning]));
    for (const [name, expected] of [
      ['HOST', /--lan/],
      ['LECTERN_DATABASE_URL', /UTF8.*sslmode/],
      ['LECTERN_SECRET_FILE', /PostgreSQL it must exist, and be the same on all nodes/],
      ['LECTERN_SMTP_URL', /LECTERN_MAIL_FROM, or neither/],
      ['LECTERN_MAIL_FROM', /LECTERN_SMTP_URL, or neither/],
    ] as const)
      assert.match(meanings.get(name)!, expected);
  });

  test('when a setting is named anywhere, then the table has it', () => {
    const files = [...sources('{src,bin,bench}/**/*.{ts,mjs}'), ...sources('{*.md,docs/**/*.md}')];
    const unknown = files.flatMap(({ file, text }) =>
      // LECTERN_TOKEN belongs to the user of the command line, not to the server. [D75]
      [...text.matchAll(/\bLECTERN_(?!TEST_|TOKEN\b)[A-Z_]+[A-Z]\b/g)]
        .filter(([name]) => !names.has(name))
        .map(([name]) => `${file}: ${name}`),
    );
    assert.deepEqual(unknown, []);
  });
});

/** "/v1/lives/:live_id" is written "/v1/lives/{live_id}" everywhere else. */
const toTemplate = (url: string) => url.replaceAll(/:(\w+)/g, '{$1}');
