import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { api, createTestLive } from '../support/requests/api.ts';
import { createTestOrganization } from '../support/server/lectern.ts';

const OGEN = 'github.com/ogen-go/ogen/cmd/ogen@v1.25.0';
const OAPI_CODEGEN = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';
const PYTHON_PACKAGES = [
  'openapi-spec-validator==0.9.0',
  'openapi-python-client==0.29.1',
  'datamodel-code-generator==0.89.0',
];
const DOCUMENT = join(import.meta.dirname, '../../openapi.json');

/** Song files have media types that openapi-python-client knows only by this name. */
const OVERRIDES = Object.fromEntries(
  ['text/plain', 'application/xml', 'text/xml'].map((type) => [type, 'application/octet-stream']),
);
const LOAD_ALL = `
import importlib, pkgutil, sys
sys.path.append('lectern-client')
import lectern_client, models
for module in pkgutil.walk_packages(lectern_client.__path__, 'lectern_client.'): importlib.import_module(module.name)
`;

import { useInProcessServer } from '../support/server/suite-server.ts';

const skip =
  process.env.LECTERN_TEST_GENERATORS === 'on'
    ? false
    : 'LECTERN_TEST_GENERATORS=on downloads and runs them; it needs Go and Python';

describe('generators of other languages [D48]', { skip, timeout: 1_800_000, concurrency: true }, () => {
  let folder: string;
  const { lectern } = useInProcessServer({ editions: 'starter' });
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-generators-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const run = (program: string, ...words: string[]) => {
    const env = { ...process.env, PATH: `${join(folder, 'venv/bin')}:${process.env.PATH}` };
    return promisify(execFile)(program, words, { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 });
  };

  test('when ogen and oapi-codegen read openapi.json, then what they write compiles, and a client of it operates a Live', async () => {
    copyFileSync(join(import.meta.dirname, 'generated/main.go'), join(folder, 'main.go'));
    await run('go', 'mod', 'init', 'example.org/generated');
    await run('go', 'run', OGEN, '--target', 'ogen', '--package', 'ogen', DOCUMENT);
    await run('mkdir', 'oapi');
    await run(
      'go',
      'run',
      OAPI_CODEGEN,
      '-generate',
      'types,client',
      '-package',
      'oapi',
      '-o',
      'oapi/api.go',
      DOCUMENT,
    );
    await run('go', 'mod', 'tidy');
    await run('go', 'build', './...');

    const client = api(lectern, await createTestOrganization(lectern));
    const live = await createTestLive(client);
    await client.patch(`${live.path}/settings`, { translations: ['kjv'] }, { ifMatch: live.etag });
    const { stdout } = await run('go', 'run', '.', lectern.url, client.owner.token, live.id);
    assert.deepEqual(stdout.trim().split('\n'), [
      'read reader 1',
      'pushed 1',
      'refused 412 true',
      'polled live.snapshot 1',
      'polled stream.heartbeat',
    ]);
  });

  test('when openapi-python-client and datamodel-codegen read openapi.json, then they write all but the upload of images, and Python loads it', async () => {
    writeFileSync(join(folder, 'config.json'), JSON.stringify({ content_type_overrides: OVERRIDES }));
    await run('python3', '-m', 'venv', 'venv');
    await run('pip', 'install', '--quiet', 'ruff', ...PYTHON_PACKAGES);
    await run('openapi-spec-validator', DOCUMENT);
    const { stderr } = await run('openapi-python-client', 'generate', '--config', 'config.json', '--path', DOCUMENT);
    assert.deepEqual(stderr.match(/WARNING parsing \S+ \S+/g), [
      'WARNING parsing POST /v1/organizations/{organization_id}/images',
    ]);
    await run('datamodel-codegen', '--input', DOCUMENT, '--input-file-type', 'openapi', '--output', 'models.py');
    await run('python', '-c', LOAD_ALL);
  });
});
