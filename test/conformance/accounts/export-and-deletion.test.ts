import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import type { StagedCommand } from '../../../src/cli/command.ts';
import { exportAccount } from '../../../src/cli/commands/account-export.ts';
import { executeCommand } from '../../../src/cli/execute.ts';
import { hashCredentialSecret } from '../../../src/domain/account/credentials/credential-secret.ts';
import { deleteOwner } from '../../../src/domain/account/lifecycle/owner-deletion.ts';
import { toAuditRecord, toCommandActor } from '../../../src/domain/audit/audit.ts';
import { newId } from '../../../src/domain/identifiers.ts';
import type { Lives } from '../../../src/domain/live/lives.ts';
import { hashOpaqueSecret } from '../../../src/domain/opaque-secret.ts';
import { KNOWN_EDITIONS } from '../../../src/editions/known-editions.ts';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import { type Api, api, assertProblem, createTestLive, type JsonDocument } from '../../support/requests/api.ts';
import {
  createFixture,
  FIXTURE_SLUG,
  importFixtureEdition,
  STUDIO_SETTINGS,
} from '../../support/requests/documented-operations.ts';
import { createLiveController } from '../../support/requests/live-controller.ts';
import { openAuthorizationBrowser } from '../../support/requests/oauth-flow.ts';
import { planPath } from '../../support/requests/plans.ts';
import { beginPoll, readSnapshot, waitUntilParked } from '../../support/requests/poll.ts';
import { addImage, createSnapshot, organizationRestPath, publish } from '../../support/requests/presentation.ts';
import { openStream } from '../../support/requests/stream.ts';
import { createTestUser } from '../../support/requests/tokens.ts';
import { createDataDirectory } from '../../support/server/database.ts';
import {
  createTestAccount,
  createTestOrganization,
  ENGINES,
  smallEdition,
  type TestLectern,
  type TestOwner,
} from '../../support/server/lectern.ts';
import { runSql } from '../../support/server/sql.ts';
import { useInProcessServer, useNodes } from '../../support/server/suite-server.ts';

const KINDS = ['organization', 'account'] as const;
const ACTOR = toCommandActor('account delete');
const SONG = {
  title: 'Amazing Grace',
  kind: 'song',
  slides: [{ id: 'v1', layout: 'text', text: 'Amazing grace' }],
  order: ['v1', 'v1'],
  footer: { authors: 'John Newton', copyright: null, ccli: '22025', source: null },
};
const STAGE = { message: 'Two minutes left', countdown_to: '2026-11-29T10:00:00.000Z', flash: true };

const remove = ({ installation }: TestLectern, { id }: TestOwner) =>
  executeCommand(installation, 'account delete', { id });

/** An owner who has something of everything. */
async function seed(lectern: TestLectern, kind: TestOwner['kind']) {
  const { client, example } = await createFixture(lectern, kind);
  const { owner } = client;
  const headers = { 'idempotency-key': 'key' };
  const kept = await client.post(owner.livesPath, { name: 'Kept' }, { headers });
  assert.equal(kept.status, 201);
  const secured = await client.post(`/v1/lives/${kept.body.id}/audience-secret`, {}, { ifMatch: kept.etag! });
  assert.equal(secured.status, 200);
  const stage = await client.put(`/v1/lives/${example.live_id}/stage`, STAGE);
  assert.equal(stage.status, 200);
  if (kind === 'organization') {
    const design = `/v1/organizations/${owner.id}/design`;
    const { etag } = await client.get(design);
    assert.equal((await client.put(design, { settings: STUDIO_SETTINGS }, { ifMatch: etag! })).status, 200);
    const image = await addImage(client);
    const logo = await client.put(`/v1/organizations/${owner.id}/logo`, { image_id: image.id });
    assert.equal(logo.status, 200);
    const slide = { layout: 'image', title: null, text: null, reference: null, image: image.id };
    const scripture = { book_id: 43, chapter: 3, verse: 16, translation: FIXTURE_SLUG };
    await createSnapshot(client, [slide, { ...slide, layout: 'scripture', image: null, reference: scripture }]);
    const song = await client.post(`${organizationRestPath(client)}/decks`, SONG);
    assert.equal((await publish(client, song.body)).status, 201);
    const licence = await client.patch(`/v1/organizations/${owner.id}/licence`, { ccli_licence: '1234567' });
    assert.equal(licence.status, 200);
    await runSql(
      lectern,
      `INSERT INTO usage_counts (organization_id, thing, day, live_id, title, count)
       VALUES ('${owner.id}', 'song ${song.body.id}', '2026-03-01', '${kept.body.id}', 'Sung', 2)`,
    );
  }
  return { client, example, secret: secured.body.secret as string };
}

/** Every row of every table, by table. */
async function dump(lectern: TestLectern): Promise<Map<string, string[]>> {
  const names = await runSql(
    lectern,
    lectern.engine === 'sqlite'
      ? "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'search%' AND name NOT LIKE 'sqlite%'"
      : "SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'budgets'",
  );
  const tables = new Map<string, string[]>();
  for (const { name } of names) {
    const rows = await runSql(lectern, `SELECT * FROM ${name}`);
    tables.set(String(name), rows.map((row) => JSON.stringify(row)).sort());
  }
  return tables;
}

const tablesWith = (tables: Map<string, string[]>, text: string): string[] =>
  [...tables].filter(([, rows]) => rows.some((row) => row.includes(text))).map(([name]) => name);

const grantsOf = async (client: Api): Promise<string[]> =>
  (await client.get('/v1/me/oauth-grants')).body.data.map(({ id }: JsonDocument) => id);

for (const engine of ENGINES) {
  describe(`[D52] deletion, on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine });

    before(async () => {
      await importFixtureEdition(lectern);
    });

    const userOf = async ({ token }: TestOwner) =>
      (await lectern.installation.storage.credentials.findAuthority(hashCredentialSecret(token)))?.credential.userId;

    for (const kind of KINDS) {
      it(`when an ${kind} is deleted, then all of it ends at once, nothing is left but the audit, and no other is touched`, async () => {
        const { client: neighbour } = await seed(lectern, kind);
        const { client } = await seed(lectern, kind);
        const { owner } = client;
        const userId = await userOf(owner);
        const controller = await createLiveController(lectern, owner);
        const { cursor } = await readSnapshot(lectern, controller);
        const waiting = [1, 2].map(() => beginPoll(lectern, controller, { after: cursor }));
        const viewer = await openStream(lectern.url, controller.id);
        await viewer.takeState();
        await waitUntilParked(...waiting);

        const { data: listed } = (await client.get(owner.livesPath)).body;
        assert.equal(listed.length, 3);
        const ids = [owner.id, ...listed.map(({ id }: JsonDocument) => id), ...(userId ? [userId] : [])];
        // Known by their ids alone, and in no audit of the owner.
        const apps: string[] = kind === 'account' ? await grantsOf(client) : [];
        const beforehand = await dump(lectern);
        if (kind === 'account') assert.ok(tablesWith(beforehand, apps[0]!).includes('oauth_refresh_tokens'));
        for (const table of ['lives', 'queue_items', 'journal', 'credentials', 'receipts', 'libraries', 'audit']) {
          assert.ok((beforehand.get(table) ?? []).length > 0, `nothing to delete in ${table}`);
        }
        const field = kind === 'organization' ? 'organization_id' : 'account_id';
        assert.deepEqual(await remove(lectern, owner), { [field]: owner.id, deleted: true });

        for (const { response } of waiting) assertProblem(await response, 401, 'invalid_token');
        await viewer.take(({ name }) => name === 'gone');
        assert.equal(await viewer.ended, true);
        assert.equal((await fetch(`${lectern.url}/l/${controller.id}`)).status, 404);
        assertProblem(await client.get(controller.path), 401, 'invalid_token');
        assertProblem(await client.get('/v1/books'), 401, 'invalid_token');

        const left = await dump(lectern);
        for (const id of ids) assert.deepEqual(tablesWith(left, id), ['audit'], id);
        const named = left.get('audit')!.filter((row) => row.includes(owner.id) && !/"resource_name":null/.test(row));
        assert.deepEqual(named, [], 'names of what is gone');
        for (const id of apps) assert.deepEqual(tablesWith(left, id), [], id);
        for (const [table, rows] of beforehand) {
          if (['credential_uses', 'watches', 'viewers', 'viewer_peaks', 'operators'].includes(table)) continue;
          const others = rows.filter((row) => ![...ids, ...apps].some((id) => row.includes(id)));
          const kept = new Set(left.get(table));
          assert.deepEqual(
            others.filter((row) => !kept.has(row)),
            [],
            `lost from ${table}`,
          );
        }
        assert.equal((await neighbour.get(neighbour.owner.livesPath)).body.data.length, 2);

        const { data } = (await executeCommand(lectern.installation, 'audit list', {
          owner: { kind, id: owner.id },
          since: null,
          limit: 1_000,
        })) as { data: JsonDocument[] };
        assert.deepEqual([data[0].operation, data[0].channel], ['account delete', 'command-line']);
        assert.ok(data.some(({ operation }) => operation === 'pushPassage'));
        await assert.rejects(remove(lectern, owner), { code: 'not_found' });
      });

      it(`when a deletion of an ${kind} was interrupted, then it goes on when it is called again`, async () => {
        const { client } = await seed(lectern, kind);
        const { owner } = client;
        const { storage, lives, authenticator } = lectern.installation;
        let removed = 0;
        const dying = new Proxy(lives, {
          get: (target, name) =>
            name === 'remove'
              ? async (...call: Parameters<Lives['remove']>) => {
                  if (removed++ > 0) throw new Error('the process dies');
                  return target.remove(...call);
                }
              : Reflect.get(target, name).bind(target),
        });
        await assert.rejects(deleteOwner({ storage, lives: dying, authenticator }, owner.id, ACTOR), /dies/);
        assertProblem(await client.get(owner.livesPath), 401, 'invalid_token');
        assert.equal((await lives.list({ kind, id: owner.id }, { limit: 10, after: null })).length, 1);
        await remove(lectern, owner);
        assert.deepEqual(tablesWith(await dump(lectern), owner.id), ['audit']);
      });

      it(`when an ${kind} gets a Live in the middle of its deletion, then it loses that too, and gets none afterwards`, async () => {
        const { client } = await seed(lectern, kind);
        const owner = { kind, id: client.owner.id };
        const { storage, lives, authenticator } = lectern.installation;
        let late = 0;
        const { ownerDeletion } = storage;
        const delaying = {
          ...storage,
          ownerDeletion: {
            ...ownerDeletion,
            deleteBatch: async (...call: Parameters<typeof ownerDeletion.deleteBatch>) => {
              if (late++ === 0) await lives.create(owner, 'Late', ACTOR);
              return ownerDeletion.deleteBatch(...call);
            },
          },
        };
        await deleteOwner({ storage: delaying, lives, authenticator }, owner.id, ACTOR);
        assert.ok(late > 1);
        assert.deepEqual(tablesWith(await dump(lectern), owner.id), ['audit']);
        await assert.rejects(lives.create(owner, 'Too late', ACTOR), { code: 'not_found' });
        assert.deepEqual(await lives.list(owner, { limit: 10, after: null }), []);
      });

      it(`when an ${kind} is exported, then the export has everything, and no secret`, async () => {
        const { client, example, secret } = await seed(lectern, kind);
        const { owner } = client;
        const path = join(createDataDirectory(), 'export.json');
        const { counts } = await exportTo(lectern, owner.id, path);
        assert.equal(statSync(path).mode & 0o777, 0o600);
        const text = readFileSync(path, 'utf8');
        const document: JsonDocument = JSON.parse(text);
        const { format, version, exported_at, ...sections } = document;
        assert.deepEqual([format, version], ['lectern-export', 1]);
        assert.ok(Date.parse(exported_at));
        assert.deepEqual(
          Object.fromEntries(Object.entries<JsonDocument[]>(sections).map(([name, { length }]) => [name, length])),
          counts,
        );
        assert.equal(sections.owner[0].id, owner.id);
        assert.deepEqual(sections.library, [{ slug: FIXTURE_SLUG, phones: null }], '[D72]');
        assert.equal(sections.lives.length, 2);
        const live = sections.lives.find(({ id }: JsonDocument) => id === example.live_id);
        assert.deepEqual(live.stage, STAGE, '[D62]');
        assert.deepEqual(live.phones, { earlier: true, order: false }, '[D73]');
        assert.deepEqual(live.queue, (await client.get(`/v1/lives/${example.live_id}/queue-items`)).body.data);
        const { data: shown } = (await client.get(`/v1/lives/${example.live_id}/history`)).body;
        assert.deepEqual(
          sections.history,
          shown.map((entry: object) => ({ live_id: example.live_id, ...entry })),
        );
        assert.deepEqual(
          sections.lives.map((each: JsonDocument) => each.protected),
          sections.lives.map((each: JsonDocument) => each.id !== example.live_id),
        );
        const audit = await lectern.installation.storage.audit.list(
          { kind, id: owner.id },
          { limit: 1_000, before: null, since: null },
        );
        const { body: plan } = await client.get(planPath(client, { id: example.plan_id }));
        const { created_at, ...exported } = sections.plans[0];
        // Problems are found when a plan is read, and not stored.
        const entries = plan.entries.map(({ problem: _, ...entry }: JsonDocument) => entry);
        assert.deepEqual(exported, { ...plan, entries }, '[D65]');
        assert.ok(created_at);
        assert.equal(sections.audit.length, audit.length);
        if (kind === 'organization') {
          const logo: string = sections.owner[0].logo.digest;
          const image = sections.images.find(({ id }: JsonDocument) => id === logo);
          const shows = ({ slides }: JsonDocument) => slides[0]?.image === logo;
          const [deck, snapshot] = [sections.decks.find(shows), sections.snapshots.find(shows)];
          assert.equal(deck.id, snapshot.deck);
          const isSong = ({ kind }: JsonDocument) => kind === 'song';
          const [song, published] = [sections.decks.find(isSong), sections.snapshots.find(isSong)];
          assert.deepEqual(
            [song.order, song.footer, published.footer, song.shared],
            [SONG.order, SONG.footer, SONG.footer, false],
            '[D70], [D73]',
          );
          assert.deepEqual(
            published.slides.map(({ id }: JsonDocument) => id),
            ['v1~1', 'v1~2'],
            '[D70]',
          );
          assert.equal(snapshot.slides[1].verses[0].text, 'For God so loved the world');
          assert.equal(Buffer.from(image.content, 'base64').length, image.bytes);
          assert.deepEqual(sections.owner[0].design, STUDIO_SETTINGS);
          assert.equal(sections.owner[0].ccli_licence, '1234567', '[D77]');
          const days = 'from=2026-03-01&to=2026-03-01';
          const { body: usage } = await client.get(`/v1/organizations/${owner.id}/usage?${days}`);
          assert.deepEqual(sections.usage, usage.data, '[D77]');
          assert.equal(sections.usage[0].count, 2);
          assert.equal(sections.members[0].role, 'owner');
        } else {
          assert.equal(sections.owner[0].user.email, (owner as { email?: string }).email);
        }
        const hashes = await runSql(lectern, 'SELECT hash FROM credentials');
        const keyed = await runSql(lectern, 'SELECT secret_hash AS hash FROM lives WHERE secret_hash IS NOT NULL');
        const secrets = [owner.token, secret, ...[...hashes, ...keyed].map(({ hash }) => String(hash))];
        for (const each of secrets) assert.ok(!text.includes(each), 'a secret is in the export');

        writeFileSync(path, 'mine');
        await assert.rejects(exportTo(lectern, owner.id, path), { code: 'invalid_fields' });
        assert.equal(readFileSync(path, 'utf8'), 'mine');
        await assert.rejects(exportTo(lectern, newId(), `${path}2`), { code: 'not_found' });
        assert.throws(() => statSync(`${path}2`), 'no half file');
      });
    }

    it('[D52] when an account is exported, then the export has its sessions and passkeys, without what proves them', async () => {
      const user = await createTestUser(lectern);
      const { storage } = lectern.installation;
      const { id: userId } = (await storage.accounts.findUserByEmail(user.email))!;
      const browser = await openAuthorizationBrowser(lectern, user);
      const publicKey = 'public-key-of-the-passkey';
      const passkey = { name: 'Phone', createdAt: '2026-01-31T09:00:00.000Z', lastUsedAt: null };
      await storage.passkeys.add(
        { ...passkey, id: 'id-of-the-passkey', userId, publicKey, counter: 3, transports: ['usb'] },
        { secretHash: hashOpaqueSecret(browser.cookies.get('lectern_session')!), quota: 20 },
        toAuditRecord(ACTOR, { owner: user.owner }),
      );
      const path = join(createDataDirectory(), 'export.json');
      const { counts } = await exportTo(lectern, user.owner.id, path);
      assert.deepEqual([counts.sessions, counts.passkeys], [1, 1]);
      const text = readFileSync(path, 'utf8');
      const { sessions, passkeys } = JSON.parse(text);
      assert.deepEqual(passkeys, [{ name: 'Phone', created_at: passkey.createdAt, last_used_at: null }]);
      assert.deepEqual(Object.keys(sessions[0]), ['device', 'created_at', 'last_used_at', 'expires_at']);
      assert.equal(sessions[0].device, 'Test');
      const secret = browser.cookies.get('lectern_session')!;
      for (const unsaid of [secret, hashOpaqueSecret(secret), publicKey, 'id-of-the-passkey']) {
        assert.ok(!text.includes(unsaid), unsaid);
      }
      const organization = await createTestOrganization(lectern);
      const { counts: none } = await exportTo(lectern, organization.id, join(createDataDirectory(), 'other.json'));
      assert.deepEqual([none.sessions, none.passkeys], [0, 0]);
    });

    it('[D52] when a user becomes a member or an owner while being deleted, then the user is neither afterwards, and no longer exists', async () => {
      const { administration, organizations, storage } = lectern.installation;
      for (let round = 0; round < 8; round++) {
        const user = await createTestUser(lectern);
        const { id: userId } = (await storage.accounts.findUserByEmail(user.email))!;
        const organization = await createTestOrganization(lectern);
        const actor = { ...ACTOR, channel: 'page', userId } as const;
        const [left, created] = await Promise.allSettled([
          remove(lectern, user.owner),
          organizations.create(userId, 'Meanwhile', actor),
          administration.setMember({ organization: organization.id, email: user.email, role: 'owner' }),
        ]);
        const owned = await runSql(lectern, `SELECT organization_id FROM members WHERE user_id = '${userId}'`);
        if (left.status === 'fulfilled') {
          assert.deepEqual(owned, []);
          assert.equal(await storage.accounts.findUserByEmail(user.email), null);
          assert.equal(created.status, 'rejected', 'no organization without an owner');
        } else {
          assert.equal((left.reason as { code: string }).code, 'forbidden', String(left.reason));
          assert.equal(created.status, 'fulfilled', 'the owner of a new organization cannot go');
          assert.equal((await storage.accounts.findUserByEmail(user.email))!.disabled, false);
        }
      }
    });

    it('[D52] when a user is enabled and made a member during the deletion, then the deletion still succeeds', async () => {
      const { administration, storage, lives, authenticator } = lectern.installation;
      const user = await createTestUser(lectern);
      const organization = await createTestOrganization(lectern);
      const { ownerDeletion } = storage;
      const interrupted = {
        ...storage,
        ownerDeletion: {
          ...ownerDeletion,
          deleteBatch: async (...call: Parameters<typeof ownerDeletion.deleteBatch>) => {
            await administration.setUserDisabled(user.email, false);
            await administration.setMember({ organization: organization.id, email: user.email, role: 'viewer' });
            return ownerDeletion.deleteBatch(...call);
          },
        },
      };
      await deleteOwner({ storage: interrupted, lives, authenticator }, user.owner.id, ACTOR);
      assert.equal(await storage.accounts.findUserByEmail(user.email), null);
      assert.equal((await administration.listMembers(organization.id)).length, 1);
    });

    it('when the last owner of an organization leaves, then that is refused, the response says what to do, and nothing is lost', async () => {
      const { administration } = lectern.installation;
      const account = await createTestAccount(lectern);
      const client = api(lectern, account);
      const { organizationId } = await administration.createOrganization({ name: 'Choir', ownerEmail: account.email });
      await createTestLive(client);
      const beforehand = await dump(lectern);
      await assert.rejects(remove(lectern, account), (error: Error) => {
        assert.match(error.message, new RegExp(`last owner of ${organizationId}.*Make another member an owner`));
        return true;
      });
      const left = await dump(lectern);
      for (const table of ['users', 'accounts', 'members', 'lives', 'credentials']) {
        assert.deepEqual(left.get(table), beforehand.get(table));
      }
      assert.equal((await client.get(account.livesPath)).status, 200);

      const other = await createTestAccount(lectern);
      await administration.setMember({ organization: organizationId, email: other.email, role: 'owner' });
      await remove(lectern, account);
      const { data } = (await executeCommand(lectern.installation, 'org member list', {
        organization: organizationId,
      })) as { data: JsonDocument[] };
      assert.deepEqual(
        data.map(({ email, role }) => [email, role]),
        [[other.email, 'owner']],
      );
      assert.equal(await lectern.installation.storage.accounts.findUserByEmail(account.email), null);
      await administration.createUser({ email: account.email, name: 'Again' });
    });

    it('when two owners leave at the same time, then one stays', async () => {
      const { administration, storage } = lectern.installation;
      const [one, other] = [await createTestAccount(lectern), await createTestAccount(lectern)];
      const { organizationId } = await administration.createOrganization({ name: 'Two', ownerEmail: one.email });
      await administration.setMember({ organization: organizationId, email: other.email, role: 'owner' });
      const outcomes = await Promise.allSettled([remove(lectern, one), remove(lectern, other)]);
      assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
      assert.equal((await storage.accounts.listMembers(organizationId)).length, 1);
    });

    it('when an edition is removed, then no library may have it; what is queued stays, and it can be installed again', async () => {
      const { slug } = KNOWN_EDITIONS[0]!;
      const { installation } = lectern;
      const text = smallEdition(slug, { 43: { 3: { 16: 'For God so loved' } } });
      await saveEdition(installation.editions, text);
      const owner = await createTestOrganization(lectern);
      const client = api(lectern, owner);
      const library = `/v1/organizations/${owner.id}/translations/${slug}`;
      assert.equal((await client.put(library)).status, 204);
      const controller = await createLiveController(lectern, owner, { translations: [slug] });
      await controller.push({ book_id: 43 });
      const everything = await controller.everything();
      const removeEdition = () => executeCommand(installation, 'edition remove', { slug });
      const detail = `Libraries still have "${slug}": organization ${owner.id}. Disable it there first (library disable).`;
      await assert.rejects(removeEdition(), { code: 'forbidden', detail });
      assert.equal((await client.get(`/v1/translations/${slug}`)).body.installed, true);

      assert.equal((await client.delete(library)).status, 204);
      assert.deepEqual(await removeEdition(), { slug, removed: true });
      const known = (await client.get(`/v1/translations/${slug}`)).body;
      assert.deepEqual([known.installed, known.book_ids], [false, []]);
      assert.deepEqual(await controller.everything(), everything);
      assertProblem(await client.put(library), 404, 'not_found');
      assertProblem(await client.get(`/v1/translations/${slug}/search?q=loved`), 403, 'edition_not_enabled');
      await assert.rejects(removeEdition(), { code: 'not_found' });
      assert.deepEqual(await runSql(lectern, `SELECT slug FROM editions WHERE slug = '${slug}'`), []);

      await lectern.restart();
      assert.deepEqual(await controller.on(lectern).everything(), everything);
      await saveEdition(lectern.installation.editions, text);
      assert.equal((await api(lectern, owner).put(library)).status, 204);
      await controller.on(lectern).push({ book_id: 43 });
    });
  });
}

/** Has the command export where its parts meet, as the command line does. */
async function exportTo({ installation }: TestLectern, id: string, path: string): Promise<JsonDocument> {
  const command = exportAccount as StagedCommand;
  const typed = {
    arguments: [id, path],
    options: {},
    readStdin: async () => '',
    showProgress: async () => ({ update: () => {}, end: () => {} }),
    showLine: null,
  };
  return command.run(typed, (input) => executeCommand(installation, command.name, input));
}

describe('[D52] deletion, on three nodes', () => {
  const cluster = useNodes(3);
  before(async () => {
    await importFixtureEdition(cluster.nodes[0]!);
  });

  for (const kind of KINDS) {
    it(`when one node deletes an ${kind}, then its tokens, polls and viewers end on all of them`, async () => {
      const [here] = cluster.nodes as [TestLectern];
      const { client } = await seed(here, kind);
      const controller = await createLiveController(here, client.owner);
      const { cursor } = await readSnapshot(here, controller);
      const waiting = cluster.nodes.map((node) => beginPoll(node, controller, { after: cursor }));
      const viewers = await Promise.all(cluster.nodes.map((node) => openStream(node.url, controller.id)));
      for (const viewer of viewers) await viewer.takeState();
      await waitUntilParked(...waiting);
      await remove(here, client.owner);
      const clients: Api[] = cluster.nodes.map((node) => api(node, client.owner));
      for (const each of clients) assertProblem(await each.get(controller.path), 401, 'invalid_token');
      for (const { response } of waiting) assertProblem(await response, 401, 'invalid_token');
      for (const viewer of viewers) {
        await viewer.take(({ name }) => name === 'gone');
        assert.equal(await viewer.ended, true);
      }
      for (const node of cluster.nodes) assert.equal((await fetch(`${node.url}/l/${controller.id}`)).status, 404);
    });
  }
});
