import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { DECK_MAX_SLIDES, PLAN_MAX_ENTRIES } from '../../../src/contract/limits.ts';
import { workspacePath } from '../../../src/contract/workspace-page.ts';
import { LAPTOP_SIZE } from '../../support/browser/audience-pages.ts';
import {
  DATA_MAX_BYTES,
  FIRST_LOAD_MAX_BYTES,
  FRAMES_MAX_BYTES,
  FULL_DATA_MAX_BYTES,
  measureFirstLoad,
  PERSONAL_PATHS,
  PUBLIC_PATHS,
  toOrganizationPaths,
} from '../../support/browser/first-load.ts';
import { api } from '../../support/requests/api.ts';
import { createPerson, type Person, setRole } from '../../support/requests/members.ts';
import { createPlan } from '../../support/requests/plans.ts';
import { createDeck } from '../../support/requests/presentation.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

/** Songs of a church that has many. */
const DECKS = 500;

describe('the first load of pages', () => {
  const world = useInProcessServer({ editions: 'starter' });
  let person: Person;
  let organizationPaths: readonly string[];

  before(async () => {
    const live = await world.openLive({ name: 'Sunday' });
    const client = api(world.lectern, live.owner);
    const { body: deck } = await createDeck(client, [{ layout: 'text', text: 'How sweet the sound' }], 'Amazing Grace');
    const { body: plan } = await createPlan(client, [{ kind: 'passage', title: 'Reading', passage: 'John 3:16-18' }]);
    person = await createPerson(world.lectern);
    await setRole(world.lectern, live.owner, person, 'owner');
    await world.lectern.installation.administrators.add(person.email);
    organizationPaths = toOrganizationPaths(live.owner.id, { live: live.liveId, plan: plan.id, deck: deck.id });
  });

  const measure = async (path: string, isSignedIn: boolean) => {
    const context = await (await world.browser()).newContext({ reducedMotion: 'reduce', ...LAPTOP_SIZE });
    const value = person.browser.cookies.get('lectern_session')!;
    if (isSignedIn)
      await context.addCookies([{ name: 'lectern_session', value, url: world.url, httpOnly: true, sameSite: 'Lax' }]);
    return measureFirstLoad(context, world.url, path);
  };
  const requireSmall = async (paths: readonly string[], isSignedIn: boolean, log: (line: string) => void) => {
    await Promise.all(
      paths.map(async (path) => {
        const { fileBytes, dataBytes, frameBytes, path: shown } = await measure(path, isSignedIn);
        log(`${path}: ${fileBytes} bytes, ${dataBytes} of data, ${frameBytes} in frames`);
        assert.equal(shown, path, 'the page is not redirected');
        assert.ok(fileBytes > 10_000, `${path} is measured`);
        assert.ok(fileBytes <= FIRST_LOAD_MAX_BYTES, `${path}: ${fileBytes} bytes`);
        assert.ok(dataBytes <= DATA_MAX_BYTES, `${path}: ${dataBytes} bytes of data`);
        assert.ok(frameBytes <= FRAMES_MAX_BYTES, `${path}: ${frameBytes} bytes in frames`);
      }),
    );
  };

  it('when a person who is not signed in opens each page, then its files take at most 150 kB', (t) =>
    requireSmall(PUBLIC_PATHS, false, (line) => t.diagnostic(line)));

  it('when an administrator opens the pages of account and installation, then the files of each take at most 150 kB', (t) =>
    requireSmall(PERSONAL_PATHS, true, (line) => t.diagnostic(line)));

  it('when a member opens the console and the workspace, then the files of each take at most 150 kB, without its previews', (t) =>
    requireSmall(organizationPaths, true, (line) => t.diagnostic(line)));

  it('when an owner has as much as is allowed, then only what is in view is read, and lists are compressed', async (t) => {
    const { owner } = await world.openLive({ name: 'Sunday' });
    await setRole(world.lectern, owner, person, 'owner');
    const client = api(world.lectern, owner);
    const slides = Array.from({ length: DECK_MAX_SLIDES }, (_, at) => ({ layout: 'text', text: `Slide number ${at}` }));
    const { body: deck } = await createDeck(client, slides, 'The longest deck');
    for (let count = 1; count < DECKS; count++) await createDeck(client, [], `Song number ${count}`);
    const entries = Array.from({ length: PLAN_MAX_ENTRIES }, (_, at) => ({
      kind: 'passage',
      title: `Entry ${at + 1}`,
      passage: [{ book_id: 19, chapter: (at % 150) + 1 }],
    }));
    const { body: plan } = await createPlan(client, entries);
    for (const path of [
      workspacePath(owner.id, 'plans', plan.id),
      workspacePath(owner.id, 'decks'),
      workspacePath(owner.id, 'decks', deck.id),
    ]) {
      const { dataBytes } = await measure(path, true);
      t.diagnostic(`${path}: ${dataBytes} bytes of data`);
      assert.ok(dataBytes > 10_000, `${path} is measured`);
      assert.ok(dataBytes <= FULL_DATA_MAX_BYTES, `${path}: ${dataBytes} bytes of data`);
    }
  });
});
