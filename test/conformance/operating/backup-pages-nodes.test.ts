import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { BrowserAgent } from '../../support/requests/browser-agent.ts';
import { createPerson } from '../../support/requests/members.ts';
import { startSession } from '../../support/requests/start-session.ts';
import { createDataDirectory } from '../../support/server/database.ts';
import type { TestLectern } from '../../support/server/lectern.ts';
import { startTestNodes } from '../../support/server/nodes.ts';

const PATH = '/installation/backups';

async function openBrowsers(nodes: readonly TestLectern[]): Promise<BrowserAgent[]> {
  const { email } = await createPerson(nodes[0]!);
  const { secret } = await startSession(nodes[0]!, email);
  return nodes.map(({ url }) => {
    const browser = new BrowserAgent(url);
    browser.cookies.set('lectern_session', secret);
    return browser;
  });
}

const make = async (browser: BrowserAgent) => browser.submit(await browser.get(PATH), {}, `${PATH}/make`);
const isRunning = async (browser: BrowserAgent) =>
  JSON.parse((await browser.get(`${PATH}/progress`)).text).running !== null;

describe('[D69] the backup pages of two nodes', () => {
  it('when both start a backup at once, then only one is made, and each node shows it', async () => {
    await using cluster = await startTestNodes(2);
    const [here, there] = (await openBrowsers(cluster.nodes)) as [BrowserAgent, BrowserAgent];
    const pages = await Promise.all([here.get(PATH), there.get(PATH)]);
    const sent = await Promise.all(
      [here, there].map((browser, index) => browser.submit(pages[index]!, {}, `${PATH}/make`)),
    );
    assert.deepEqual(
      sent.map(({ status }) => status),
      [303, 303],
    );
    while (await isRunning(here)) await sleep(20);
    const folders = cluster.nodes.map(({ config }) => config.backupDir);
    const files = folders.map((folder) => readdirSync(folder));
    assert.deepEqual(files.flat().length, 1);

    const own = files[0]!.length === 1 ? 0 : 1;
    const [owner, other] = own === 0 ? [here, there] : [there, here];
    const [name] = files.flat();
    const elsewhere = await other.get(PATH);
    assert.ok(elsewhere.text.includes(`:${folders[own]}. Open Lectern there to download it`));
    assert.ok(!elsewhere.text.includes('/download"'));
    const download = `${PATH}/${name!.slice('lectern-'.length, -'.backup'.length)}/download`;
    assert.equal((await other.get(download)).status, 404);
    assert.equal((await owner.get(download)).status, 200);
    const removed = await other.submit(elsewhere, {}, download.replace('/download', '/delete'));
    assert.equal(removed.location?.search, '?done=forgotten');
    assert.match((await other.follow(removed)).text, /The entry was removed\.[\s\S]*None yet/);
    assert.ok((await owner.get(PATH)).text.includes(download), 'the file stays where it is');
  });

  it('when the nodes share a folder, then each offers the backups of all', async () => {
    const folder = join(createDataDirectory(), 'shared');
    await using cluster = await startTestNodes(2, { LECTERN_BACKUP_DIR: folder });
    const browsers = await openBrowsers(cluster.nodes);
    for (const browser of browsers) {
      await make(browser);
      while (await isRunning(browser)) await sleep(20);
    }
    assert.equal(readdirSync(folder).length, 2);
    for (const browser of browsers) {
      const page = await browser.get(PATH);
      assert.equal(page.text.match(/\/download"/g)?.length, 2);
      assert.doesNotMatch(page.text, /The file is in/);
    }
  });
});
