import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { toAuditRecord } from '../../src/domain/audit/audit.ts';
import { newId, newUuid } from '../../src/domain/identifiers.ts';
import type { DeckRecord, Owner } from '../../src/storage/storage.ts';
import { TEST_ACTOR } from '../support/requests/live-state.ts';
import { ENGINES } from '../support/server/lectern.ts';
import { createOwners, useStorage } from './place.ts';

const DECKS: readonly [title: string, ...texts: string[]][] = [
  ['Grace Greater Than Our Sin', 'Marvelous grace of our loving Lord'],
  ['My Chains', 'Amazing grace how sweet\nthe sound'],
  ['Amazing Grace', 'Amazing grace! how sweet the sound'],
  ['So Amazing', 'How great, how full of grace, how sweet'],
  ['Größer', 'Du bist größer', 'Señor, eterno'],
  ["I'll Fly Away", "I'll fly away, oh glory"],
  ['主の祈り', '天にまします我らの父よ'],
  ['100% Yours_', 'All I have is yours'],
  ['  | bars | ', 'Bars and % percent'],
  ['Long', `${'word '.repeat(2_500)}beyond`, 'end'],
];

for (const engine of ENGINES) {
  describe(`the search for decks on ${engine}`, () => {
    const { storage } = useStorage(engine);
    let organizationId: string;
    before(async () => {
      const { organization, userId: ownerUserId } = await createOwners(storage);
      organizationId = organization.id;
      const other = newUuid();
      await storage.accounts.createOrganization({ id: other, name: 'Other', ownerUserId });
      for (const [title, ...texts] of DECKS)
        assert.equal(await storage.decks.create(toDeck(title, texts), 100), 'created');
      assert.equal(await storage.decks.create({ ...toDeck('Amazing', []), organizationId: other }, 100), 'created');
    });

    const toDeck = (title: string, texts: readonly string[]): DeckRecord => ({
      id: newId(),
      organizationId,
      title,
      revision: 1,
      slides: texts.map((text, index) => {
        return { id: `${index}`, layout: 'text', title: null, text, reference: null, image: null };
      }),
      kind: 'song',
      order: null,
      languageTag: null,
      songbook: null,
      footer: { authors: 'John Newton', copyright: null, ccli: null, source: null },
      shared: false,
      createdAt: '2026-01-01',
      updatedAt: '2026-01-01',
    });
    const find = async (typed: string, limit = 10) =>
      (await storage.decks.search(organizationId, typed, { limit, bySlides: limit })).map(({ title }) => title);

    it('[D58] when words are in titles and texts, then a title that begins with them is first, then titles, phrases, and all words', async () => {
      const found = await storage.decks.search(organizationId, 'amazing gr', { limit: 10, bySlides: 10 });
      assert.deepEqual(
        found.map(({ title, line, authors }) => [title, line, authors]),
        [
          ['Amazing Grace', null, 'John Newton'],
          ['My Chains', 'Amazing grace how sweet', 'John Newton'],
          ['So Amazing', 'How great, how full of grace, how sweet', 'John Newton'],
        ],
      );
      assert.deepEqual(await find('amazing'), ['Amazing Grace', 'So Amazing', 'My Chains']);
      assert.deepEqual(await find('how sweet the so'), ['Amazing Grace', 'My Chains']);
      assert.deepEqual(await find('sweet great'), ['So Amazing']);
      assert.deepEqual(await find('grace', 2), ['Grace Greater Than Our Sin', 'Amazing Grace']);
    });

    it('[D58] when case, accents, apostrophes or signs differ, then words are found all the same, from their beginning', async () => {
      for (const typed of ['GROSSER', 'größ', 'gro\u0308ß', 'senor eterno'])
        assert.deepEqual(await find(typed), ['Größer'], typed);
      for (const typed of ["i'll fly", 'ill fly', 'I’LL FLY'])
        assert.deepEqual(await find(typed), ["I'll Fly Away"], typed);
      assert.deepEqual(await find('mazing'), []);
      assert.deepEqual(await find('我らの'), ['主の祈り']);
    });

    it('[D58] when signs of patterns are typed, then they match nothing else', async () => {
      assert.deepEqual(await find('%'), []);
      assert.deepEqual(await find('_'), []);
      assert.deepEqual(await find('100%'), ['100% Yours_']);
      assert.deepEqual(await find('bars | and'), ['  | bars | ']);
      assert.deepEqual(await find(''), []);
    });

    it('[D58] when more than 12 words are typed, then the first 12 are searched', async () => {
      const typed = 'marvelous grace of our loving lord grace greater than our sin grace';
      assert.deepEqual(await find(`${typed} zebra`), ['Grace Greater Than Our Sin']);
      assert.deepEqual(await find(typed.replace(/grace$/, 'zebra')), []);
    });

    it('[D58] when only some may be found by their slides, then no more are, and titles are not among them', async () => {
      const find = async (bySlides: number, limit = 10) =>
        (await storage.decks.search(organizationId, 'grace', { limit, bySlides })).map(({ title }) => title);
      const titles = ['Grace Greater Than Our Sin', 'Amazing Grace'];
      assert.deepEqual(await find(0), titles);
      assert.deepEqual(await find(1), [...titles, 'My Chains']);
      assert.deepEqual(await find(5, 1), titles.slice(0, 1));
    });

    it('[D70] when a deck is very long, then its first 10,000 characters are found', async () => {
      assert.deepEqual(await find('word'), ['Long']);
      assert.deepEqual(await find('beyond'), []);
    });

    it('[D70] when a deck is replaced or deleted, then its new words are found and its old ones are not', async () => {
      const deck = toDeck('Temporary', ['zebra']);
      await storage.decks.create(deck, 100);
      assert.deepEqual(await find('zebra'), ['Temporary']);
      const next = { ...toDeck('Temporary', ['yak']), id: deck.id, revision: 2 };
      const owner: Owner = { kind: 'organization', id: organizationId };
      const toAudit = () => toAuditRecord(TEST_ACTOR, { owner, resource: deck.id });
      assert.deepEqual(await storage.decks.replace(next, toAudit(), { changesPhones: false }), new Map());
      assert.deepEqual([await find('zebra'), await find('yak')], [[], ['Temporary']]);
      assert.deepEqual(await storage.decks.delete(next, toAudit()), new Map());
      assert.deepEqual(await find('yak'), []);
    });
  });
}
