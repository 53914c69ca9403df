import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { api, createTestLive } from '../support/requests/api.ts';
import { createDataDirectory } from '../support/server/database.ts';
import { smallEdition } from '../support/server/lectern.ts';
import { type OwnedLive, useInProcessServer } from '../support/server/suite-server.ts';
import { parseOnlyDocument, ROOT, runJson, runLectern } from './run-lectern.ts';

const verses = Object.fromEntries([16, 17, 18, 19].map((verse) => [verse, `Text of verse ${verse}`]));
const EDITIONS = [smallEdition('one', { 43: { 3: verses } })];

describe('[D47] operating a Live from a terminal', () => {
  const world = useInProcessServer({ editions: EDITIONS, settings: { LECTERN_LIVES_PER_OWNER: '100' } });

  /** A home directory without an installation, with these saved logins. */
  const homeWith = (credentials: readonly object[]) => {
    const configDir = createDataDirectory();
    if (credentials.length > 0) {
      mkdirSync(join(configDir, 'lectern'));
      writeFileSync(join(configDir, 'lectern', 'credentials.json'), JSON.stringify({ credentials }), { mode: 0o600 });
    }
    return { dataDir: join(configDir, 'no-installation'), env: { XDG_CONFIG_HOME: configDir } };
  };
  const loginOf = ({ owner }: OwnedLive) => ({
    server: world.url,
    id: 'token',
    token: owner.token,
    scopes: [],
    expires_at: '2099-01-01T00:00:00.000Z',
    organization: { id: owner.id, name: 'Grace Chapel' },
  });
  /** A Live with a unique name, and a terminal that is logged in. */
  const open = async (name = 'Main hall') => {
    const live = await world.openLive({ name });
    const setting = homeWith([loginOf(live)]);
    const run = async (...words: string[]) => {
      const { code, document, stderr } = await runJson([...words, '--live', name], setting);
      assert.deepEqual([code, stderr], [0, ''], JSON.stringify(document));
      const { focus, showing, returns, queue } = document;
      return { reference: focus?.reference ?? null, showing, returns, pages: queue.pages };
    };
    return { live, setting, run };
  };

  it('when each command is run, then the Live shows the result, and the document describes it', async () => {
    const { run } = await open();
    const at = (reference: string | null, pages: number, showing = true) => ({
      reference,
      showing,
      returns: false,
      pages,
    });
    assert.deepEqual(await run('now'), at(null, 0, false));
    assert.deepEqual(await run('push', 'John 3:16-17'), at('John 3:16', 2));
    assert.deepEqual(await run('next'), at('John 3:17', 2));
    assert.deepEqual(await run('next'), at('John 3:17', 2));
    assert.deepEqual(await run('next', '--beyond'), at('John 3:18', 3));
    assert.deepEqual(await run('prev'), at('John 3:17', 3));
    assert.deepEqual(await run('extend'), at('John 3:17-18', 3));
    assert.deepEqual(await run('extend', '--less'), at('John 3:17', 3));
    assert.deepEqual(await run('hide'), at('John 3:17', 3, false));
    assert.deepEqual(await run('next', '--show'), at('John 3:18', 3));
    assert.deepEqual(await run('hide'), at('John 3:18', 3, false));
    assert.deepEqual(await run('show'), at('John 3:18', 3));
    assert.deepEqual(await run('push', 'John 3:19', '--replace'), at('John 3:19', 1));
    assert.deepEqual(await run('undo'), at('John 3:18', 3));
    assert.deepEqual(await run('clear'), at(null, 0, false));
  });

  it('[D57] when another passage was shown before, then "back" shows it again', async () => {
    const { run } = await open();
    await run('push', 'John 3:16');
    await run('push', 'John 3:18');
    assert.equal((await run('back')).reference, 'John 3:16');
  });

  it('when the output is text, then it says what is shown and what comes next', async () => {
    const { run, setting } = await open();
    await run('push', 'John 3:16-17');
    const { code, stdout } = await runLectern(['now', '--live', 'main HALL'], setting);
    assert.equal(code, 0);
    const shown = /^Live +Main hall\nShows +LIVE +John 3:16, page 1 of 2\nNext +John 3:17\n\nText of verse 16\n$/;
    assert.match(stdout, shown);
  });

  it('when a token comes on standard input, then no login is needed; the Live is found by its id, or by name, with --organization or without', async () => {
    const { live } = await open();
    const setting = { ...homeWith([]), stdin: `${live.token}\n` };
    const server = ['--token-stdin', '--server', world.url];
    for (const named of [[live.liveId], ['Main hall'], ['Main hall', '--organization', live.owner.id]]) {
      const { code, document } = await runJson(['now', ...server, '--live', ...named], setting);
      assert.deepEqual([code, document.live_id], [0, live.liveId]);
    }
  });

  it('when a Live cannot be found, then the message lists the existing ones, and nothing changes', async () => {
    const { live, setting } = await open();
    const missing = await runJson(['clear', '--live', 'Main'], setting);
    assert.deepEqual([missing.code, missing.document.error.code], [1, 'not_found']);
    assert.match(missing.document.error.detail, /There are "Main hall"/);
    await createTestLive(api(world.lectern, live.owner), { name: 'main hall' });
    const twice = await runJson(['clear', '--live', 'Main hall'], setting);
    assert.equal(twice.code, 2);
    assert.match(twice.document.error.detail, /2 Lives are called "Main hall"/);
  });

  it('when the server refuses, then its code and detail are reported, and the exit code is 1', async () => {
    const { setting } = await open();
    const { code, document } = await runJson(['push', 'Hezekiah 3:1', '--live', 'Main hall'], setting);
    assert.deepEqual([code, document.error.code], [1, 'invalid_reference']);
    const undo = await runJson(['undo', '--live', 'Main hall'], setting);
    assert.deepEqual([undo.code, undo.document.error.code], [1, 'nothing_to_undo']);
  });

  it('when there is no saved login, or there are several, then the message says which option to add', async () => {
    const { live } = await open();
    const none = await runJson(['now', '--live', 'Main hall'], homeWith([]));
    assert.deepEqual([none.code, none.document.error.code], [1, 'not_found']);
    assert.match(none.document.error.detail, /login --server/);
    const other = { ...loginOf(live), server: 'https://other.example.org' };
    const several = homeWith([loginOf(live), other]);
    const asked = await runJson(['now', '--live', 'Main hall'], several);
    assert.equal(asked.code, 2);
    assert.match(asked.document.error.detail, /--server https:\/\/other\.example\.org --organization/);
    const named = await runJson(['now', '--live', 'Main hall', '--server', world.url], several);
    assert.deepEqual([named.code, named.document.live_id], [0, live.liveId]);
  });

  it('when it watches, then there is a line for each change, and none with --json', async (t) => {
    const { live, setting, run } = await open();
    await run('push', 'John 3:16-17');
    const watching = watch(t, setting);
    await watching.comes(/LIVE +John 3:16, page 1 of 2\n$/);
    await run('next');
    await watching.comes(/LIVE +John 3:17, page 2 of 2\n$/);
    await live.read();
    await live.write('PATCH', '/playback', { paused: true });
    await watching.comes(/HIDDEN +John 3:17, page 2 of 2\n$/);
    const refused = await runLectern(['--json', 'now', '--watch', '--live', 'Main hall'], setting);
    assert.equal(refused.code, 2);
    assert.equal(parseOnlyDocument(refused.stdout).error.code, 'usage');
  });
});

function watch(t: TestContext, { dataDir, env }: { dataDir: string; env: Record<string, string> }) {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [`${ROOT}bin/lectern.mjs`, 'now', '--watch', '--live', 'Main hall'], {
    cwd: ROOT,
    env: { PATH, HOME, LECTERN_DATA_DIR: dataDir, ...env },
    timeout: 60_000,
  });
  t.after(() => child.kill());
  let shown = '';
  let notify = () => {};
  child.stdout.setEncoding('utf8').on('data', (text) => {
    shown += text;
    notify();
  });
  return {
    async comes(expected: RegExp): Promise<void> {
      const deadline = AbortSignal.timeout(20_000);
      while (!expected.test(shown)) {
        const more = Promise.withResolvers<void>();
        notify = more.resolve;
        deadline.onabort = () => more.reject(new Error(`${expected} did not come: ${JSON.stringify(shown)}`));
        await more.promise;
      }
    },
  };
}
