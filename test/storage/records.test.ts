import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { Role } from '../../src/contract/scopes.ts';
import { toAuditRecord } from '../../src/domain/audit/audit.ts';
import { newId, newUuid } from '../../src/domain/identifiers.ts';
import type { CredentialRecord, Owner, Storage } from '../../src/storage/storage.ts';
import { TEST_ACTOR } from '../support/requests/live-state.ts';
import { ENGINES } from '../support/server/lectern.ts';
import { count, createOwners, edition, useStorage } from './place.ts';

/** Compares rows of a driver by value, not by prototype. */
const findText = async (storage: Storage, revisionId: string, bookId: number) =>
  structuredClone(await storage.editions.findBook(revisionId, bookId));

const BRIDGED = [
  { chapter: 1, verse: 1, text: 'In the beginning' },
  { chapter: 1, verse: 2, last: 4, text: 'And the earth' },
  { chapter: 1, verse: 5, text: 'And God called' },
];

for (const engine of ENGINES) {
  describe(`storage contract, accounts and editions, on ${engine}`, () => {
    const { place, storage } = useStorage(engine);
    let account: Owner;
    let organization: Owner;
    let userId: string;

    before(async () => {
      ({ account, organization, userId } = await createOwners(storage));
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

      const audit = () => toAuditRecord(TEST_ACTOR, { owner: account });
      const newUser = async () => {
        const id = newUuid();
        const user = { id, email: `${id}@example.org`, name: 'User', accountId: newUuid(), passwordHash: null };
        assert.equal(await storage.accounts.createUser(user), 'created');
        return user;
      };

      it('[D29] when users and organizations are created, then their libraries have the starter edition, if it is installed', async () => {
        const before = await newUser();
        assert.deepEqual(await storage.libraries.listEnabled({ kind: 'account', id: before.accountId }), new Set());
        await storage.editions.import(edition('kjv'));
        const { id, accountId } = await newUser();
        const church = { id: newUuid(), name: 'Church', ownerUserId: id };
        assert.equal(await storage.accounts.createOrganization(church), 'created');
        for (const owner of [
          { kind: 'account', id: accountId } as const,
          { kind: 'organization', id: church.id } as const,
        ]) {
          assert.deepEqual(await storage.libraries.listEnabled(owner), new Set(['kjv']));
          await storage.libraries.disable(owner, 'kjv');
        }
        assert.equal(await storage.editions.remove('kjv'), 'removed');
      });

      it('createUser: when users with one e-mail address are created in parallel, then exactly one is created, completely', async () => {
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
        const accounts = await Promise.all(users.map((user) => storage.accounts.findAccount(user.accountId)));
        const made = accounts.filter((found) => found !== null);
        assert.deepEqual(
          made.map((found) => ({ ...found })),
          [{ id: accountId, name, handle: null }],
        );
      });

      it('createUser: when the account cannot be created, then no user is created', async () => {
        const email = 'half@example.org';
        const user = { id: newUuid(), email, name: 'Half', accountId: account.id, passwordHash: null };
        await assert.rejects(storage.accounts.createUser(user));
        assert.equal(await storage.accounts.findUserByEmail(email), null);
      });

      it('createOrganization: when the owner does not exist, then no organization is created', async () => {
        const id = newUuid();
        const organization = { id, name: 'Without owner', ownerUserId: newUuid() };
        assert.equal(await storage.accounts.createOrganization(organization), 'missing');
        assert.equal(await storage.accounts.findOrganization(id), null);
      });

      it('findAuthority: when a credential is known, then its authority is returned, expired or not; unknown and revoked ones return null', async () => {
        const personal = credential({ userId, scopes: [] });
        const service = credential({ kind: 'service', organizationId: organization.id, expiresAt: null });
        for (const one of [personal, service]) await storage.credentials.create(one);
        const { findAuthority, revoke, list } = storage.credentials;
        assert.deepEqual(await findAuthority(personal.hash), {
          credential: personal,
          owner: account,
          role: null,
          restricted: false,
          endsAt: personal.expiresAt,
        });
        assert.deepEqual(await findAuthority(service.hash), {
          credential: service,
          owner: organization,
          role: null,
          restricted: false,
          endsAt: null,
        });
        assert.equal(await findAuthority('unknown'), null);
        assert.equal(await findAuthority(personal.hash.toUpperCase()), null);

        const revokedAt = new Date().toISOString();
        const outcomes = await Promise.all(Array.from({ length: 5 }, () => revoke(service.id, revokedAt)));
        assert.deepEqual(outcomes.filter(Boolean), [true]);
        assert.equal(await revoke('unknown', revokedAt), false);
        assert.equal(await findAuthority(service.hash), null);
        assert.deepEqual(await list({ organizationId: organization.id }), [
          { ...service, revokedAt, lastUsedAt: null, userName: null, role: null },
        ]);
        assert.deepEqual(await list({ userId }), [{ ...personal, lastUsedAt: null, userName: 'Owner', role: null }]);
      });

      it('findAuthority: when the user is disabled, then the result is null', async () => {
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

      it('[D35] rotate: when a secret is replaced, then it works until its own end, whatever is rotated later; without an overlap none does', async () => {
        const token = credential({ userId, expiresAt: '2999-01-01T00:00:00.000Z' });
        await storage.credentials.create(token);
        const { rotate, findAuthority } = storage.credentials;
        const key = { id: token.id, userId, now: new Date().toISOString() };
        const [second, third, fourth] = [newId(), newId(), newId()];
        const ends = async () =>
          Promise.all([token.hash, second, third, fourth].map(async (hash) => (await findAuthority(hash))?.endsAt));
        const rotated = (hash: string, replacedEndsAt: string | null, limit = 2) =>
          rotate(key, { hash, replacedEndsAt, limit }, audit());
        const [late, later] = ['2997-01-01T00:00:00.000Z', '2998-01-01T00:00:00.000Z'];
        assert.equal(await rotated(second, later), 'rotated');
        assert.deepEqual(await ends(), [later, token.expiresAt, undefined, undefined]);
        assert.deepEqual((await findAuthority(token.hash))?.credential, { ...token, hash: second });
        assert.equal(await rotated(third, late), 'rotated');
        assert.deepEqual(await ends(), [later, late, token.expiresAt, undefined]);
        const audits = await place.sql('SELECT id FROM audit');
        assert.equal(await rotated(fourth, late), 'too_many');
        assert.deepEqual(await ends(), [later, late, token.expiresAt, undefined]);
        assert.deepEqual(await place.sql('SELECT id FROM audit'), audits);
        // An expired one is not counted.
        key.now = late;
        assert.equal(await rotated(fourth, later), 'rotated');
        assert.deepEqual(await ends(), [later, undefined, later, token.expiresAt]);
        assert.equal(await rotated(newId(), null), 'rotated');
        assert.deepEqual(await ends(), [undefined, undefined, undefined, undefined]);
      });

      it('rotate: when rotations are parallel, then each replaces the secret of the previous one, and none is lost', async () => {
        const token = credential({ userId, expiresAt: '2999-01-01T00:00:00.000Z' });
        await storage.credentials.create(token);
        const { rotate, findAuthority } = storage.credentials;
        const key = { id: token.id, userId, now: new Date().toISOString() };
        const hashes = Array.from({ length: 6 }, newId);
        const replacedEndsAt = '2998-01-01T00:00:00.000Z';
        const outcomes = await Promise.all(
          hashes.map((hash) => rotate(key, { hash, replacedEndsAt, limit: 6 }, audit())),
        );
        assert.equal(count(outcomes, 'rotated'), 6);
        const ends = await Promise.all(
          [token.hash, ...hashes].map(async (hash) => (await findAuthority(hash))?.endsAt),
        );
        assert.deepEqual(ends.toSorted(), [...Array.from({ length: 6 }, () => replacedEndsAt), token.expiresAt]);
      });

      it('rename, rotate, end: when a credential is active and belongs to the user, then it changes, with an audit record; otherwise nothing does', async () => {
        const active = credential({ userId, expiresAt: '2999-01-01T00:00:00.000Z' });
        const expired = credential({ userId });
        const revoked = credential({ userId, expiresAt: active.expiresAt, revokedAt: active.createdAt });
        const service = credential({ kind: 'service', organizationId: organization.id, expiresAt: active.expiresAt });
        for (const one of [active, expired, revoked, service]) await storage.credentials.create(one);
        const { rename, rotate, end, findActive } = storage.credentials;
        const countAudits = async () => (await place.sql('SELECT id FROM audit')).length;
        const audits = await countAudits();
        const now = new Date().toISOString();
        const strangers = [
          ...[expired, revoked, service].map(({ id }) => ({ id, userId, now })),
          { id: active.id, userId: newUuid(), now },
          { id: newId(), userId, now },
        ];
        for (const key of strangers) {
          assert.equal(await findActive(key), null);
          assert.equal(await rename(key, 'Renamed', audit()), false);
          assert.equal(await rotate(key, { hash: newId(), replacedEndsAt: null, limit: 1 }, audit()), 'missing');
          assert.equal(await end(key, audit()), false);
        }
        assert.equal(await countAudits(), audits);
        const key = { id: active.id, userId, now };
        assert.deepEqual(await findActive(key), { ...active, lastUsedAt: null, userName: 'Owner', role: null });
        assert.ok(await rename(key, 'Renamed', audit()));
        const renewed = { hash: active.hash.toUpperCase(), replacedEndsAt: null, limit: 1 };
        assert.equal(await rotate(key, renewed, audit()), 'rotated');
        assert.deepEqual(await findActive(key), {
          ...active,
          name: 'Renamed',
          hash: active.hash.toUpperCase(),
          lastUsedAt: null,
          userName: 'Owner',
          role: null,
        });
        const ended = await Promise.all(Array.from({ length: 4 }, () => end(key, audit())));
        assert.deepEqual(ended.filter(Boolean), [true]);
        assert.equal(await countAudits(), audits + 3);
      });

      it('create: when credentials are created in parallel, then they do not exceed the quota of active credentials', async () => {
        const user = await newUser();
        await storage.credentials.create(credential({ userId: user.id }));
        const expiresAt = '2999-01-01T00:00:00.000Z';
        const outcomes = await Promise.all(
          Array.from({ length: 8 }, () =>
            storage.credentials.create(credential({ userId: user.id, expiresAt }), { quota: 3, audit: audit() }),
          ),
        );
        assert.deepEqual([count(outcomes, 'created'), count(outcomes, 'quota_exceeded')], [3, 5]);
        const page = { limit: 10, after: null, now: new Date().toISOString() };
        assert.equal((await storage.credentials.listActive(user.id, page)).length, 3);
      });

      it('recordUses: when uses are recorded, then the latest of each is kept; credentials that no longer exist are skipped', async () => {
        const [first, second] = [credential({ userId }), credential({ userId })];
        for (const one of [first, second]) await storage.credentials.create(one);
        const use = (at: string) => storage.credentials.recordUses(new Map([first.id, newId()].map((id) => [id, at])));
        for (const at of ['2026-01-01T00:00:00.000Z', '2026-01-01T01:00:00.000Z']) {
          await use(at);
          const listed = await storage.credentials.list({ userId });
          assert.equal(listed.find(({ id }) => id === first.id)?.lastUsedAt, at);
          assert.equal(listed.find(({ id }) => id === second.id)?.lastUsedAt, null);
        }
      });

      it('members: when roles change, then they are set, listed and removed; the last owner stays', async () => {
        const { setMember, removeMember, listMembers, findRole } = storage.accounts;
        const [owner, other] = [await newUser(), await newUser()];
        const organizationId = newUuid();
        await storage.accounts.createOrganization({ id: organizationId, name: 'Members', ownerUserId: owner.id });
        const set = (user: { id: string }, role: Role) => setMember({ organizationId, userId: user.id, role });
        const remove = (user: { id: string }) => removeMember({ organizationId, userId: user.id });
        assert.deepEqual([await set(owner, 'admin'), await remove(owner)], ['last_owner', 'last_owner']);
        assert.equal(await set(owner, 'owner'), 'set');
        for (const role of ['viewer', 'operator', 'admin'] as const) {
          assert.equal(await set(other, role), 'set');
          assert.equal(await findRole(organizationId, other.id), role);
          assert.deepEqual([await set(owner, 'viewer'), await remove(owner)], ['last_owner', 'last_owner']);
        }
        const listed = await listMembers(organizationId);
        assert.deepEqual(
          listed.map(({ userId: id, email, role, disabled }) => [id, email, role, disabled]).toSorted(),
          [
            [owner.id, owner.email, 'owner', false],
            [other.id, other.email, 'admin', false],
          ].toSorted(),
        );
        assert.deepEqual([await remove(other), await remove(other)], ['removed', 'missing']);
        assert.equal(await findRole(organizationId, other.id), null);
        for (let round = 0; round < 5; round++) {
          for (const user of [owner, other]) assert.equal(await set(user, 'owner'), 'set');
          // Each removes the other's ownership at the same time.
          const outcomes = await Promise.all([remove(owner), set(other, 'viewer')]);
          assert.equal(outcomes.filter((outcome) => outcome === 'last_owner').length, 1, outcomes.join());
          const owners = (await listMembers(organizationId)).filter(({ role }) => role === 'owner');
          assert.equal(owners.length, 1);
        }
      });

      it('setUserDisabled: when a user is disabled or enabled, then authority ends or returns, and all users are listed', async () => {
        const user = await newUser();
        const token = credential({ userId: user.id });
        await storage.credentials.create(token);
        for (const disabled of [true, true, false]) {
          await storage.accounts.setUserDisabled(user.id, disabled);
          assert.equal((await storage.credentials.findAuthority(token.hash)) === null, disabled);
          const listed = (await storage.accounts.listUsers()).find(({ id }) => id === user.id);
          assert.deepEqual([listed?.email, listed?.disabled], [user.email, disabled]);
        }
      });

      it('create: when a credential has the hash of another, then it is refused: hashes are unique', async () => {
        const first = credential({ userId });
        await storage.credentials.create(first);
        await assert.rejects(storage.credentials.create(credential({ userId, hash: first.hash })));
        assert.equal((await storage.credentials.findAuthority(first.hash))?.credential.id, first.id);
      });
    });

    describe('editions and libraries', () => {
      it('import: when an edition is imported, then numbers keep their gaps, verses are in canonical order, and long books are complete', async () => {
        const verses = Array.from({ length: 1203 }, (_, index) => ({
          chapter: 1 + Math.floor(index / 100),
          verse: 1 + (index % 100) * 2,
          text: `Text ${index} äß漢\u{1F54A}`,
        }));
        Object.assign(verses[7]!, { last: 16 });
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
        const unknown = { languageTag: null, bookNames: [], numberings: null };
        assert.deepEqual(await storage.editions.findRevision(id), { id, slug, name, language, rights, ...unknown });
      });

      it('when texts were imported before verse ends were stored, then each verse has one number', async () => {
        const imported = edition('before', { books: [{ bookId: 1, name: 'Genesis', verses: BRIDGED }] });
        await storage.editions.import(imported);
        assert.deepEqual((await findText(storage, imported.id, 1))?.verses, BRIDGED);
        await place.sql(`UPDATE verses SET last_verse = NULL WHERE revision_id = '${imported.id}'`);
        const verses = BRIDGED.map(({ chapter, verse, text }) => ({ chapter, verse, text }));
        assert.deepEqual((await findText(storage, imported.id, 1))?.verses, verses);
      });

      it('import: when it fails, then nothing is left behind, and an existing edition is unchanged', async () => {
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

      it('import again: when it is repeated, then the previous text is deleted; its revision and the libraries stay', async () => {
        const [first, second] = [edition('again'), edition('again', { name: 'Second', language: 'de' })];
        await storage.editions.import(first);
        await storage.libraries.enable(account, 'again');
        await storage.editions.import(second);
        assert.equal((await storage.editions.find('again'))?.revisionId, second.id);
        assert.equal((await storage.editions.find('again'))?.name, 'Second');
        assert.equal((await storage.editions.findRevision(first.id))?.name, 'Edition again');
        assert.equal(await storage.editions.findBook(first.id, 1), null);
        assert.deepEqual(await findText(storage, second.id, 1), second.books[0]);
        assert.ok((await storage.libraries.listEnabled(account)).has('again'));
      });

      it('import: when imports are concurrent, then the last one is complete, and only its text is kept', async () => {
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

      it('list: when editions are listed, then they are sorted by code points of the slug, page by page', async () => {
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

      it('libraries: when editions are enabled or disabled, then enabling is idempotent, disabling returns whether it was enabled, and owners are independent', async () => {
        await storage.editions.import(edition('shelf'));
        await Promise.all(Array.from({ length: 4 }, () => storage.libraries.enable(organization, 'shelf')));
        assert.deepEqual(await storage.libraries.listEnabled(organization), new Set(['shelf']));
        assert.deepEqual(await storage.libraries.listHolders('shelf', 5), [organization]);
        assert.deepEqual(await storage.libraries.listHolders('shelf', 0), []);
        for (const other of [account, { kind: 'account', id: organization.id } as const]) {
          assert.equal((await storage.libraries.listEnabled(other)).has('shelf'), false);
          assert.equal(await storage.libraries.disable(other, 'shelf'), false);
        }
        assert.equal(await storage.libraries.disable(organization, 'shelf'), true);
        assert.equal(await storage.libraries.disable(organization, 'shelf'), false);
        assert.deepEqual(await storage.libraries.listEnabled(organization), new Set());
      });

      it('libraries: when an edition is not installed, then it is not enabled, and no audit record says that it was', async () => {
        await storage.editions.import(edition('gone'));
        assert.equal(await storage.libraries.enable(organization, 'gone'), true);
        await storage.libraries.disable(organization, 'gone');
        await storage.editions.remove('gone');
        const audit = toAuditRecord(TEST_ACTOR, { owner: organization, resource: 'gone' });
        for (const slug of ['gone', 'never']) {
          assert.equal(await storage.libraries.enable(organization, slug, audit), false);
        }
        assert.deepEqual(await storage.libraries.listEnabled(organization), new Set());
        assert.deepEqual(await place.sql("SELECT 1 FROM audit WHERE resource = 'gone'"), []);
      });

      // On SQLite transactions run one at a time.
      if (engine === 'sqlite') return;

      it('libraries: when another node is removing an edition, then it is not enabled, and new libraries start without it', async () => {
        for (const slug of ['going', 'kjv']) await storage.editions.import(edition(slug));
        const accountId = newUuid();
        const user = { id: newUuid(), email: 'new@example.org', name: 'New', accountId, passwordHash: null };
        const tables = place.tables();
        const outcomes = await tables
          .transaction()
          .execute(async (transaction) => {
            await sql`DELETE FROM editions WHERE slug IN ('going', 'kjv')`.execute(transaction);
            const both = Promise.all([
              storage.libraries.enable(organization, 'going'),
              storage.accounts.createUser(user),
            ]);
            both.catch(() => {});
            const waiting =
              "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
            while ((await place.sql(waiting)).length < 2);
            return { both };
          })
          .finally(() => tables.destroy());
        assert.deepEqual(await outcomes.both, [false, 'created']);
        assert.deepEqual(await storage.libraries.listEnabled({ kind: 'account', id: accountId }), new Set());
      });
    });
  });
}
