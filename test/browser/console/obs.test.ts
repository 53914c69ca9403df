import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { eventuallyEquals } from '../../support/browser/audience-pages.ts';
import { listViolations } from '../../support/browser/axe.ts';
import { type ConsoleBrowser, openConsolePage } from '../../support/browser/console-browser.ts';
import { keepPicture } from '../../support/browser/watched-page.ts';
import { type ObsStandIn, startObsStandIn } from '../../support/server/obs-stand-in.ts';
import { type OwnedLive, useInProcessServer } from '../../support/server/suite-server.ts';

const PASSWORD = 'Schlüssel & 7 more';

describe('the scenes of OBS, in the console', () => {
  const world = useInProcessServer({ editions: 'starter' });
  let live: OwnedLive;
  let operator: ConsoleBrowser;
  let page: Page;
  let obs: ObsStandIn;
  const sent: string[] = [];
  const complaints: string[] = [];

  before(async () => {
    obs = await startObsStandIn(['Camera', 'Choir', 'Verse', 'Words'], PASSWORD);
    live = await world.openLive({ name: 'Sunday' });
    operator = await openConsolePage(world, live);
    page = operator.page;
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) complaints.push(message.text());
    });
  });
  after(async () => {
    await operator?.close();
    await obs?.stop();
  });

  const dialog = () => page.locator('.dialog[open]');
  const openDialog = async () => {
    await operator.settle();
    await page.locator('.bar-input').fill('> obs scenes');
    await page.keyboard.press('Enter');
    await dialog().getByRole('heading', { name: 'OBS scenes' }).waitFor();
  };
  const status = (text: RegExp) => dialog().getByRole('status').filter({ hasText: text }).waitFor();
  const connect = async (password: string) => {
    await dialog().getByLabel('Password of the WebSocket server').fill(password);
    await dialog().getByRole('button', { name: 'Connect' }).click();
  };
  const setIs = (...scenes: string[]) => eventuallyEquals(scenes, async () => [...obs.set], 'the scenes that were set');

  it('when an operator connects the console with OBS and chooses scenes, then they follow what is on air, also after both were away', async () => {
    await openDialog();
    await dialog().getByLabel('Port').fill(`${obs.port}`);
    assert.deepEqual(await listViolations(page, 1), []);
    await dialog().getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(`**/console/${live.liveId}?obs=${obs.port}`);
    await openDialog();
    await status(/^Not connected/);
    await connect('wrong');
    await status(/another password/);
    assert.equal(obs.refused, 1);
    await connect(PASSWORD);
    await status(/^Connected/);
    const scene = (label: string) => dialog().getByLabel(label);
    assert.deepEqual(await scene('Scene for a verse').locator('option').allTextContents(), [
      'leave the scene as it is',
      'Camera',
      'Choir',
      'Verse',
      'Words',
    ]);
    await scene('Scene for a verse').selectOption('Verse');
    await scene('Scene for songs and slides').selectOption('Words');
    assert.equal(await scene('Scene while nothing is shown').inputValue(), 'back');
    assert.deepEqual(await listViolations(page, 1), []);
    await keepPicture(page, 'console-obs');
    await page.keyboard.press('Escape');

    await operator.now();
    await live.push('John 3:16');
    await setIs('Verse');
    obs.pick('Choir');
    await operator.now();
    await live.write('PATCH', '/playback', { paused: true });
    await page.locator('.live-flag[data-state=hidden]').waitFor();
    await operator.now();
    await live.write('PATCH', '/playback', { paused: false });
    await setIs('Verse', 'Verse');
    await obs.stop();
    await operator.now();
    await live.write('PATCH', '/playback', { paused: true });
    await obs.start();
    await setIs('Verse', 'Verse', 'Choir');

    await page.reload();
    await openDialog();
    await status(/^Connected/);
    assert.equal(await scene('Scene for a verse').inputValue(), 'scene:Verse');
    await dialog().getByRole('button', { name: 'Disconnect' }).click();
    await status(/^Not connected/);
    assert.ok(!(await page.evaluate<string>("localStorage.getItem('obs')")).includes('more'));
    assert.deepEqual(complaints, []);
    assert.ok(sent.length > 10);
    assert.deepEqual(
      sent.filter((request) => /more|Schl/.test(request)),
      [],
      'the password is in no request',
    );
  });
});
