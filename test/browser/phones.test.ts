import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventuallyEquals, PHONE_SIZE, readVisibleText } from '../support/browser/audience-pages.ts';
import { listViolations } from '../support/browser/axe.ts';
import { keepPicture, openWatchedPage } from '../support/browser/watched-page.ts';
import { api } from '../support/requests/api.ts';
import { createPlan } from '../support/requests/plans.ts';
import { smallEdition } from '../support/server/lectern.ts';
import { useInProcessServer, useServerProcess } from '../support/server/suite-server.ts';

describe('[D73] a reader page on a phone', () => {
  let now = Date.now();
  const world = useInProcessServer({ editions: 'starter', clock: () => now });

  it('when there is an earlier passage and an order, then tabs show them by touch and keys, each without violations, and notes stay on the phone', async () => {
    const operator = await world.openLive();
    const { body: plan } = await createPlan(api(world.lectern, operator.owner), [
      { id: 'psalm', kind: 'passage', title: 'Psalm of the day', passage: 'Psalm 23' },
      { id: 'gospel', kind: 'passage', title: 'Gospel', passage: 'John 3:16' },
    ]);
    await operator.write('PUT', '/plan', { plan_id: plan.id });
    await operator.write('PATCH', '/phones', { order: true });
    await operator.push('Isaiah 40:1-2');
    now += 20_000;
    await operator.write('POST', '/plan/go', { entry_id: 'psalm' });
    const watched = await openWatchedPage(await world.browser(), `${world.url}/l/${operator.liveId}`, PHONE_SIZE);
    const { page } = watched;
    const reads = (text: string, is = true) =>
      eventuallyEquals(is, async () => (await readVisibleText(page)).includes(text), text);
    const tab = (name: string) => page.getByRole('tab', { name });
    const isClean = async (name: string) => {
      assert.deepEqual(await listViolations(page), [], name);
      await keepPicture(page, `phone ${name}`);
    };
    const requests: string[] = [];
    page.on('request', (request) => requests.push(`${request.url()} ${request.postData() ?? ''}`));
    await reads('The LORD is my shepherd');
    await tab('Now').waitFor();
    await isClean('now');
    await tab('Earlier').click();
    await reads('Comfort ye, comfort ye my people');
    await isClean('earlier');
    await page.keyboard.press('ArrowRight');
    await reads('Psalm of the day');
    await isClean('order');
    const onAir = () => page.locator('.order [aria-current]').innerText();
    assert.match(await onAir(), /^Psalm of the day/);
    await operator.write('POST', '/plan/go', { entry_id: 'gospel' });
    await eventuallyEquals(true, async () => (await onAir()).startsWith('Gospel'));
    await operator.write('PATCH', '/phones', { order: false });
    await tab('Order').waitFor({ state: 'detached' });
    await reads('For God so loved');
    await page.locator('.reader .verse', { hasText: 'For God so loved' }).click();
    const note = page.getByRole('textbox', { name: 'Your note' });
    await note.fill('Remember this');
    await isClean('note');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Notes' }).click();
    await reads('Remember this');
    await isClean('notes');
    assert.equal(requests.filter((each) => each.includes('Remember')).length, 0, 'in no request');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the notes as a file' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'notes.txt');
    watched.assertClean();
  });
});

describe('[D73] a reader page without a network', () => {
  const world = useServerProcess();

  it('when the server is away, then a reload shows the latest text, and a protected Live erases it', async () => {
    const operator = await world.openLive();
    await operator.push('John 3:16');
    const { page, context } = await openWatchedPage(
      await world.browser(),
      `${world.url}/l/${operator.liveId}`,
      PHONE_SIZE,
      /./,
    );
    const reads = (text: string) =>
      eventuallyEquals(true, async () => (await readVisibleText(page)).includes(text), text);
    const isKept = (text: string) =>
      eventuallyEquals(
        true,
        () =>
          page.evaluate(
            `caches.match('/l/${operator.liveId}/kept').then(async (kept) =>
              (await kept?.text())?.includes(${JSON.stringify(text)}) === true &&
              (await caches.match(location.href)) !== undefined &&
              (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated')`,
          ),
        text,
      );
    await reads('For God so loved');
    await operator.push('John 1:1');
    await isKept('In the beginning');
    await page.reload();
    await eventuallyEquals(true, () => page.evaluate('navigator.serviceWorker.controller !== null'));
    await operator.push('John 11:35');
    await reads('Jesus wept');
    await isKept('Jesus wept');
    await world.server.end('SIGKILL');
    await page.reload();
    await reads('For God so loved');
    await reads('Jesus wept');
    await world.startAgain();
    await operator.write('POST', '/audience-secret', {});
    await page.getByRole('textbox').waitFor();
    const kept = `caches.keys().then(async (names) => {
      const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return all.flat().map(({ url }) => new URL(url).pathname).filter((path) => path.startsWith('/l/'));
    })`;
    await eventuallyEquals([], () => page.evaluate<string[]>(kept));
    await context.close();
  });
});

const verses = (word: string, last: number) =>
  Object.fromEntries(Array.from({ length: last }, (_, index) => [index + 1, `${word} ${index + 1}.`]));

describe('[D72] a reader page in the language of a person', () => {
  const world = useInProcessServer({
    editions: [
      smallEdition('english', { 43: { 3: verses('English', 36) } }),
      smallEdition('deutsch', { 43: { 3: verses('Deutsch', 17) } }, { name: 'Deutsche Bibel', language: 'de' }),
    ],
  });

  it('when the browser has a language of an offered edition, then its text is shown, a chapter is requested once, and the choice is kept', async () => {
    const operator = await world.openLive();
    await operator.push('John 3:16-18', { translations: ['english'] });
    const watched = await openWatchedPage(await world.browser(), `${world.url}/l/${operator.liveId}`, {
      ...PHONE_SIZE,
      locale: 'de-DE',
    });
    const { page } = watched;
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const shown = () => page.locator('.reader .verse').allInnerTexts();
    const shows = (expected: string[]) =>
      eventuallyEquals(expected, async () => (await shown()).map((text) => text.replace(/\s+/g, ' ').trim()));
    await shows(['16 Deutsch 16.', '17 Deutsch 17.', '18 English 18. Edition english']);
    assert.equal(await page.locator('.reader .scripture').getAttribute('lang'), 'de');
    assert.deepEqual(await listViolations(page), []);
    await keepPicture(page, 'phone text');
    const before = requests.length;
    await operator.write('POST', '/step', { by: 1 });
    await eventuallyEquals(['17 Deutsch 17.'], async () =>
      (await page.locator('.reader .verse[aria-current]').allInnerTexts()).map((text) =>
        text.replace(/\s+/g, ' ').trim(),
      ),
    );
    assert.deepEqual(requests.slice(before), [], 'no request within a chapter');
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    assert.deepEqual(await listViolations(page), []);
    await keepPicture(page, 'phone texts');
    await page.getByRole('button', { name: 'Wie auf der Leinwand' }).click();
    await shows(['16 English 16.', '17 English 17.', '18 English 18.']);
    await page.reload();
    await shows(['16 English 16.', '17 English 17.', '18 English 18.']);
    watched.assertClean();
  });
});

/** Joel of a numbering, whose last two English chapters are three in Hebrew Bibles and some others. */
const joel = (word: string, counts: readonly number[]) => ({
  29: Object.fromEntries(
    counts.map((count, at) => [
      at + 1,
      Object.fromEntries(Array.from({ length: count }, (_, verse) => [verse + 1, `${word} ${at + 1}:${verse + 1}`])),
    ]),
  ),
});
const ENGLISH_JOEL = [20, 32, 21];
const HEBREW_JOEL = [20, 27, 5, 21];
const ROOM = [
  { language: 'en', locale: 'en-GB', word: 'English', counts: ENGLISH_JOEL, dir: 'ltr' },
  { language: 'de', locale: 'de-DE', word: 'Deutsch', counts: HEBREW_JOEL, dir: 'ltr' },
  { language: 'pt', locale: 'pt-BR', word: 'Português', counts: ENGLISH_JOEL, dir: 'ltr' },
  { language: 'es', locale: 'es-ES', word: 'Español', counts: HEBREW_JOEL, dir: 'ltr' },
  { language: 'ar', locale: 'ar', word: 'عربي', counts: ENGLISH_JOEL, dir: 'rtl' },
  { language: 'zh-Hans', locale: 'zh-CN', word: '中文', counts: HEBREW_JOEL, dir: 'ltr' },
] as const;

describe('[D72] a room of six languages', () => {
  const world = useInProcessServer({
    editions: ROOM.map(({ language, word, counts }) =>
      smallEdition(language.toLowerCase(), joel(word, counts), { name: word, language: 'und', language_tag: language }),
    ),
  });
  const toHebrew = (chapter: number, verse: number) =>
    chapter === 3 ? [4, verse] : verse > 27 ? [3, verse - 27] : [chapter, verse];

  it('when verses change 20 times, then each phone has its own text and numbers, and requests each chapter once; without its edition, it has the text of the screen', async () => {
    const operator = await world.openLive();
    await operator.push('Joel 2:24-32', { translations: ['en'] });
    const browser = await world.browser();
    const phones = await Promise.all(
      ROOM.map(async (person) => {
        const options = { ...PHONE_SIZE, locale: person.locale };
        const { page } = await openWatchedPage(browser, `${world.url}/l/${operator.liveId}`, options);
        const requests: string[] = [];
        page.on('request', (request) => request.url().includes('/text/') && requests.push(request.url()));
        return { ...person, page, requests };
      }),
    );
    const reads = ({ page }: (typeof phones)[number]) =>
      page.evaluate<string[]>(`(() => {
        const verse = document.querySelector('.reader .verse[aria-current]');
        return verse === null ? [] : [
          verse.innerText.replace(/\\s+/g, ' ').trim(),
          verse.closest('[lang]').lang,
          verse.closest('[dir]').dir,
        ];
      })()`);
    const read = (chapter: number, verse: number, isOffered = (_: string) => true) =>
      Promise.all(
        phones.map((phone) => {
          const { language, word, counts, dir } = isOffered(phone.language) ? phone : { ...ROOM[0], dir: 'ltr' };
          const [inChapter, number] = counts === HEBREW_JOEL ? toHebrew(chapter, verse) : [chapter, verse];
          return eventuallyEquals([`${number} ${word} ${inChapter}:${number}`, language, dir], () => reads(phone));
        }),
      );
    await read(2, 24);
    for (const { requests } of phones) requests.length = 0;
    for (let verse = 25; verse <= 32; verse++) {
      await operator.write('POST', '/step', { by: 1 });
      await read(2, verse);
    }
    await operator.push('Joel 3:1-12', { translations: ['en'], replace: true });
    await read(3, 1);
    for (let verse = 2; verse <= 12; verse++) {
      await operator.write('POST', '/step', { by: 1 });
      await read(3, verse);
    }
    assert.deepEqual(
      phones.map(({ language, requests }) => [language, requests.length]),
      ROOM.map(({ language }) => [language, language === 'en' ? 0 : 1]),
      'the next chapter, once',
    );
    const library = `/v1/organizations/${operator.owner.id}/translations/pt`;
    assert.equal((await api(world.lectern, operator.owner).delete(library)).status, 204);
    await operator.push('Joel 1:4-6', { translations: ['en'], replace: true });
    await read(1, 4, (language) => language !== 'pt');
    for (const { page } of phones) await page.context().close();
  });
});
