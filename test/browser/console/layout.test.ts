import assert from 'node:assert/strict';
import { afterEach, before, describe, it } from 'node:test';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import { eventuallyEquals } from '../../support/browser/audience-pages.ts';
import { type ConsoleBrowser, openConsolePage } from '../../support/browser/console-browser.ts';
import { api } from '../../support/requests/api.ts';
import { createPlan } from '../../support/requests/plans.ts';
import { smallEdition } from '../../support/server/lectern.ts';
import { type OwnedLive, useInProcessServer } from '../../support/server/suite-server.ts';

const LANGUAGES = ['en', 'de', 'pt'];
/** Usual windows of a desk, the lowest and the narrowest of them, and one with a single pane. */
const DESKS = ['1440x900', '1366x768', '1280x720', '1024x768', '900x720', '700x800'];
/** A phone, and a dock beside the picture in OBS. */
const PHONES = ['390x844', '360x600'];
const SLUGS = ['gerelb1905', 'porblivre', 'bsb'];
const REFERENCE = '1 Thessalonians 5:16';
const NOTE = 'After the reading the text stays until the pastor is in the pulpit; then hide it.\nLights!';

/** Functions of the page that return what a person could not see as required. */
const FAULTS = `
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const nameOf = (one) => (one.id || one.className) + ' "' + one.textContent.trim().slice(0, 40) + '"';
  const cut = (selector) =>
    seen(selector)
      .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 4)
      .map((one) => nameOf(one) + ' is cut');
  const overlapping = (selector) => {
    const all = seen(selector).map((one) => [one, one.getBoundingClientRect()]);
    return all.flatMap(([one, a], index) =>
      all.slice(index + 1)
        .filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
        .map(([other]) => nameOf(one) + ' overlaps ' + nameOf(other)));
  };
  // At its four corners, nothing else is on top of it, and it is in the window.
  const covered = (selector) =>
    seen(selector).filter((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return [[left + 4, top + 4], [right - 4, top + 4], [left + 4, bottom - 4], [right - 4, bottom - 4]]
        .some(([x, y]) => !one.contains(document.elementFromPoint(x, y)));
    }).map((one) => nameOf(one) + ' is not seen whole');
  const missing = (...selectors) => selectors.filter((each) => seen(each).length === 0).map((each) => each + ' is missing');
  const cutPlaceholders = (selector) =>
    seen(selector).filter((field) => {
      const style = getComputedStyle(field, '::placeholder');
      const canvas = new OffscreenCanvas(1, 1).getContext('2d');
      canvas.font = style.fontWeight + ' ' + style.fontSize + ' ' + style.fontFamily;
      canvas.letterSpacing = style.letterSpacing === 'normal' ? '0px' : style.letterSpacing;
      const { paddingLeft, paddingRight } = getComputedStyle(field);
      return canvas.measureText(field.placeholder).width > field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    }).map((field) => 'the placeholder "' + field.placeholder + '" is cut');
`;
const DESK_FAULTS = `(() => { ${FAULTS}
  return [
    ...missing('.live-flag', '.on-air-reference', '.status .help'),
    ...cut('.status, .on-air-reference, .live-flag, .status button:not(.live-chooser > button), .acts button'),
    ...overlapping('.status > :not(.unseen, .status-end), .status-end > *'),
    ...covered('.status > :not(.unseen, .status-end), .status-end > *'),
    ...cutPlaceholders('.bar-input'),
  ];
})()`;
const PANE_FAULTS = `(() => { ${FAULTS}
  return [
    ...missing('.picture', '.plan-note', '.acts', '#stage-message', '.stage-sent'),
    ...covered('.picture, .plan-note, .acts > button, #stage-message, .stage-message button, .stage-sent'),
    ...cut('.acts button, .place h3'),
    ...overlapping('.on-air > *'),
    ...cutPlaceholders('#stage-message'),
  ];
})()`;
const PHONE_FAULTS = `(() => { ${FAULTS}
  return [
    ...missing('.live-flag', '.on-air-reference', '.remote-bottom'),
    ...cut('.on-air-reference, .live-flag, .remote-bottom button'),
    ...overlapping('.remote-top > *'),
    ...overlapping('.remote-bottom > *'),
  ];
})()`;
const PAD_FAULTS = `(() => { ${FAULTS}
  return [
    ...missing('.pad-books button'),
    ...cut('.pad-books button, .sheet .tabs button'),
    ...cutPlaceholders('.bar-input'),
  ];
})()`;

describe('the console in small windows', () => {
  const world = useInProcessServer({ editions: 'starter' });
  let live: OwnedLive;
  let operator: ConsoleBrowser;

  before(async () => {
    live = await world.openLive({ name: 'Community room and overflow area' });
    const { editions, administration } = world.lectern.installation;
    for (const slug of SLUGS) {
      await saveEdition(editions, smallEdition(slug, { 52: { 5: { 16: 'Rejoice evermore.' } } }));
      await administration.enableEdition(slug, { organization: live.owner.id });
    }
    const entries = [{ kind: 'passage', title: 'Reading', passage: '1 Thessalonians 5:16', note: NOTE }];
    const plan = (await createPlan(api(world.lectern, live.owner), entries)).body;
    await live.write('PATCH', '/settings', { translations: ['kjv', ...SLUGS] });
    await live.write('PUT', '/plan', { plan_id: plan.id });
    await live.write('POST', '/plan/go', { entry_id: plan.entries[0].id });
    const message = 'Three minutes, please, then the closing hymn and the blessing for all who are travelling home';
    await live.call('PUT', '/stage', { body: { message, countdown_to: null } });
    for (const name of ['Projector at the left of the choir', 'Overflow room', 'Foyer', 'Stage', 'Livestream'])
      await live.call('POST', '/outputs', { body: { name, view: 'screen' } });
    operator = await openConsolePage(world, live, { role: 'admin' });
  });

  afterEach(() => operator.page.context().setOffline(false));

  const resize = async (size: string) => {
    const [width, height] = size.split('x').map(Number);
    await operator.page.setViewportSize({ width: width!, height: height! });
  };
  const hasNoFault = (script: string, what: string) =>
    eventuallyEquals([], () => operator.page.evaluate<string[]>(script), what);

  for (const language of LANGUAGES) {
    it(`[console.md] when the window gets small in ${language}, then nothing overlaps and the reference on air is whole`, async () => {
      const { page } = operator;
      await resize(DESKS[0]!);
      await page.goto(`${world.url}/console/${live.liveId}?lang=${language}`);
      for (const state of ['hidden', 'live', 'offline']) {
        if (state === 'offline') await page.context().setOffline(true);
        else await live.write('PATCH', '/playback', { paused: state === 'hidden' });
        await page.locator(`.live-flag[data-state=${state}]`).waitFor();
        for (const size of DESKS) {
          await resize(size);
          await operator.isOnAir(REFERENCE);
          await hasNoFault(DESK_FAULTS, `the header at ${size}, ${state}`);
          if (await page.locator('.pane-tabs').count()) await page.locator('#pane-tab-on-air').click();
          await hasNoFault(PANE_FAULTS, `the pane at ${size}, ${state}`);
        }
        for (const size of PHONES) {
          await resize(size);
          await page.locator('.remote').waitFor();
          await hasNoFault(PHONE_FAULTS, `the phone at ${size}, ${state}`);
          await page.locator('.remote-foot .sheet-grip').click();
          await hasNoFault(PAD_FAULTS, `the pad at ${size}, ${state}`);
          await page.locator('.sheet > .sheet-grip').click();
        }
      }
    });
  }

  it('[console.md] when the translations do not fit into the header, then a chip opens them', async () => {
    const { page } = operator;
    await resize('1024x768');
    const chip = page.locator('.translations-chip');
    assert.equal(await chip.textContent(), 'KJV + 3');
    assert.equal(await page.locator('.translation').first().isVisible(), false);
    await chip.click();
    await page.locator('.translation', { hasText: 'PORBLIVRE' }).click();
    await eventuallyEquals('KJV + 2', () => chip.textContent());
    await page.keyboard.press('Escape');
    await resize('1920x1080');
    await page.locator('.translation', { hasText: 'BSB' }).waitFor();
    assert.equal(await chip.isVisible(), false);
  });
});
