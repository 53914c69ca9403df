import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readSecrets } from '../../src/secrets.ts';
import { PAGE_ENGINES } from '../support/server/lectern.ts';
import { seedOnPostgres, seedOnSqlite, startReadyServer } from '../support/server/process.ts';
import { requireJson, runJson, runLectern } from './run-lectern.ts';

const SEED = { sqlite: () => seedOnSqlite(), postgres: () => seedOnPostgres() };

for (const engine of PAGE_ENGINES) {
  for (const running of [false, true]) {
    describe(`lectern live on ${engine}, ${running ? 'while a server runs' : 'without a server'} [D47]`, () => {
      test('when a Live is created, listed, shown, renamed, protected, opened and deleted, then each works and is recorded', async () => {
        const installation = await SEED[engine]();
        readSecrets(installation.env.LECTERN_SECRET_FILE ?? `${installation.dataDir}/secret.json`, true);
        const server = running ? await startReadyServer({ env: installation.env }) : null;
        const env = server ? { ...installation.env, PORT: String(server.port) } : installation.env;
        const setting = { dataDir: installation.dataDir, env };
        try {
          const { data: organizations } = await requireJson(['org', 'list'], setting);
          const organization = organizations[0].id;
          const made = await requireJson(
            ['live', 'create', '--organization', organization, '--name', ' Chapel '],
            setting,
          );
          assert.deepEqual([made.name, made.organization_id, made.protected], ['Chapel', organization, false]);
          const { links, live_id: id } = made;
          assert.deepEqual(
            Object.values<string>(links).map((link) => link.slice(link.indexOf('/l/'))),
            [`/l/${id}`, `/l/${id}?view=screen`, `/l/${id}?view=lower-third`, `/l/${id}?view=stage`],
          );

          const { data } = await requireJson(['live', 'list'], setting);
          assert.deepEqual(
            data.map(({ live_id }: { live_id: string }) => live_id),
            [installation.liveId, id],
          );
          assert.deepEqual((await requireJson(['live', 'list', '--organization', organization], setting)).data, data);

          assert.equal(
            (await requireJson(['live', 'rename', id, '--name', 'Side chapel'], setting)).name,
            'Side chapel',
          );
          const guarded = await requireJson(['live', 'protect', id], setting);
          assert.match(guarded.secret, /^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
          assert.ok(guarded.links.stage.endsWith(`?view=stage#${guarded.secret}`));
          const shown = await requireJson(['live', 'show', id], setting);
          assert.deepEqual(
            [shown.name, shown.protected, shown.secret, shown.links],
            ['Side chapel', true, undefined, links],
          );
          if (server) {
            assert.equal(await admit(server.url, id, guarded.secret), true, 'the secret opens the Live at once');
            assert.equal(await admit(server.url, id, '0000-0000-0000'), false);
          }
          const again = await requireJson(['live', 'protect', id], setting);
          assert.notEqual(again.secret, guarded.secret);

          assert.equal((await requireJson(['live', 'unprotect', id], setting)).protected, false);
          const { code, document } = await runJson(['live', 'unprotect', id], setting);
          assert.deepEqual([code, document.error.code], [1, 'not_protected']);

          assert.equal((await requireJson(['live', 'delete', id, '--yes'], setting)).deleted, true);
          if (server) assert.equal((await fetch(`${server.url}/l/${id}`)).status, 404);
          for (const [verb, ...options] of ['show', 'rename --name x', 'protect', 'unprotect', 'delete --yes'].map(
            (line) => line.split(' '),
          )) {
            const refused = await runJson(['live', verb!, id, ...options], setting);
            assert.deepEqual([refused.code, refused.document.error.code], [1, 'not_found'], String(verb));
          }

          const { data: records } = await requireJson(['audit', 'list', '--organization', organization], setting);
          assert.deepEqual(
            records
              .filter(({ resource }: { resource: string }) => resource === id)
              .map(({ operation, before, after }: Record<string, unknown>) => [operation, before, after]),
            [
              ['live delete', 4, null],
              ['live unprotect', 3, 4],
              ['live protect', 2, 3],
              ['live protect', 1, 2],
              ['live rename', 0, 1],
              ['live create', null, 0],
            ],
          );
        } finally {
          await server?.end();
        }
      });
    });
  }
}

test('[D47] when a person runs live show and live list, then the output is readable', async () => {
  const { dataDir, liveId } = await seedOnSqlite();
  const shown = await runLectern(['live', 'show', liveId], { dataDir });
  assert.equal(shown.code, 0);
  for (const label of ['Reader', 'Screen', 'Lower third', 'Stage']) {
    assert.match(shown.stdout, new RegExp(`^${label} +http://127\\.0\\.0\\.1:8080/l/${liveId}`, 'm'));
  }
  const { stdout } = await runLectern(['live', 'list'], { dataDir });
  assert.match(stdout, new RegExp(`^${liveId} .* empty +no +Main hall$`, 'm'));
});

test('[D47] when --yes is missing from live delete, or owner or name from live create, then it is a usage error', async () => {
  const { dataDir, liveId } = await seedOnSqlite();
  for (const words of [
    ['live', 'delete', liveId],
    ['live', 'create', '--name', 'x'],
    ['live', 'create', '--organization', 'x'],
    ['live', 'rename', liveId, '--name', ' '],
    ['live', 'show'],
  ]) {
    const { code, document } = await runJson(words, { dataDir });
    assert.deepEqual([code, document.error.code], [2, 'usage'], words.join(' '));
  }
});

/** Returns whether a protected Live accepts a secret. */
async function admit(url: string, id: string, secret: string): Promise<boolean> {
  const response = await fetch(`${url}/l/${id}/secret`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: url },
    body: new URLSearchParams({ secret }),
  });
  await response.arrayBuffer();
  return response.headers.getSetCookie().length > 0;
}
