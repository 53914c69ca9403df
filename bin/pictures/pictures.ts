import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';

/** A running product with an operator who is signed in. */
export interface Service {
  /** The operator's console, 1280 × 800. */
  readonly console: Page;
  /** The audience page of the Live, without parameters. */
  readonly audienceUrl: string;
  /** Opens an address as another device: another browser context. */
  open(url: string, options?: BrowserContextOptions): Promise<Page>;
  /** Runs a command of the command line on the server's data folder. */
  command(...words: string[]): Promise<unknown>;
}

export interface Picture {
  /** File name without its extension. */
  readonly name: string;
  /** Brings the product into the state to show, and returns the page that shows it. */
  stage(service: Service): Promise<Page>;
}

const SCREEN = { viewport: { width: 1280, height: 720 } };
const SONG_FILES = join(import.meta.dirname, '../../test/songs/samples');
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

async function show({ console }: Service, reference: string): Promise<void> {
  await console.keyboard.type(reference);
  await console.locator('.lamp:not([data-reading=wait])').waitFor();
  await console.keyboard.press('Enter');
  await console.locator('.picture[data-state=pending]').waitFor({ state: 'detached' });
}

const SONG = {
  title: 'Amazing Grace',
  kind: 'song',
  slides: [
    {
      id: 'v1',
      layout: 'text',
      title: 'Verse 1',
      text: 'Amazing grace! how sweet the sound,\nThat saved a wretch like me!\nI once was lost, but now am found,\nWas blind, but now I see.',
    },
    {
      id: 'v2',
      layout: 'text',
      title: 'Verse 2',
      text: '’Twas grace that taught my heart to fear,\nAnd grace my fears relieved;\nHow precious did that grace appear\nThe hour I first believed!',
    },
    {
      id: 'r',
      layout: 'text',
      title: 'Refrain',
      text: 'Praise God! Praise God!\nPraise God! Praise God!',
    },
  ],
  order: ['v1', 'r', 'v2', 'r'],
  footer: { authors: 'John Newton', copyright: 'Public domain', ccli: '22025' },
};

/** Calls the REST API as the person of the console. `path` gets the id of the first owner. */
async function call(
  { console }: Service,
  method: 'POST' | 'PUT' | 'PATCH',
  path: string | ((owner: string) => string),
  data: object,
  headers: Record<string, string> = {},
) {
  const { owners, csrf } = JSON.parse((await console.locator('#page-data').textContent())!);
  const { origin } = new URL(console.url());
  const owner = owners[0].id;
  const send = async (to: string, options: object) => {
    const response = await console.request.fetch(origin + to, options);
    if (!response.ok()) throw new Error(await response.text());
    return response;
  };
  const opened = await send('/console/credential', {
    method: 'POST',
    headers: { origin, 'x-csrf-token': csrf },
    data: { organization_id: owner },
  });
  const authorization = `Bearer ${(await opened.json()).token}`;
  const to = typeof path === 'string' ? path : path(owner);
  const live = /^\/v1\/lives\/[^/]+/.exec(to)?.[0];
  const etag = live && (await send(live, { headers: { authorization } })).headers().etag!;
  const match = etag ? { 'if-match': etag } : {};
  const response = await send(to, { method, headers: { origin, authorization, ...match, ...headers }, data });
  return response.json();
}

const toDecks = (owner: string) => `/v1/organizations/${owner}/decks`;
const toLive = ({ audienceUrl }: Service) => `/v1/lives/${audienceUrl.split('/').at(-1)}`;

/** Verses of the Luther Bible of 1912, which is in the public domain, in USFM. */
const LUTHER = `\\id JHN Luther 1912
\\h Johannes
\\c 3
\\v 16 Also hat Gott die Welt geliebt, daß er seinen eingeborenen Sohn gab, auf daß alle, die an ihn glauben, nicht verloren werden, sondern das ewige Leben haben.
\\v 17 Denn Gott hat seinen Sohn nicht gesandt in die Welt, daß er die Welt richte, sondern daß die Welt durch ihn selig werde.
\\v 18 Wer an ihn glaubt, der wird nicht gerichtet; wer aber nicht glaubt, der ist schon gerichtet, denn er glaubt nicht an den Namen des eingeborenen Sohnes Gottes.
`;

/** Adds a German translation to the library. */
async function installLuther({ console, command }: Service): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-luther-'));
  const file = join(folder, 'john.usfm');
  await writeFile(file, LUTHER);
  const named = ['--slug', 'luther1912', '--name', 'Luther 1912', '--language', 'de'];
  const rights = [
    '--rights-status',
    'Public domain',
    '--attribution',
    'Luther 1912',
    '--source-url',
    'https://example.org/',
  ];
  await command('edition', 'import', file, ...named, ...rights);
  const { owners } = JSON.parse((await console.locator('#page-data').textContent())!);
  await command('library', 'enable', 'luther1912', '--organization', owners[0].id);
  await rm(folder, { recursive: true });
}

/** Hills before a light sky, in a few colors. */
function paintHills(): Promise<Buffer> {
  const [width, height] = [1280, 720];
  const layers = [
    [213, 226, 233],
    [165, 190, 196],
    [104, 141, 143],
    [54, 88, 92],
  ];
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isBelow = (layer: number) =>
        y > 150 + layer * 130 + (70 - layer * 8) * Math.sin(x / (260 - layer * 30) + layer * 2);
      layers[[3, 2, 1].find(isBelow) ?? 0]!.forEach((channel, at) => {
        pixels[(y * width + x) * 3 + at] = channel;
      });
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

/** Opens an area of the organization's workspace. */
async function openWorkspace({ console, open }: Service, area: string): Promise<Page> {
  const { owners } = JSON.parse((await console.locator('#page-data').textContent())!);
  const page = await open(`${new URL(console.url()).origin}/workspace/${owners[0].id}/${area}`, {
    viewport: { width: 1440, height: 940 },
    storageState: await console.context().storageState(),
  });
  await page.locator('.page-head').waitFor();
  return page;
}

/** Opens a page of the people of the organization. */
async function openPeople({ console, open }: Service, path: string): Promise<Page> {
  const { owners } = JSON.parse((await console.locator('#page-data').textContent())!);
  return open(`${new URL(console.url()).origin}/account/organizations/${owners[0].id}${path}`, {
    ...SCREEN,
    storageState: await console.context().storageState(),
  });
}

async function closeDialog({ console }: Service): Promise<void> {
  await console.keyboard.press('Escape');
  await console.locator('.dialog[open]').waitFor({ state: 'detached' });
}

const view = (name: string, query: string, options: BrowserContextOptions): Picture => ({
  name,
  stage: async ({ open, audienceUrl }) => {
    const page = await open(audienceUrl + query, options);
    await page.getByText('loved the world').first().waitFor();
    return page;
  },
});

/**
 * The pictures in docs/pictures, in the order in which they are taken: each continues the service where the one before
 * left it. A test checks that the documents show each of them, and no other.
 */
export const PICTURES: readonly Picture[] = [
  { name: 'first-start', stage: async ({ console }) => console },
  {
    name: 'console',
    stage: async (service) => {
      await service.console.getByRole('button', { name: 'Close these cards' }).click();
      await show(service, 'psalm 23 1-4');
      await show(service, 'john 3 16-18');
      await service.console.keyboard.type('rom 8 28');
      await service.console.locator('.lamp[data-reading=one]').waitFor();
      return service.console;
    },
  },
  {
    name: 'console-dark',
    stage: async ({ console }) => {
      await console.keyboard.press('Escape');
      await console.emulateMedia({ colorScheme: 'dark' });
      return console;
    },
  },
  view('screen', '?view=screen', SCREEN),
  view('lower-third', '?view=lower-third', SCREEN),
  view('stage', '?view=stage', SCREEN),
  view('phone', '', PHONE),
  {
    name: 'output',
    stage: async ({ console }) => {
      await console.emulateMedia({ colorScheme: 'light' });
      await console.getByRole('button', { name: 'New output' }).click();
      await console.locator('.dialog[open]').getByLabel('Name', { exact: true }).fill('Main projector');
      return console;
    },
  },
  {
    name: 'remote-link',
    stage: async (service) => {
      await closeDialog(service);
      await service.console.getByRole('button', { name: 'Remotes, buttons' }).click();
      const dialog = service.console.locator('.dialog[open]');
      await dialog.getByLabel('Name', { exact: true }).fill('Speaker');
      await dialog.locator('form button[type=submit]').click();
      const url = await dialog.getByLabel('Address', { exact: true }).inputValue();
      const page = await service.open(url, PHONE);
      await page.getByText('John 3:16').first().waitFor();
      return page;
    },
  },
  {
    name: 'button-link',
    stage: async (service) => {
      await closeDialog(service);
      await service.console.getByRole('button', { name: 'Remotes, buttons' }).click();
      await service.console.locator('.dialog[open] .remote-links li').waitFor();
      await service.console.locator('.dialog[open] select').first().selectOption('control');
      return service.console;
    },
  },
  {
    name: 'people',
    stage: async (service) => {
      const page = await openPeople(service, '');
      await page.getByLabel('E-mail address').fill('ana@example.org');
      return page;
    },
  },
  {
    name: 'service-token',
    stage: async (service) => {
      const page = await openPeople(service, '/tokens');
      await page.getByLabel('Name').fill('Lobby tablet');
      await page.getByRole('heading', { name: 'Create a token' }).evaluate((heading) => heading.scrollIntoView());
      return page;
    },
  },
  {
    name: 'activity',
    stage: async (service) => {
      const page = await openPeople(service, '/activity');
      await page.getByLabel('What').selectOption('shown');
      await page.getByRole('button', { name: 'Filter' }).click();
      await page.waitForURL(/what=shown/);
      return page;
    },
  },
  {
    name: 'backups',
    stage: async ({ console, open }) => {
      const page = await open(`${new URL(console.url()).origin}/installation/backups`, {
        ...SCREEN,
        storageState: await console.context().storageState(),
      });
      await page.getByRole('button', { name: 'Back up now' }).click();
      await page.getByRole('link', { name: 'Download' }).waitFor();
      return page;
    },
  },
  {
    name: 'library',
    stage: async ({ console, open }) => {
      const { owners } = JSON.parse((await console.locator('#page-data').textContent())!);
      const page = await open(`${new URL(console.url()).origin}/workspace/${owners[0].id}/library`, {
        ...SCREEN,
        storageState: await console.context().storageState(),
      });
      await page.locator('[data-slug=kjv] summary').click();
      return page;
    },
  },
  {
    name: 'import-translation',
    stage: async ({ console, open }) => {
      const page = await open(`${new URL(console.url()).origin}/installation/editions`, {
        ...SCREEN,
        storageState: await console.context().storageState(),
      });
      await page.locator('.file-drop').waitFor();
      const buffer = Buffer.from(
        '\\id MRK Gospel of Mark\n\\h Mark\n\\c 1\n\\p\n\\v 1 The beginning of the good news.\n',
      );
      await page.setInputFiles('input[type=file]', { name: 'mark.usfm', mimeType: 'text/plain', buffer });
      await page.locator('.job[data-state=ready]').scrollIntoViewIfNeeded();
      await page.locator('#jobs-title').evaluate((title) => title.scrollIntoView());
      return page;
    },
  },
  {
    name: 'live',
    stage: async (service) => {
      const page = await openWorkspace(service, 'lives');
      await page.locator('.live-row a').first().click();
      await page.frameLocator('iframe').first().getByText('loved the world').first().waitFor();
      return page;
    },
  },
  {
    name: 'design',
    stage: async (service) => {
      const page = await openWorkspace(service, 'lives/design');
      await page.locator('.design-preview select').selectOption('shortest');
      await page.getByLabel('Background, as #rrggbb').first().fill('#10302a');
      for (const view of ['Screen', 'Lower third', 'Phone', 'Stage'])
        await page.frameLocator(`iframe[title="Preview: ${view}"]`).getByText('Jesus wept').first().waitFor();
      return page;
    },
  },
  {
    name: 'plan',
    stage: async ({ console, open }) => {
      const { owners } = JSON.parse((await console.locator('#page-data').textContent())!);
      const page = await open(`${new URL(console.url()).origin}/workspace/${owners[0].id}/plans`, {
        ...SCREEN,
        storageState: await console.context().storageState(),
      });
      await page.getByRole('button', { name: 'New plan' }).click();
      for (const typed of ['- Opening', 'psalm 100', '- Word', 'rom 8 31-39', 'matt 5 3-12']) {
        await page.locator('.add-field').fill(typed);
        await page.locator('.add-option[aria-selected=true]').waitFor();
        await page.keyboard.press('Enter');
        await page.locator('.add-field:placeholder-shown').waitFor();
      }
      await page.locator('.entry-main', { hasText: 'Romans' }).click();
      await page.locator('.entry-form').getByLabel('Note').fill('Ruth reads');
      await page.keyboard.press('Escape');
      await page.getByLabel('Name').fill('Sunday morning');
      await page.getByLabel('Date').fill('2026-11-29');
      await page.locator('.save-status[data-state=saved]').waitFor();
      await page.locator('.add-field').click();
      return page;
    },
  },
  {
    name: 'song',
    stage: async (service) => {
      const { console } = service;
      await closeDialog(service);
      await call(service, 'POST', toDecks, SONG);
      await console.keyboard.type('how sweet the sound');
      await console.locator('.candidate', { hasText: SONG.title }).waitFor();
      await console.keyboard.press('ArrowDown');
      await console.keyboard.press('Enter');
      await console.getByRole('tab', { name: 'Slides' }).click();
      await console.locator('.slide-row[aria-current]').waitFor();
      await console.locator('.bar-input').focus();
      await console.keyboard.press('ArrowRight');
      await console.locator('.slide-row[aria-current]', { hasText: 'Refrain' }).waitFor();
      await console.keyboard.press('ArrowRight');
      await console.locator('.slide-row[aria-current]', { hasText: 'Verse 2' }).waitFor();
      await console.locator('.picture[data-state=pending]').waitFor({ state: 'detached' });
      return console;
    },
  },
  {
    name: 'song-editor',
    stage: async (service) => {
      const page = await openWorkspace(service, 'decks');
      await page.getByRole('link', { name: SONG.title }).click();
      await page.locator('.slide-row').nth(1).click();
      await page.frameLocator('.preview-frame iframe').getByText('John Newton').first().waitFor();
      return page;
    },
  },
  {
    name: 'deck-editor',
    stage: async (service) => {
      const page = await openWorkspace(service, 'decks');
      await page.getByRole('button', { name: 'New slides' }).click();
      await page.locator('#deck-title:focus').waitFor();
      await page.locator('#deck-title').fill('Sunday morning');
      await page.locator('.deck-slides').getByRole('button', { name: 'Add a slide' }).click();
      await page.locator('.slide-fields input').fill('Welcome');
      await page.getByLabel('Text below the title').fill('Grace Chapel');
      await page.getByRole('button', { name: 'Add after' }).click();
      await page.getByRole('button', { name: 'Scripture' }).click();
      await page.getByLabel('Reference').fill('john 3 16-17');
      await page.frameLocator('.preview-frame iframe').getByText('loved the world').first().waitFor();
      return page;
    },
  },
  {
    name: 'song-import',
    stage: async (service) => {
      const page = await openWorkspace(service, 'decks');
      await page.getByRole('button', { name: 'Import songs' }).click();
      const dialog = page.locator('.dialog[open]');
      const names = ['openlyrics-be-thou-my-vision.xml', 'songbeamer-grosser-gott.sng', 'swing-low.chordpro'];
      await dialog
        .locator('input[type=file]')
        .first()
        .setInputFiles(names.map((name) => join(SONG_FILES, name)));
      await dialog.getByText('3 imported').waitFor();
      return page;
    },
  },
  {
    name: 'phone-own-text',
    stage: async (service) => {
      const { audienceUrl, open } = service;
      await installLuther(service);
      await show(service, 'john 3 16-18');
      const page = await open(audienceUrl, { ...PHONE, locale: 'de-DE' });
      await page.getByText('Also hat Gott').first().waitFor();
      return page;
    },
  },
  {
    name: 'phone-texts',
    stage: async ({ audienceUrl, open }) => {
      const page = await open(audienceUrl, PHONE);
      await page.getByRole('button', { name: 'Text', exact: true }).click();
      await page.getByRole('button', { name: 'Deutsch' }).waitFor();
      return page;
    },
  },
  {
    name: 'countdown',
    stage: async (service) => {
      const slides = [{ layout: 'countdown', title: 'We begin soon', seconds: 300 }];
      const { id } = await call(service, 'POST', toDecks, { title: 'Before the service', slides });
      const snapshot = await call(service, 'POST', (owner) => `${toDecks(owner)}/${id}/snapshots`, {});
      await call(service, 'PUT', `${toLive(service)}/presentation`, { snapshot_id: snapshot.id });
      const page = await service.open(`${service.audienceUrl}?view=screen`, SCREEN);
      await page.getByText('We begin soon').waitFor();
      return page;
    },
  },
  {
    name: 'idle-picture',
    stage: async (service) => {
      const { console, open } = service;
      const network = await open(`${new URL(console.url()).origin}/installation/network`, {
        storageState: await console.context().storageState(),
      });
      await network.locator('form[action$="/open"] button').click();
      await network.locator('form[action$="/close"]').waitFor();
      const data = await paintHills();
      const png = { 'content-type': 'image/png' };
      const image = await call(service, 'POST', (owner) => `/v1/organizations/${owner}/images`, data, png);
      const output = { name: 'Projector', view: 'screen', settings: { idle_image: image.id } };
      const { url } = await call(service, 'POST', `${toLive(service)}/outputs`, output);
      await call(service, 'PATCH', `${toLive(service)}/playback`, { paused: true });
      const page = await open(url, SCREEN);
      await page.locator('.follow svg').waitFor();
      await page.locator('.backdrop[data-ready=true]').waitFor();
      return page;
    },
  },
];
