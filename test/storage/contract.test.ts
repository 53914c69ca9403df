import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { newId, newUuid } from '../../src/domain/identifiers.ts';
import { applyTransition, type Transition } from '../../src/domain/live/transitions.ts';
import type {
  CredentialRecord,
  LiveRecord,
  LiveState,
  Owner,
  QueueChange,
  QueueItem,
  Storage,
} from '../../src/storage/storage.ts';
import { ENGINES } from '../support/lectern.ts';
import { createPlace, edition, isUnavailable, type Place } from './place.ts';

const live = (owner: Owner, more: Partial<LiveRecord> = {}): LiveRecord => ({
  id: newId(),
  owner,
  name: 'Live',
  status: 'running',
  mode: 'reader',
  paused: false,
  showing: false,
  sequence: 0,
  reference: null,
  translations: [],
  viewerSettings: { theme: 'dark', scale: 0, presentation: false },
  focusItemId: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...more,
});

const item = (rank: number, more: Partial<QueueItem> = {}): QueueItem => ({
  id: newId(),
  rank,
  bookId: 1,
  book: 'Genesis',
  chapter: 1,
  verse: rank + 1,
  text: `Verse ${rank + 1}`,
  translation: 'one',
  revisionId: 'revision',
  ...more,
});

/** Rows of a driver compare by what they say, not by their prototype. */
const findText = async (storage: Storage, revisionId: string, bookId: number) =>
  structuredClone(await storage.editions.findBook(revisionId, bookId));
const count = (outcomes: readonly string[], outcome: string) => outcomes.filter((one) => one === outcome).length;

/** Anything a text column must hold; PostgreSQL has no NUL, and the wire refuses it. */
const text = fc.string({ unit: 'binary', maxLength: 40 }).map((value) => value.replaceAll('\0', ''));

/** One step of the model: a change that depends on what is queued at that time. */
type Step = (state: LiveState) => Transition;
const pick = <Value>(values: readonly Value[], seed: number): Value | undefined => values[seed % values.length];
const onQueue =
  (make: (items: readonly QueueItem[]) => QueueChange[]): Step =>
  ({ items }) => ({ record: {}, queue: make(items) });

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.array(text, { minLength: 1, maxLength: 300 }).map((texts) =>
    onQueue((items) => {
      const start = (items.at(-1)?.rank ?? -1) + 1;
      return [{ type: 'append', items: texts.map((one, index) => item(start + index, { text: one })) }];
    }),
  ),
  fc
    .nat()
    .map((seed) => onQueue((items) => [{ type: 'remove', items: items.filter((_, at) => (at + seed) % 3 === 0) }])),
  fc.constant(onQueue(() => [{ type: 'clear' }])),
  fc.constant(onQueue(() => [{ type: 'clear' }, { type: 'append', items: [item(0), item(1)] }])),
  // Turned round: every item takes the rank of another.
  fc.constant(
    onQueue((items) => [
      { type: 'rank', items: items.map((one, index) => ({ item: one, rank: items.at(-1 - index)!.rank })) },
    ]),
  ),
  // Moved: a rank between two others.
  fc.tuple(fc.nat(), fc.nat()).map(([from, to]) =>
    onQueue((items) => {
      const moved = pick(items, from);
      if (!moved) return [];
      const at = to % items.length;
      const rank = ((items[at - 1]?.rank ?? items[0]!.rank - 2) + items[at]!.rank) / 2;
      return [{ type: 'rank', items: [{ item: moved, rank }] }];
    }),
  ),
  fc
    .record(
      {
        name: text,
        status: fc.constantFrom('running' as const, 'stopped' as const),
        mode: fc.constantFrom('reader' as const, 'presentation' as const),
        paused: fc.boolean(),
        showing: fc.boolean(),
        reference: fc.option(text),
        translations: fc.array(text, { maxLength: 4 }),
        viewerSettings: fc.tuple(fc.boolean(), fc.integer({ min: -4, max: 8 })).map(([presentation, scale]) => ({
          theme: 'light' as const,
          scale,
          presentation,
        })),
        focusItemId: fc.option(text),
      },
      { requiredKeys: [], noNullPrototype: true },
    )
    .map(
      (record): Step =>
        () => ({ record, queue: [] }),
    ),
);

for (const engine of ENGINES) {
  describe(`storage contract on ${engine}`, () => {
    let place: Place;
    let storage: Storage;
    let account: Owner;
    let organization: Owner;
    let userId: string;

    before(async () => {
      place = await createPlace(engine);
      storage = await place.open();
      userId = newUuid();
      account = { kind: 'account', id: newUuid() };
      organization = { kind: 'organization', id: newUuid() };
      const user = { id: userId, email: 'owner@example.org', name: 'Owner', accountId: account.id, passwordHash: null };
      assert.equal(await storage.accounts.createUser(user), 'created');
      await storage.accounts.createOrganization({ id: organization.id, name: 'Organization', ownerUserId: userId });
    });
    after(async () => {
      await storage.close();
      await place.drop();
    });

    const created = async (more: Partial<LiveRecord> = {}, owner = account): Promise<LiveRecord> => {
      const record = live(owner, more);
      assert.equal(await storage.lives.create(record, 1_000_000), 'created');
      return record;
    };
    const commit = ({ record, items }: LiveState, transition: Transition) => {
      const next = applyTransition({ record, items }, transition);
      const change = { expectedSequence: record.sequence, next: next.record, queue: transition.queue };
      return storage.lives.commit(change).then((outcome) => ({ outcome, next }));
    };

    describe('lives', () => {
      it('commit: of parallel changes from one sequence exactly one is durable, whole', async () => {
        let state: LiveState = { record: await created(), items: [] };
        for (let round = 0; round < 5; round++) {
          const rivals = await Promise.all(
            Array.from({ length: 12 }, (_, rival) => {
              const rank = state.items.length;
              const items = [item(rank), item(rank + 1, { text: `Rival ${rival}` })];
              return commit(state, { record: { name: `Rival ${rival}` }, queue: [{ type: 'append', items }] });
            }),
          );
          const winners = rivals.filter(({ outcome }) => outcome === 'committed');
          assert.equal(winners.length, 1);
          assert.equal(rivals.filter(({ outcome }) => outcome === 'stale').length, 11);
          state = winners[0]!.next;
          assert.deepEqual(await storage.lives.load(state.record.id), state);
        }
      });

      it('commit: an unknown Live is missing, and stays so', async () => {
        const record = live(account);
        const { outcome } = await commit(
          { record, items: [] },
          { record: {}, queue: [{ type: 'append', items: [item(0)] }] },
        );
        assert.equal(outcome, 'missing');
        assert.equal(await storage.lives.load(record.id), null);
        assert.equal(await storage.lives.find(record.id), null);
      });

      it('commit: a change whose queue part fails midway changes nothing at all', async () => {
        const { next: state } = await commit(
          { record: await created(), items: [] },
          { record: { showing: true }, queue: [{ type: 'append', items: [item(0), item(1)] }] },
        );
        const twice = item(300);
        const many = Array.from({ length: 300 }, (_, index) => item(index));
        const queue: QueueChange[] = [{ type: 'clear' }, { type: 'append', items: [...many, twice, twice] }];
        await assert.rejects(commit(state, { record: { name: 'Half' }, queue }));
        assert.deepEqual(await storage.lives.load(state.record.id), state);
        assert.equal((await commit(state, { record: {}, queue: [] })).outcome, 'committed');
      });

      it('load gives what applyTransition says, after any changes', async () => {
        await fc.assert(
          fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12, size: 'max' }), async (steps) => {
            let state: LiveState = { record: await created(), items: [] };
            for (const transition of steps) {
              const { outcome, next } = await commit(state, transition(state));
              assert.equal(outcome, 'committed');
              state = next;
              assert.deepEqual(await storage.lives.load(state.record.id), state);
            }
            assert.deepEqual(await storage.lives.find(state.record.id), state.record);
          }),
          { numRuns: 40 },
        );
      });

      it('load: record and queue are of one moment while changes are made', async () => {
        let state: LiveState = { record: await created(), items: [] };
        let writing = true;
        const readers = [1, 2, 3].map(async () => {
          while (writing) {
            const { record, items } = (await storage.lives.load(state.record.id))!;
            assert.equal(items.length, record.sequence);
          }
        });
        for (let rank = 0; rank < 40; rank++) {
          ({ next: state } = await commit(state, { record: {}, queue: [{ type: 'append', items: [item(rank)] }] }));
        }
        writing = false;
        await Promise.all(readers);
        assert.equal((await storage.lives.load(state.record.id))!.items.length, 40);
      });

      it('delete: compare-and-set, atomic with the queue', async () => {
        const { next: state } = await commit(
          { record: await created(), items: [] },
          { record: {}, queue: [{ type: 'append', items: [item(0), item(1)] }] },
        );
        const { id } = state.record;
        assert.equal(await storage.lives.delete(id, 0), 'stale');
        assert.deepEqual(await storage.lives.load(id), state);
        const outcomes = await Promise.all(Array.from({ length: 8 }, () => storage.lives.delete(id, 1)));
        assert.deepEqual([count(outcomes, 'deleted'), count(outcomes, 'missing')], [1, 7]);
        assert.equal(await storage.lives.load(id), null);
        assert.equal(
          (await commit(state, { record: {}, queue: [{ type: 'append', items: [item(9)] }] })).outcome,
          'missing',
        );
        const again = await created({ id });
        assert.deepEqual(await storage.lives.load(id), { record: again, items: [] });
      });

      it('delete and commit from one sequence: exactly one of them happens', async () => {
        for (let round = 0; round < 10; round++) {
          const state: LiveState = { record: await created(), items: [] };
          const [deletion, change] = await Promise.all([
            storage.lives.delete(state.record.id, 0),
            commit(state, { record: {}, queue: [{ type: 'append', items: [item(0)] }] }),
          ]);
          const after = deletion === 'deleted' ? null : change.next;
          assert.deepEqual([deletion, change.outcome], after ? ['stale', 'committed'] : ['deleted', 'missing']);
          assert.deepEqual(await storage.lives.load(state.record.id), after);
        }
      });

      it('create: parallel creations reach the quota of their owner exactly', async () => {
        const ownerUserId = userId;
        const crowded: Owner = { kind: 'organization', id: newUuid() };
        await storage.accounts.createOrganization({ id: crowded.id, name: 'Crowded', ownerUserId });
        const outcomes = await Promise.all(Array.from({ length: 20 }, () => storage.lives.create(live(crowded), 5)));
        assert.deepEqual([count(outcomes, 'created'), count(outcomes, 'quota_exceeded')], [5, 15]);
        const listed = await storage.lives.list(crowded, { limit: 100, after: null });
        assert.equal(listed.length, 5);
        const one = await storage.lives.find(listed[0]!.id);
        assert.equal(await storage.lives.delete(one!.id, one!.sequence), 'deleted');
        assert.equal(await storage.lives.create(live(crowded), 5), 'created');
        assert.equal(await storage.lives.create(live(crowded), 5), 'quota_exceeded');
      });

      it('list: oldest first, then by code points of the id, page after page, of one owner', async () => {
        const owner: Owner = { kind: 'organization', id: newUuid() };
        await storage.accounts.createOrganization({ id: owner.id, name: 'Lister', ownerUserId: userId });
        const same = '2026-02-02T00:00:00.000Z';
        const ids = ['b', 'B', '_', 'a-', 'a', '0', 'Z', 'ä'];
        for (const id of ids) await created({ id: `list${id}`, createdAt: same }, owner);
        await created({ id: 'list-first', createdAt: '2026-02-01T23:59:59.999Z' }, owner);
        await created({ id: 'list-0-last', createdAt: '2026-02-02T00:00:00.001Z' }, owner);
        await created({ id: 'list-elsewhere', createdAt: same });
        const expected = ['list-first', ...ids.map((id) => `list${id}`).toSorted(), 'list-0-last'];
        for (const limit of [1, 3, 10, 50]) {
          const found: string[] = [];
          for (let last: { createdAt: string; id: string } | null = null; ; ) {
            const page = await storage.lives.list(owner, { limit, after: last });
            assert.ok(page.length <= limit);
            found.push(...page.map(({ id }) => id));
            if (page.length < limit) break;
            last = page.at(-1)!;
          }
          assert.deepEqual(found, expected);
        }
        assert.deepEqual(await storage.lives.list({ kind: 'account', id: owner.id }, { limit: 9, after: null }), []);
      });
    });

    describe('accounts and credentials', () => {
      const credential = (more: Partial<CredentialRecord>): CredentialRecord => ({
        id: newId(),
        kind: 'personal',
        hash: newId(),
        name: 'Credential',
        organizationId: null,
        userId: null,
        scopes: ['live.get', 'live.update'],
        createdAt: new Date().toISOString(),
        expiresAt: '2020-01-01T00:00:00.000Z',
        revokedAt: null,
        ...more,
      });

      it('createUser: of parallel ones with one e-mail address exactly one is created, whole', async () => {
        const users = Array.from({ length: 8 }, (_, index) => ({
          id: newUuid(),
          email: 'wanted@example.org',
          name: `User ${index}`,
          accountId: newUuid(),
          passwordHash: null,
        }));
        const outcomes = await Promise.all(users.map((user) => storage.accounts.createUser(user)));
        assert.deepEqual([count(outcomes, 'created'), count(outcomes, 'email_taken')], [1, 7]);
        const { id, email, name, accountId } = users[outcomes.indexOf('created')]!;
        const found = await storage.accounts.findUserByEmail(email);
        assert.deepEqual(found, { id, email, name, accountId, disabled: false });
        const accounts = await Promise.all(users.map((user) => storage.accounts.accountExists(user.accountId)));
        assert.equal(accounts.filter(Boolean).length, 1);
      });

      it('createUser: an account that cannot be made leaves no user', async () => {
        const email = 'half@example.org';
        const user = { id: newUuid(), email, name: 'Half', accountId: account.id, passwordHash: null };
        await assert.rejects(storage.accounts.createUser(user));
        assert.equal(await storage.accounts.findUserByEmail(email), null);
      });

      it('createOrganization: an owner that does not exist leaves no organization', async () => {
        const id = newUuid();
        await assert.rejects(storage.accounts.createOrganization({ id, name: 'Nobody’s', ownerUserId: newUuid() }));
        assert.equal(await storage.accounts.findOrganization(id), null);
      });

      it('findAuthority: the owner behind a credential, whole, expired or not; null for unknown and revoked ones', async () => {
        const personal = credential({ userId, scopes: [] });
        const service = credential({ kind: 'service', organizationId: organization.id, expiresAt: null });
        for (const one of [personal, service]) await storage.credentials.create(one);
        const { findAuthority, revoke, list } = storage.credentials;
        assert.deepEqual(await findAuthority(personal.hash), { credential: personal, owner: account });
        assert.deepEqual(await findAuthority(service.hash), { credential: service, owner: organization });
        assert.equal(await findAuthority('unknown'), null);
        assert.equal(await findAuthority(personal.hash.toUpperCase()), null);

        const revokedAt = new Date().toISOString();
        const outcomes = await Promise.all(Array.from({ length: 5 }, () => revoke(service.id, revokedAt)));
        assert.deepEqual(outcomes.filter(Boolean), [true]);
        assert.equal(await revoke('unknown', revokedAt), false);
        assert.equal(await findAuthority(service.hash), null);
        assert.deepEqual(await list({ organizationId: organization.id }), [{ ...service, revokedAt }]);
        assert.deepEqual(await list({ userId }), [personal]);
      });

      it('findAuthority: null for a disabled user', async () => {
        const user = {
          id: newUuid(),
          email: 'gone@example.org',
          name: 'Gone',
          accountId: newUuid(),
          passwordHash: null,
        };
        await storage.accounts.createUser(user);
        const personal = credential({ userId: user.id });
        await storage.credentials.create(personal);
        assert.ok(await storage.credentials.findAuthority(personal.hash));
        await place.sql(`UPDATE users SET disabled = 1 WHERE id = '${user.id}'`);
        assert.equal(await storage.credentials.findAuthority(personal.hash), null);
        assert.equal((await storage.accounts.findUserByEmail(user.email))?.disabled, true);
      });

      it('create: two credentials never share a hash', async () => {
        const first = credential({ userId });
        await storage.credentials.create(first);
        await assert.rejects(storage.credentials.create(credential({ userId, hash: first.hash })));
        assert.equal((await storage.credentials.findAuthority(first.hash))?.credential.id, first.id);
      });
    });

    describe('editions and libraries', () => {
      it('import: numbers stay sparse, verses come in canonical order, long books whole', async () => {
        const verses = Array.from({ length: 1203 }, (_, index) => ({
          chapter: 1 + Math.floor(index / 100),
          verse: 1 + (index % 100) * 2,
          text: `Text ${index} äß漢\u{1F54A}`,
        }));
        const books = [
          { bookId: 43, name: 'John', verses: verses.toReversed() },
          { bookId: 2, name: 'Exodus', verses: [{ chapter: 3, verse: 14, text: 'I am' }] },
        ];
        const imported = edition('long', { books });
        await storage.editions.import(imported);
        assert.deepEqual(await findText(storage, imported.id, 43), { bookId: 43, name: 'John', verses });
        assert.equal(await storage.editions.findBook(imported.id, 1), null);
        const { id, slug, name, language, rights, provenance } = imported;
        const found = { slug, name, language, rights, provenance, revisionId: id, bookIds: [2, 43] };
        assert.deepEqual(await storage.editions.find('long'), found);
        assert.deepEqual(await storage.editions.findRevision(id), { id, slug, name, language, rights });
      });

      it('import: a failing one leaves nothing behind, or the edition as it was', async () => {
        const verse = { chapter: 1, verse: 1, text: 'Twice' };
        const broken = () =>
          edition('broken', {
            name: 'Broken',
            books: [...edition('x').books, { bookId: 2, name: 'Exodus', verses: [verse, verse] }],
          });
        const first = broken();
        await assert.rejects(storage.editions.import(first));
        assert.equal(await storage.editions.find('broken'), null);
        assert.equal(await storage.editions.findRevision(first.id), null);
        assert.equal(await storage.editions.findBook(first.id, 1), null);

        const whole = edition('broken');
        await storage.editions.import(whole);
        const before = await storage.editions.find('broken');
        await assert.rejects(storage.editions.import(broken()));
        assert.deepEqual(await storage.editions.find('broken'), before);
        assert.deepEqual(await findText(storage, whole.id, 1), whole.books[0]);
      });

      it('import again: the text of before is dropped, its revision and the libraries stay', async () => {
        const [first, second] = [edition('again'), edition('again', { name: 'Second', language: 'de' })];
        await storage.editions.import(first);
        await storage.libraries.enable(account, 'again');
        await storage.editions.import(second);
        assert.equal((await storage.editions.find('again'))?.revisionId, second.id);
        assert.equal((await storage.editions.find('again'))?.name, 'Second');
        assert.equal((await storage.editions.findRevision(first.id))?.name, 'Edition again');
        assert.equal(await storage.editions.findBook(first.id, 1), null);
        assert.deepEqual(await findText(storage, second.id, 1), second.books[0]);
        assert.ok((await storage.libraries.enabled(account)).has('again'));
      });

      it('import: of parallel ones the last stands whole, and only its text is kept', async () => {
        await storage.editions.import(edition('race'));
        const rivals = Array.from({ length: 4 }, () => edition('race'));
        await Promise.all(rivals.map((rival) => storage.editions.import(rival)));
        const current = (await storage.editions.find('race'))!.revisionId!;
        const texts = await Promise.all(rivals.map(({ id }) => storage.editions.findBook(id, 1)));
        assert.deepEqual(
          rivals.filter((_, index) => texts[index] !== null).map(({ id }) => id),
          [current],
        );
      });

      it('list: by code points of the slug, page after page', async () => {
        const slugs = ['p-b', 'p0', 'pa', 'p-', 'pb', 'p9', 'p-0'];
        for (const slug of slugs) await storage.editions.import(edition(slug));
        const found: string[] = [];
        for (let last: string | null = null; ; last = found.at(-1)!) {
          const page = await storage.editions.list({ limit: 3, after: last });
          found.push(...page.map(({ slug }) => slug));
          if (page.length < 3) break;
        }
        assert.deepEqual(found, found.toSorted());
        assert.deepEqual(
          found.filter((slug) => slugs.includes(slug)),
          slugs.toSorted(),
        );
      });

      it('libraries: enabling is idempotent, disabling says whether it was, owners are apart', async () => {
        await storage.editions.import(edition('shelf'));
        await Promise.all(Array.from({ length: 4 }, () => storage.libraries.enable(organization, 'shelf')));
        assert.deepEqual(await storage.libraries.enabled(organization), new Set(['shelf']));
        for (const other of [account, { kind: 'account', id: organization.id } as const]) {
          assert.equal((await storage.libraries.enabled(other)).has('shelf'), false);
          assert.equal(await storage.libraries.disable(other, 'shelf'), false);
        }
        assert.equal(await storage.libraries.disable(organization, 'shelf'), true);
        assert.equal(await storage.libraries.disable(organization, 'shelf'), false);
        assert.deepEqual(await storage.libraries.enabled(organization), new Set());
      });
    });

    it('a locked database is unavailable, nothing is changed, and it goes on afterwards', async () => {
      const state: LiveState = { record: await created(), items: [] };
      const transition: Transition = { record: { name: 'Late' }, queue: [{ type: 'append', items: [item(0)] }] };
      const release = await place.lock();
      try {
        await assert.rejects(commit(state, transition), isUnavailable);
        await assert.rejects(storage.lives.create(live(account), 1_000_000), isUnavailable);
        await assert.rejects(storage.lives.delete(state.record.id, 0), isUnavailable);
      } finally {
        await release();
      }
      assert.deepEqual(await storage.lives.load(state.record.id), state);
      const { outcome, next } = await commit(state, transition);
      assert.equal(outcome, 'committed');
      assert.deepEqual(await storage.lives.load(state.record.id), next);
    });
  });
}
