import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type InterfaceLanguage, LANGUAGE_CODES } from '../../../src/locales/languages.ts';
import { STRINGS } from '../../../src/locales/strings.ts';
import { LAPTOP_SIZE } from '../../support/browser/audience-pages.ts';
import { api } from '../../support/requests/api.ts';
import { createMember } from '../../support/requests/members.ts';
import { createPlan } from '../../support/requests/plans.ts';
import { createDeck } from '../../support/requests/presentation.ts';
import { type OwnedLive, useInProcessServer } from '../../support/server/suite-server.ts';

/** Names that the pages show and that are also English strings: those of the organization and its first owner. */
const NAMES = ['Organization', 'Owner'];
const LOCALES = { pt: 'pt-BR', de: 'de-DE' } as const;

/** Returns all fixed strings of a language by their path. */
function stringsBelow(value: unknown, path = ''): Map<string, string> {
  if (typeof value === 'string') return new Map([[path, value]]);
  if (typeof value !== 'object' || value === null) return new Map();
  return new Map(Object.entries(value).flatMap(([key, inner]) => [...stringsBelow(inner, `${path}.${key}`)]));
}

/** Returns the English strings that are never right on a page in the language. */
function findForeign(language: InterfaceLanguage): string[] {
  const own = new Set([...stringsBelow(STRINGS[language]).values(), ...NAMES]);
  return [...new Set(stringsBelow(STRINGS.en).values())].filter((text) => !own.has(text));
}

/** Returns in the page its visible texts and names, except what says that it is English. */
const READ_TEXTS = `(() => {
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.currentNode; node; node = walker.nextNode()) {
    const isElement = node instanceof Element;
    const element = isElement ? node : node.parentElement;
    if (element.closest('[lang=en], script, style') || !element.checkVisibility()) continue;
    if (!isElement) texts.push(node.nodeValue);
    else for (const name of ['aria-label', 'placeholder', 'title', 'alt']) texts.push(node.getAttribute(name) ?? '');
  }
  return texts.map((text) => text.replace(/\\s+/g, ' ').trim()).filter((text) => text !== '');
})()`;

describe('pages for people in their language', () => {
  const world = useInProcessServer();
  let live: OwnedLive;
  let session: string;
  /** Each page, with what it shows when it is complete. */
  let pages: readonly (readonly [path: string, complete: string])[];

  before(async () => {
    live = await world.openLive({ name: 'Sonntag' });
    const { browser, email } = await createMember(world.lectern, live.owner, 'owner');
    await world.lectern.installation.administrators.add(email);
    session = browser.cookies.get('lectern_session')!;
    const client = api(world.lectern, live.owner);
    const deck = await createDeck(client, [{ layout: 'text', text: 'Eins' }]);
    const plan = await createPlan(client, [{ kind: 'heading', title: 'Eins' }]);
    const workspace = `/workspace/${live.owner.id}`;
    pages = [
      [`${workspace}/plans`, '.resource-list > li'],
      [`${workspace}/plans/${plan.body.id}`, '.plan-editor'],
      [`${workspace}/decks`, '.resource-list li'],
      [`${workspace}/decks/${deck.body.id}`, '.deck-editor'],
      [`${workspace}/lives`, '.live-row'],
      [`${workspace}/lives/${live.liveId}`, '.settings'],
      [`${workspace}/lives/design`, '.save-bar'],
      [`${workspace}/library`, '.library-list'],
      ['/installation', 'h1'],
      ['/installation/backups', 'h1'],
      ['/installation/editions', '.editions-intro ~ section'],
      [`/console/${live.liveId}`, '.live-flag:not([data-state=checking])'],
    ];
  });

  const openPage = async (locale: string) => {
    const context = await (await world.browser()).newContext({ reducedMotion: 'reduce', ...LAPTOP_SIZE, locale });
    await context.addCookies([
      { name: 'lectern_session', value: session, url: world.url, httpOnly: true, sameSite: 'Lax' },
    ]);
    return context.newPage();
  };

  for (const [language, locale] of Object.entries(LOCALES)) {
    it(`when each page is opened in ${language}, then no English string is left on it`, async () => {
      const foreign = new Set(findForeign(language as InterfaceLanguage));
      assert.ok(foreign.size > 400, `${foreign.size} strings are compared`);
      const page = await openPage(locale);
      const found: string[] = [];
      for (const [path, complete] of pages) {
        await page.goto(`${world.url}${path}`);
        await page.locator(complete).first().waitFor({ state: 'attached' });
        const texts = await page.evaluate<string[]>(READ_TEXTS);
        assert.ok(texts.length > 8, `${path} has ${texts.length} texts: ${texts.join(' | ')}`);
        assert.equal(await page.locator('html').getAttribute('lang'), language, path);
        found.push(...texts.filter((text) => foreign.has(text)).map((text) => `${path}: ${text}`));
      }
      await page.context().close();
      assert.deepEqual(found, []);
    });
  }

  it('[D70] when songs are imported on a German page, then it says their refusals and warnings in German', async () => {
    const page = await openPage(LOCALES.de);
    await page.goto(`${world.url}/workspace/${live.owner.id}/decks`);
    await page.getByRole('button', { name: 'Lieder importieren' }).first().click();
    const song = '<song><title>Gnade</title><ccli>12 of 3</ccli><lyrics>[V1]\n Eins\n</lyrics></song>';
    await page
      .locator('dialog input[type=file]')
      .first()
      .setInputFiles([
        { name: 'a.cho', mimeType: 'text/plain', buffer: Buffer.from('{title: A}\n{soc}\nWords\n{sov}\n') },
        { name: 'b.xml', mimeType: 'text/xml', buffer: Buffer.from(song) },
      ]);
    await page.getByText('Zeile 4: Ein Abschnitt beginnt, bevor der Abschnitt „chorus“ endet.').waitFor();
    await page.getByText('Die CCLI-Nummer „12 of 3“ ist keine Zahl und wurde weggelassen.').waitFor();
    await page.context().close();
  });

  it('[D69] when translations are imported on a German page, then it says their refusals and findings in German', async () => {
    const page = await openPage(LOCALES.de);
    await page.goto(`${world.url}/installation/editions`);
    await page.locator('.file-drop').waitFor();
    const upload = (name: string, verses: string) =>
      page.setInputFiles('input[type=file]', {
        name,
        mimeType: 'text/plain',
        buffer: Buffer.from(`\\id JON Small\n\\c 1\n\\p\n${verses}`),
      });
    await upload('twice.usfm', '\\v 1 One.\n\\v 1 One.\n');
    await page.locator('.job-refusal').getByText('twice.usfm, Zeile 5: JON 1:1 kommt zweimal vor.').waitFor();
    await upload('small.usfm', '\\v 1,2,4 In hÃ¶ren.\n\\v 5 \ue000\n');
    const report = page.locator('.job-report');
    for (const text of [
      'Verse mit Buchstaben, die nach UTF-8 aussehen, das als Windows-1252 gelesen wurde (1): JON 1:1',
      'Verse ohne Wörter (1): JON 1:5',
      'small.usfm, Zeile 4: Die Liste der Verse JON 1:1-4 nennt 3 nicht.',
    ])
      await report.getByText(text).waitFor();
    assert.equal(await report.locator('[lang=en]').count(), 0);
    await page.context().close();
  });

  it('[D2] when a request is refused on a German page, then the reason of its code is in German, and any other text is marked as English', async () => {
    const page = await openPage(LOCALES.de);
    let code = 'quota_exceeded';
    await page.route('**/v1/organizations/*/lives', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      const body = JSON.stringify({ title: 'Refused', status: 409, code, detail: 'The server says why.' });
      return route.fulfill({ status: 409, contentType: 'application/problem+json', body });
    });
    await page.goto(`${world.url}/workspace/${live.owner.id}/lives`);
    await page.getByRole('button', { name: 'Neuer Raum' }).click();
    await page.locator('dialog').getByLabel('Name').fill('Zweiter Saal');
    const create = page.locator('dialog').getByRole('button', { name: 'Erstellen' });
    await create.click();
    await page.locator('dialog').getByText('Die Höchstzahl ist erreicht.').waitFor();
    code = 'not_known';
    await create.click();
    await page.locator('dialog [lang=en]', { hasText: 'The server says why.' }).waitFor();
    await page.context().close();
  });

  it('when a language is added, then this test opens the pages in it, too', () =>
    assert.deepEqual(['en', ...Object.keys(LOCALES)].sort(), [...LANGUAGE_CODES].sort()));
});
