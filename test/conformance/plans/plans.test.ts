import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Api, api, assertProblem, type JsonDocument } from '../../support/requests/api.ts';
import { createPlan, planPath, plansPath } from '../../support/requests/plans.ts';
import { assertPointer } from '../../support/requests/presentation.ts';
import { createTestAccount, createTestOrganization, PAGE_ENGINES } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const QUOTA = 5;
const ENTRIES = [
  { id: 'opening', kind: 'heading', title: '  Opening ' },
  { kind: 'passage', title: 'Call to worship', passage: 'Psalm 100', translations: ['KJV', 'web'], note: 'Ana\nreads' },
  { kind: 'passage', title: 'Gospel', passage: { book_id: 43, chapter: 3, verse: 16, end_verse: 18 } },
  {
    kind: 'passage',
    title: 'Readings',
    passage: [
      { book_id: 23, chapter: 40 },
      { book_id: 45, chapter: 8, verse: 28 },
    ],
  },
];
const UNTIMED = { minutes: null, person: null, listed: true };
const DECK = { kind: 'deck', title: 'Announcements', deck_id: 'not_there_yet' };

for (const engine of PAGE_ENGINES) {
  describe(`[D65] plans on ${engine}`, () => {
    const world = useInProcessServer({ engine, settings: { LECTERN_PLANS_PER_OWNER: String(QUOTA) } });
    const organization = async (scopes?: string[]): Promise<Api> =>
      api(world.lectern, await createTestOrganization(world.lectern, scopes));
    const account = async (): Promise<Api> => api(world.lectern, await createTestAccount(world.lectern));
    const owners = async () => [await organization(), await account()] as const;

    it('when a plan is made, then every entry has an id and a note, and it reads as it was made, with ETag and Location', async () => {
      for (const client of await owners()) {
        const made = await client.post(plansPath(client), {
          name: ' Sunday ',
          date: '2026-11-29',
          entries: ENTRIES,
        });
        assert.equal(made.status, 201, JSON.stringify(made.body));
        assert.deepEqual(Object.keys(made.body).sort(), ['date', 'entries', 'id', 'name', 'revision', 'starts_at']);
        const { id, name, date, revision, entries } = made.body;
        assert.deepEqual([name, date, revision], ['Sunday', '2026-11-29', 1]);
        assert.match(id, /^[A-Za-z0-9_-]{16,}$/, '[D7]');
        const ids = entries.map((entry: JsonDocument) => entry.id);
        assert.equal(new Set(ids).size, ENTRIES.length);
        assert.equal(ids[0], 'opening');
        const [opening, call, ...rest] = ENTRIES;
        assert.deepEqual(
          entries,
          [
            { ...opening, title: 'Opening', note: '', problem: null },
            { ...call, translations: ['kjv', 'web'], problem: 'edition_not_enabled' },
            ...rest.map((entry) => ({ ...entry, note: '', problem: 'edition_not_enabled' })),
          ].map((entry, index) => ({ ...UNTIMED, ...entry, id: ids[index] })),
        );
        assert.equal(made.headers.get('location'), `${world.lectern.config.publicUrl}${planPath(client, { id })}`);
        const read = await client.get(planPath(client, { id }));
        assert.deepEqual([read.status, read.body, read.etag], [200, made.body, made.etag]);
        const known = await client.get(planPath(client, { id }), { headers: { 'if-none-match': made.etag! } });
        assert.deepEqual([known.status, known.body], [304, null]);
        const bare = await client.post(plansPath(client), { name: 'Later' });
        assert.deepEqual([bare.status, bare.body.date, bare.body.entries], [201, null, []]);
      }
    });

    it('[D65] [D73] when a plan has times, people and entries that are not listed, then they are kept, also by a PUT that omits them, until they are null', async () => {
      const [client] = await owners();
      const timed = [
        { kind: 'heading', title: 'Opening', minutes: 5, person: ' Ana ' },
        { kind: 'heading', title: 'Sermon', minutes: 600, listed: false },
      ];
      const made = await client.post(plansPath(client), { name: 'Sunday', starts_at: '10:30', entries: timed });
      const times = ({ body }: { body: JsonDocument }) => [
        body.starts_at,
        ...body.entries.flatMap(({ minutes, person, listed }: JsonDocument) => [minutes, person, listed]),
      ];
      assert.deepEqual(times(made), ['10:30', 5, 'Ana', true, 600, null, false]);
      const path = planPath(client, made.body);
      const put = (body: object, ifMatch: string) => client.put(path, { name: 'Sunday', ...body }, { ifMatch });
      const [first, second] = made.body.entries;
      const { minutes: _, person: __, ...earlier } = first;
      const { listed: ___, ...unlisted } = second;
      const kept = await put({ entries: [earlier, unlisted] }, made.etag!);
      assert.deepEqual(times(kept), ['10:30', 5, 'Ana', true, 600, null, false]);
      const nulls = [{ ...first, minutes: null, person: null }];
      const cleared = await put({ starts_at: null, entries: nulls }, kept.etag!);
      assert.deepEqual(times(cleared), [null, null, null, true]);
      for (const [wrong, pointer] of [
        [{ starts_at: '24:00', entries: [] }, '/starts_at'],
        [{ entries: [{ ...first, minutes: 0 }] }, '/entries/0/minutes'],
        [{ entries: [{ ...first, minutes: 601 }] }, '/entries/0/minutes'],
        [{ entries: [{ ...first, person: '' }] }, '/entries/0/person'],
        [{ entries: [{ ...first, person: ' ' }] }, '/entries/0/person'],
        [{ entries: [{ ...first, person: 'x'.repeat(101) }] }, '/entries/0/person'],
      ] as const) {
        assertPointer(await put(wrong, cleared.etag!), 'invalid_fields', pointer);
      }
    });

    it('when PUT replaces a plan, then ids that are sent stay, revision and ETag move on, and an old ETag is stale', async () => {
      for (const client of await owners()) {
        const created = await createPlan(client, ENTRIES);
        const [first, second] = created.body.entries;
        const path = planPath(client, created.body);
        const entries = [{ ...second, title: 'All stand' }, first, { kind: 'heading', title: 'New' }];
        const replaced = await client.put(
          path,
          { name: 'Second', date: '2026-12-06', entries },
          { ifMatch: created.etag! },
        );
        assert.equal(replaced.status, 200, JSON.stringify(replaced.body));
        const { id, revision, name, date } = replaced.body;
        assert.deepEqual([id, revision, name, date], [created.body.id, 2, 'Second', '2026-12-06']);
        assert.deepEqual(replaced.body.entries.slice(0, 2), entries.slice(0, 2));
        assert.notEqual(replaced.etag, created.etag);

        const again = { name: 'Third', entries: [] };
        assertProblem(await client.put(path, again, { ifMatch: created.etag! }), 412, 'stale_validator');
        assertProblem(await client.put(path, again), 428, 'validator_required');
        for (const ifMatch of ['*', `W/${replaced.etag}`, `${replaced.etag}, "other"`]) {
          assertProblem(await client.put(path, again, { ifMatch }), 422, 'invalid_validator');
        }
        assert.deepEqual((await client.get(path)).body, replaced.body, 'a failed check changes nothing');
        const third = await client.put(path, again, { ifMatch: replaced.etag! });
        assert.deepEqual([third.body.revision, third.body.date, third.body.entries], [3, null, []]);
      }
    });

    it('[D5] when an ETag is of another plan, then it does not match; when two writes have one ETag, then one is done', async () => {
      const client = await organization();
      const [one, other] = [await createPlan(client, []), await createPlan(client, [])];
      const path = planPath(client, one.body);
      const crossed = await client.put(path, { name: 'Other', entries: [] }, { ifMatch: other.etag! });
      assertProblem(crossed, 412, 'stale_validator');
      const responses = await Promise.all(
        ['A', 'B', 'C', 'D'].map((name) => client.put(path, { name, entries: [] }, { ifMatch: one.etag! })),
      );
      assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 412, 412, 412]);
      assert.equal((await client.get(path)).body.name, responses.find(({ status }) => status === 200)!.body.name);
    });

    it('when DELETE has the present ETag, then the plan is gone', async () => {
      for (const client of await owners()) {
        const created = await createPlan(client, ENTRIES);
        const path = planPath(client, created.body);
        assertProblem(await client.delete(path), 428, 'validator_required');
        assertProblem(await client.delete(path, { ifMatch: '"old"' }), 412, 'stale_validator');
        const deleted = await client.delete(path, { ifMatch: created.etag! });
        assert.deepEqual([deleted.status, deleted.body], [204, null]);
        assertProblem(await client.get(path), 404, 'not_found');
        assertProblem(await client.delete(path, { ifMatch: created.etag! }), 404, 'not_found');
        assert.deepEqual((await client.get(plansPath(client))).body, { data: [], next_cursor: null });
      }
    });

    it('when plans are listed, then summaries come page by page, oldest first, with cursors of their own', async () => {
      for (const client of await owners()) {
        const names = ['One', 'Two', 'Three'];
        for (const name of names) await createPlan(client, ENTRIES, name);
        const found: JsonDocument[] = [];
        for (let after: string | null = ''; after !== null; ) {
          const { body } = await client.get(`${plansPath(client)}?limit=1${after && `&after=${after}`}`);
          assert.equal(body.data.length, 1);
          found.push(...body.data);
          after = body.next_cursor;
        }
        assert.deepEqual(
          found.map(({ name }) => name),
          names,
        );
        assert.deepEqual(Object.keys(found[0]).sort(), ['date', 'entry_count', 'id', 'name', 'revision']);
        assert.deepEqual(
          found.map(({ entry_count: count }) => count),
          names.map(() => ENTRIES.length),
        );
        const { next_cursor } = (await client.get(`${plansPath(client)}?limit=1`)).body;
        const other = await organization();
        for (const [reader, cursor] of [[client, `${next_cursor}x`] as const, [other, next_cursor] as const]) {
          assertProblem(await reader.get(`${plansPath(reader)}?after=${cursor}`), 422, 'invalid_cursor');
        }
        for (const limit of ['0', '101', 'x']) {
          assertProblem(await client.get(`${plansPath(client)}?limit=${limit}`), 422, 'invalid_fields');
        }
      }
    });

    it('[D7] when a plan is another owner’s, then it is 404, and so is one with an id that cannot be', async () => {
      const [client, other] = await owners();
      const { body, etag } = await createPlan(client, ENTRIES);
      for (const id of [body.id, 'a%20b', 'x'.repeat(65), '%00']) {
        const path = planPath(other, { id });
        assertProblem(await other.get(path), 404, 'not_found');
        assertProblem(await other.put(path, { name: 'Mine', entries: [] }, { ifMatch: etag! }), 404, 'not_found');
        assertProblem(await other.delete(path, { ifMatch: etag! }), 404, 'not_found');
      }
      assert.deepEqual((await client.get(planPath(client, body))).body, body);
    });

    it('when what is sent cannot be a plan, then it is 422, and the error points at the entry', async () => {
      const client = await organization();
      const entry = (more: object) => ({
        name: 'Plan',
        entries: [
          { kind: 'heading', title: 'One' },
          { kind: 'passage', title: 'Two', passage: 'John 3', ...more },
        ],
      });
      const at = (field: string) => `/entries/1${field}`;
      const heading = { kind: 'heading', passage: undefined };
      const cases: [object, string][] = [
        [{ entries: [] }, '/name'],
        [{ name: ' ', entries: [] }, '/name'],
        [{ name: 'x'.repeat(121), entries: [] }, '/name'],
        [{ name: 'Plan', entries: null }, '/entries'],
        [{ name: 'Plan', entries: [], more: 1 }, '/more'],
        ...['2026-02-30', '29.11.2026', '2026-11-29T10:00:00Z', '', 20261129].map((date): [object, string] => [
          { name: 'Plan', date, entries: [] },
          '/date',
        ]),
        [{ name: 'Plan', entries: Array(201).fill({ kind: 'heading', title: 'x' }) }, '/entries'],
        [entry({ kind: 'song' }), at('/kind')],
        [entry({ kind: undefined }), at('/kind')],
        [entry({ title: undefined }), at('/title')],
        [entry({ title: '' }), at('/title')],
        [entry({ title: '\u2800' }), at('/title')],
        [entry({ title: 'a\u001bb' }), at('/title')],
        [entry({ title: 'x'.repeat(201) }), at('/title')],
        [entry({ note: 'x'.repeat(1_001) }), at('/note')],
        [entry({ note: 'a\0b' }), at('/note')],
        [entry({ passage: 'a\0b' }), at('/passage')],
        [entry({ note: null }), at('/note')],
        [entry({ id: 'a b' }), at('/id')],
        [entry({ id: '' }), at('/id')],
        [entry({ more: 1 }), at('/more')],
        [entry({ passage: undefined }), at('/passage')],
        [entry({ passage: '' }), at('/passage')],
        [entry({ passage: [] }), at('/passage')],
        [entry({ passage: { book_id: '43', chapter: 1 } }), at('/passage/book_id')],
        [entry({ passage: { book_id: 43, chapter: 0 } }), at('/passage')],
        [entry({ passage: { book_id: 43, chapter: 3, end_verse: 2 } }), at('/passage')],
        [
          entry({
            passage: [
              { book_id: 43, chapter: 3 },
              { book_id: 43, chapter: 3, verse: 5, end_verse: 4 },
            ],
          }),
          at('/passage/1'),
        ],
        [entry({ passage: Array(21).fill({ book_id: 43, chapter: 1 }) }), at('/passage')],
        [entry({ translations: [] }), at('/translations')],
        [entry({ translations: ['kjv', 'KJV'] }), at('/translations/1')],
        [entry({ translations: ['k j v'] }), at('/translations/0')],
        [entry({ translations: ['ka', 'kb', 'kc', 'kd', 'ke'] }), at('/translations')],
        [entry({ deck_id: 'x' }), at('/deck_id')],
        [entry({ ...heading, passage: 'John 3' }), at('/passage')],
        [entry({ ...heading, translations: ['kjv'] }), at('/translations')],
        [entry({ ...heading, deck_id: 'x' }), at('/deck_id')],
        [entry({ kind: 'deck', passage: undefined }), at('/deck_id')],
        [entry({ kind: 'deck', passage: undefined, deck_id: 'a b' }), at('/deck_id')],
        [entry({ kind: 'deck', deck_id: 'x' }), at('/passage')],
        [
          {
            name: 'Plan',
            entries: [
              { id: 'a', kind: 'heading', title: 'x' },
              { id: 'a', kind: 'heading', title: 'x' },
            ],
          },
          at('/id'),
        ],
      ];
      const { body: plan, etag } = await createPlan(client, ENTRIES);
      for (const [body, pointer] of cases) {
        for (const response of [
          await client.post(plansPath(client), body),
          await client.put(planPath(client, plan), body, { ifMatch: etag! }),
        ]) {
          assertProblem(response, 422, 'invalid_fields');
          const pointers = response.body.errors.map((error: JsonDocument) => error.pointer);
          assert.deepEqual(pointers, [pointer], JSON.stringify(body));
        }
      }
      assert.deepEqual((await client.get(planPath(client, plan))).body, plan);
      assert.equal((await client.get(plansPath(client))).body.data.length, 1);
    });

    it('when a plan is as large as can be, then it is kept whole', async () => {
      const client = await organization();
      const { body, etag } = await createPlan(client, []);
      const passage = Array(20).fill({ book_id: 43, chapter: 3, verse: 16, end_chapter: 4, end_verse: 2 });
      const entries = Array.from({ length: 200 }, (_, index) => ({
        id: `entry-${index}`,
        kind: 'passage',
        title: '\u{1F54A}'.repeat(200),
        passage,
        note: '\u{1F54A}'.repeat(index < 120 ? 1_000 : 0),
      }));
      const replaced = await client.put(planPath(client, body), { name: 'Long', entries }, { ifMatch: etag! });
      assert.equal(replaced.status, 200, JSON.stringify(replaced.body));
      assert.deepEqual(
        (await client.get(planPath(client, body))).body.entries,
        entries.map((entry) => ({ ...entry, ...UNTIMED, problem: 'edition_not_enabled' })),
      );
    });

    it('when an entry names a passage that cannot be read, or a deck that is not there, then it is kept as it was written', async () => {
      const client = await organization();
      const unreadable = { kind: 'passage', title: 'Later', passage: 'the reading of the day', translations: ['none'] };
      const { body } = await createPlan(client, [unreadable, DECK]);
      assert.deepEqual(
        body.entries.map(({ id: _, ...entry }: JsonDocument) => entry),
        [
          { ...unreadable, note: '', ...UNTIMED, problem: 'edition_not_enabled' },
          { ...DECK, note: '', ...UNTIMED, problem: 'deck_missing' },
        ],
      );
    });

    it('[D26] when a plan of an account names a deck, then it is 422: only organizations have decks', async () => {
      const client = await account();
      const response = await client.post(plansPath(client), { name: 'Mine', entries: [DECK] });
      assertProblem(response, 422, 'invalid_fields');
      assert.deepEqual(
        response.body.errors.map((error: JsonDocument) => error.pointer),
        ['/entries/0/kind'],
      );
    });

    it('when an owner has as many plans as are allowed, then the next is 409, until one is deleted', async () => {
      for (const client of await owners()) {
        const responses = await Promise.all(
          Array.from({ length: QUOTA + 2 }, () => client.post(plansPath(client), { name: 'Sunday' })),
        );
        const made = responses.filter(({ status }) => status === 201);
        assert.equal(made.length, QUOTA);
        for (const response of responses) if (response.status !== 201) assertProblem(response, 409, 'quota_exceeded');
        const [{ body, etag }] = made as [(typeof made)[0]];
        assert.equal((await client.delete(planPath(client, body), { ifMatch: etag! })).status, 204);
        await createPlan(client, []);
      }
    });

    it('[D9] when a plan is created with a key, then it is created once, however many ask at the same time', async () => {
      const client = await account();
      const headers = { 'idempotency-key': 'one' };
      const responses = await Promise.all(
        Array.from({ length: 5 }, () => client.post(plansPath(client), { name: 'Sunday' }, { headers })),
      );
      for (const { status, body } of responses) assert.deepEqual([status, body], [201, responses[0]!.body]);
      assert.equal((await client.get(plansPath(client))).body.data.length, 1);
      const other = await client.post(plansPath(client), { name: 'Monday' }, { headers });
      assertProblem(other, 409, 'idempotency_conflict');
    });

    it('[D43] when plans are written, then the audit says who did what to which plan', async () => {
      const client = await account();
      const created = await createPlan(client, ENTRIES, 'Advent');
      const path = planPath(client, created.body);
      const replaced = await client.put(path, { name: 'Advent 1', entries: [] }, { ifMatch: created.etag! });
      await client.delete(path, { ifMatch: replaced.etag! });
      const { body } = await client.get(`/v1/accounts/${client.owner.id}/audit?limit=3`);
      assert.deepEqual(
        body.data.map((entry: JsonDocument) => [entry.operation, entry.resource, entry.resource_name]),
        [
          ['deleteAccountPlan', created.body.id, 'Advent 1'],
          ['replaceAccountPlan', created.body.id, 'Advent 1'],
          ['createAccountPlan', created.body.id, 'Advent'],
        ],
      );
    });
  });
}
