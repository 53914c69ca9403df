import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Api, api, type JsonDocument } from '../../support/requests/api.ts';
import { createLiveController, type LiveController } from '../../support/requests/live-controller.ts';
import { createOperatorClient } from '../../support/requests/operator-client.ts';
import { createPlan, planPath } from '../../support/requests/plans.ts';
import { beginPoll, poll, readSnapshot, requireEvent, waitUntilParked } from '../../support/requests/poll.ts';
import { createDeck, deckPath, organizationRestPath } from '../../support/requests/presentation.ts';
import { openStream } from '../../support/requests/stream.ts';
import { PAGE_ENGINES, smallEdition, type TestLectern, type TestOwner } from '../../support/server/lectern.ts';
import {
  createOwners,
  type OwnedLive,
  openLive,
  useInProcessServer,
  useNodes,
} from '../../support/server/suite-server.ts';

const JOHN = 43;
const verses = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [index + 1, `Verse ${index + 1}`]));
const EDITIONS = ['one', 'two'].map((slug) => smallEdition(slug, { [JOHN]: { 3: verses(20) } }));
const heading = (id: string) => ({ id, kind: 'heading', title: id });
const passage = (id: string, reference: unknown = 'John 3:16', more: object = {}) => ({
  id,
  kind: 'passage',
  title: id,
  passage: reference,
  ...more,
});
const deckEntry = (id: string, { id: deck_id }: JsonDocument) => ({ id, kind: 'deck', title: id, deck_id });
/** An opening, two passages, a heading, one more passage. */
const SERVICE = [
  heading('opening'),
  passage('a', 'John 3:1-2'),
  passage('b', { book_id: JOHN, chapter: 3, verse: 16, end_verse: 18 }),
  heading('sermon'),
  passage('c', [
    { book_id: JOHN, chapter: 3, verse: 5 },
    { book_id: JOHN, chapter: 3, verse: 8 },
  ]),
];
const SLIDES = [
  { id: 's1', layout: 'text', text: 'Welcome' },
  { id: 's2', layout: 'text', text: 'Goodbye' },
];

for (const engine of PAGE_ENGINES) {
  describe(`[D65] a plan on a Live, on ${engine}`, () => {
    const world = useInProcessServer({
      engine,
      editions: EDITIONS,
      settings: { LECTERN_LIVES_PER_OWNER: '1000', LECTERN_QUEUE_ITEMS: '10' },
    });
    const clientOf = ({ owner }: OwnedLive): Api => api(world.lectern, owner);
    /** A Live that has a plan of these entries. */
    const open = async (entries: readonly object[], given?: TestOwner) => {
      const operator = await world.openLive({}, given);
      const { body: plan, etag } = await createPlan(clientOf(operator), entries);
      await operator.write('PUT', '/plan', { plan_id: plan.id });
      return { operator, plan, planEtag: etag! };
    };
    const now = async (operator: OwnedLive): Promise<JsonDocument> => (await operator.call('GET', '/now')).body;
    const go = (operator: OwnedLive, body: object): Promise<JsonDocument> => operator.write('POST', '/plan/go', body);
    const refused = async (operator: OwnedLive, body: unknown, status: number, code: string) => {
      const before = await now(operator);
      const response = await operator.attempt('POST', '/plan/go', body);
      assert.deepEqual([response.status, response.body.code], [status, code], JSON.stringify(response.body));
      assert.deepEqual(await now(operator), before, 'a refusal changes nothing');
      return response;
    };
    /** The entry, its place, and what is shown: the reference of the page, or the slide. */
    const seen = ({ plan, focus, slide, showing }: JsonDocument) => [
      plan?.entry_id ?? null,
      plan?.index ?? null,
      showing ? (slide?.slide_id ?? focus.reference) : 'nothing',
    ];
    const edit = async (operator: OwnedLive, plan: JsonDocument, entries: readonly object[], ifMatch: string) => {
      const client = clientOf(operator);
      const replaced = await client.put(planPath(client, plan), { name: plan.name, entries }, { ifMatch });
      assert.equal(replaced.status, 200, JSON.stringify(replaced.body));
      return replaced.etag!;
    };
    const shown = async (operator: OwnedLive): Promise<string[]> =>
      (await operator.call('GET', '/history')).body.data.map(
        ({ reference, slide }: JsonDocument) => reference ?? slide.slide_id,
      );

    it('[D55] [D6] when a plan is attached, then now has it, the sequence moves by 1, and nothing is shown of it', async () => {
      const operator = await world.openLive();
      const { body: plan } = await createPlan(clientOf(operator), SERVICE, 'Advent');
      await operator.push('John 3:20');
      const stream = await openStream(world.lectern.url, operator.liveId);
      await stream.takeState();
      const before = await now(operator);
      assert.equal(before.plan, null);
      const response = await operator.attempt('PUT', '/plan', { plan_id: plan.id });
      assert.deepEqual([response.status, response.body], [200, await now(operator)]);
      assert.equal(response.etag, response.body.etag);
      const expected = {
        plan_id: plan.id,
        name: 'Advent',
        entry_id: null,
        state: null,
        index: null,
        entries: SERVICE.length,
      };
      assert.deepEqual(response.body.plan, expected);
      assert.equal(response.body.sequence, before.sequence + 1);
      assert.equal(response.body.changed.operation, 'attachPlan');
      assert.deepEqual([response.body.focus, response.body.queue], [before.focus, before.queue]);
      const without = await operator.write('PUT', '/plan', { plan_id: null });
      assert.deepEqual([without.plan, without.sequence], [null, before.sequence + 2]);
      await go(await attached(operator, plan), { by: 1 });
      await stream.take(({ data }) => data.includes('Verse 1'));
      const sent = stream.events.map(({ data }) => data).join('');
      for (const secret of [plan.id, 'Advent', 'opening', 'sermon']) assert.ok(!sent.includes(secret), secret);
      stream.close();
    });
    const attached = async (operator: OwnedLive, { id }: JsonDocument) => {
      await operator.write('PUT', '/plan', { plan_id: id });
      return operator;
    };

    it('when a plan is unknown, another owner’s or gone, then attaching it is 404; on a stopped Live a plan can be attached', async () => {
      const { operator, plan } = await open(SERVICE);
      const other = await open(SERVICE);
      for (const plan_id of [other.plan.id, 'unknown']) {
        const response = await operator.attempt('PUT', '/plan', { plan_id });
        assert.deepEqual([response.status, response.body.code], [404, 'not_found']);
      }
      assert.equal((await now(operator)).plan.plan_id, plan.id);
      for (const body of [
        {},
        { plan_id: plan.id, more: 1 },
        ...[5, '', 'a b', 'x'.repeat(65)].map((id) => ({ plan_id: id })),
      ]) {
        const response = await operator.attempt('PUT', '/plan', body);
        assert.deepEqual([response.status, response.body.code], [422, 'invalid_fields'], JSON.stringify(body));
      }
      await operator.write('PATCH', '/playback', { status: 'stopped' });
      assert.equal((await operator.write('PUT', '/plan', { plan_id: plan.id })).showing, false);
      for (const path of ['/plan', '/plan/go']) {
        const [method, body] = path === '/plan' ? ['PUT', { plan_id: null }] : ['POST', { by: 1 }];
        if (path !== '/plan') await operator.write('PATCH', '/playback', { status: 'running' });
        for (const [ifMatch, status, code] of [
          [undefined, 428, 'validator_required'],
          ['*', 422, 'invalid_validator'],
          ['"stale"', 412, 'stale_validator'],
        ] as const) {
          const response = await operator.call(method as string, path, { body, ...(ifMatch && { ifMatch }) });
          assert.deepEqual([response.status, response.body.code], [status, code]);
        }
      }
    });

    it('when go moves by entries, then headings are passed over, the queue is replaced, and at the ends nothing changes', async () => {
      const { operator, plan } = await open(SERVICE);
      await operator.push('John 3:20');
      assert.deepEqual(seen(await go(operator, { by: 1 })), ['a', 1, 'John 3:1']);
      assert.equal((await operator.readQueue()).items.length, 2, 'the queue is replaced');
      assert.deepEqual(seen(await go(operator, { by: 2 })), ['c', 4, 'John 3:5']);
      assert.equal((await operator.readQueue()).items.length, 2);
      const end = await now(operator);
      const { etag } = operator;
      for (const by of [1, 200]) {
        const response = await operator.attempt('POST', '/plan/go', { by });
        assert.deepEqual([response.status, response.body, response.etag], [200, end, etag], '[D6]');
      }
      assert.deepEqual(seen(await go(operator, { by: -1 })), ['b', 2, 'John 3:16']);
      assert.deepEqual(seen(await go(operator, { by: -200 })), ['a', 1, 'John 3:1']);
      const start = await now(operator);
      assert.deepEqual(await go(operator, { by: -1 }), start);
      assert.deepEqual(seen(await go(operator, { by: 200 })), ['c', 4, 'John 3:5']);
      assert.deepEqual(seen(await operator.write('PUT', '/plan', { plan_id: plan.id })).slice(0, 2), [null, null]);
      assert.deepEqual((await go(operator, { by: -1 })).plan.entry_id, null, 'before the first there is nothing');
      assert.deepEqual(
        seen(await go(operator, { by: 1 })),
        ['a', 1, 'John 3:1'],
        'a plan that is attached again begins',
      );
    });

    it('when go names an entry, then that is shown, again too; a heading means what follows it', async () => {
      const { operator } = await open([...SERVICE, heading('end')]);
      assert.deepEqual(seen(await go(operator, { entry_id: 'b' })), ['b', 2, 'John 3:16']);
      const first = await operator.readQueue();
      await operator.write('POST', '/step', { by: 1 });
      const again = await go(operator, { entry_id: 'b' });
      assert.deepEqual(seen(again), ['b', 2, 'John 3:16']);
      assert.notEqual((await operator.readQueue()).items[0]!.id, first.items[0]!.id);
      assert.deepEqual(seen(await go(operator, { entry_id: 'sermon' })), ['c', 4, 'John 3:5']);
      const before = await now(operator);
      assert.deepEqual(await go(operator, { entry_id: 'end' }), before, 'nothing follows');
      const { body } = await refused(operator, { entry_id: 'x' }, 422, 'invalid_fields');
      assert.equal(body.errors[0].pointer, '/entry_id');
      for (const wrong of [
        {},
        { entry_id: 'a', by: 1 },
        { by: 0 },
        { by: 201 },
        { by: -201 },
        { by: 1.5 },
        { by: '1' },
        { entry_id: null },
        { by: 1, more: 1 },
      ]) {
        await refused(operator, wrong, 422, 'invalid_fields');
      }
    });

    it('[D57] when go shows an entry, then a hidden Live shows, what was remembered is forgotten, and history and undo know it', async () => {
      const { operator } = await open(SERVICE);
      await operator.push('John 3:20');
      await operator.write('POST', '/interrupt', { passage: 'John 3:19' });
      await operator.write('PATCH', '/playback', { paused: true });
      const gone = await go(operator, { by: 1 });
      assert.deepEqual([gone.showing, gone.paused, gone.returns], [true, false, false]);
      assert.equal(gone.changed.operation, 'go');
      await go(operator, { by: 1 });
      assert.deepEqual(await shown(operator), ['John 3:16-18', 'John 3:1-2', 'John 3:19', 'John 3:20']);
      await operator.write('POST', '/undo', {});
      assert.deepEqual(seen(await now(operator)), ['a', 1, 'John 3:1']);
      await operator.write('POST', '/redo', {});
      assert.deepEqual(seen(await now(operator)), ['b', 2, 'John 3:16']);
      await operator.write('POST', '/undo', {});
      await operator.write('POST', '/undo', {});
      const back = await now(operator);
      assert.deepEqual([back.plan.entry_id, back.showing, back.returns], [null, false, true]);
      assert.deepEqual(seen(await go(operator, { by: 1 })), ['a', 1, 'John 3:1'], 'the place went back as well');
    });

    it('when something is undone after another plan was attached, then the place in that plan stays', async () => {
      const { operator } = await open(SERVICE);
      await go(operator, { by: 1 });
      await operator.push('John 3:20');
      const { body: other } = await createPlan(clientOf(operator), SERVICE);
      await attached(operator, other);
      await operator.write('POST', '/undo', {});
      assert.deepEqual(seen(await now(operator)), [null, null, 'John 3:1']);
    });

    it('[D26] when go comes to a deck, then it is presented, in either mode, and the next passage is shown in its place', async () => {
      const operator = await world.openLive();
      const client = clientOf(operator);
      const { body: deck } = await createDeck(client, SLIDES);
      const entries = [passage('a'), deckEntry('d', deck), passage('b', 'John 3:1')];
      await attached(operator, (await createPlan(client, entries)).body);
      await go(operator, { by: 1 });
      const presented = await go(operator, { by: 1 });
      assert.deepEqual([presented.mode, ...seen(presented)], ['presentation', 'd', 1, 's1']);
      const { plan } = await operator.write('POST', '/interrupt', { passage: 'John 3:20' });
      assert.equal(plan.state, 'interrupted');
      assert.equal((await operator.write('POST', '/return', {})).plan.state, 'on_air');
      assert.equal((await operator.write('POST', '/step', { by: 1 })).plan.state, 'on_air');
      const read = await go(operator, { by: 1 });
      assert.deepEqual([read.mode, read.slide, ...seen(read)], ['reader', null, 'b', 2, 'John 3:1']);
      assert.equal((await operator.readQueue()).items.length, 1);
      assert.deepEqual(await shown(operator), ['John 3:1', 's1', 'John 3:20', 's1', 'John 3:16']);
      await operator.write('POST', '/undo', {});
      assert.deepEqual(seen(await now(operator)), ['d', 1, 's2']);
      assert.deepEqual(seen(await go(operator, { by: -1 })), ['a', 0, 'John 3:16']);
    });

    it('[D26] when a deck has changed since its snapshot, then a new one is published; else the latest is presented', async () => {
      const operator = await world.openLive();
      const client = clientOf(operator);
      const { body: deck, etag } = await createDeck(client, SLIDES);
      await attached(operator, (await createPlan(client, [deckEntry('d', deck)])).body);
      const first = await go(operator, { by: 1 });
      assert.equal((await go(operator, { entry_id: 'd' })).slide.snapshot_id, first.slide.snapshot_id);
      const slides = [{ id: 'new', layout: 'text', text: 'New' }, ...SLIDES];
      await client.put(deckPath(client, deck), { title: 'Sunday', slides }, { ifMatch: etag! });
      const second = await go(operator, { entry_id: 'd' });
      assert.notEqual(second.slide.snapshot_id, first.slide.snapshot_id);
      assert.deepEqual([second.slide.slide_id, second.slide.count], ['new', 3]);
      const { body: snapshot } = await client.get(
        `${organizationRestPath(client)}/snapshots/${second.slide.snapshot_id}`,
      );
      assert.deepEqual([snapshot.deck, snapshot.revision], [deck.id, 2]);
      const { body: current, etag: present } = await client.get(deckPath(client, deck));
      await client.delete(deckPath(client, deck), { ifMatch: present! });
      assert.equal(current.revision, 2);
      await refused(operator, { entry_id: 'd' }, 409, 'deck_missing');
      const { body: empty } = await createDeck(client, []);
      await attached(operator, (await createPlan(client, [deckEntry('e', empty)])).body);
      const { body } = await refused(operator, { by: 1 }, 422, 'invalid_fields');
      assert.match(body.detail, /The deck has no slides\./);
    });

    it('[D4] when scopes are missing that an entry needs, then it is 403 and names them, and another entry is shown', async () => {
      const operator = await world.openLive();
      const client = clientOf(operator);
      const { body: deck, etag } = await createDeck(client, SLIDES);
      await attached(operator, (await createPlan(client, [passage('a'), deckEntry('d', deck)])).body);
      const { administration } = world.lectern.installation;
      const holding = async (...scopes: string[]) => {
        const subject = { organization: operator.owner.id };
        const { token } = await administration.createToken({ subject, scopes: ['live.update', ...scopes] });
        return Object.assign(createOperatorClient(world.lectern.url, { token, liveId: operator.liveId }), {
          owner: operator.owner,
        });
      };
      const attempt = async (one: OwnedLive, entry_id: string) => {
        const response = await one.call('POST', '/plan/go', {
          body: { entry_id },
          ifMatch: (await now(operator)).etag,
        });
        return [response.status, response.headers.get('www-authenticate')?.match(/scope="(.*)"/)?.[1] ?? null];
      };
      const reader = await holding('translation.read');
      assert.deepEqual(await attempt(await holding(), 'a'), [403, 'live.update translation.read']);
      assert.deepEqual(await attempt(reader, 'a'), [200, null]);
      const all = 'live.update translation.read presentation.publish';
      assert.deepEqual(await attempt(reader, 'd'), [403, all]);
      const publisher = await holding('translation.read', 'presentation.publish');
      assert.deepEqual(await attempt(publisher, 'd'), [200, null], 'published for the first time');
      await client.put(deckPath(client, deck), { title: 'Sunday', slides: SLIDES }, { ifMatch: etag! });
      assert.deepEqual(await attempt(publisher, 'd'), [403, `${all} presentation.update`]);
      const editor = await holding('translation.read', 'presentation.publish', 'presentation.update');
      assert.deepEqual(await attempt(editor, 'd'), [200, null]);
      assert.deepEqual(await attempt(publisher, 'd'), [200, null], 'it has not changed since');
    });

    it('[States] when the Live is stopped or has no plan, then go is 409; when its plan is deleted, then it has none', async () => {
      const operator = await world.openLive();
      await refused(operator, { by: 1 }, 409, 'no_plan');
      const client = clientOf(operator);
      const { body: plan, etag } = await createPlan(client, SERVICE);
      await attached(operator, plan);
      await operator.write('PATCH', '/playback', { status: 'stopped' });
      await refused(operator, { by: 1 }, 409, 'live_stopped');
      await operator.write('PATCH', '/playback', { status: 'running' });
      const shown = await go(operator, { by: 1 });
      assert.equal((await client.delete(planPath(client, plan), { ifMatch: etag! })).status, 204);
      const without = await now(operator);
      assert.deepEqual({ ...without, plan: shown.plan }, shown, 'what is shown stays, and so does the sequence');
      assert.equal(without.plan, null);
      await refused(operator, { by: 1 }, 409, 'no_plan');
    });

    it('[D17] when a passage cannot be shown, then go is refused as a push is, and the place stays', async () => {
      const { operator } = await open([
        passage('good'),
        passage('unreadable', 'the reading of the day'),
        passage('missing', 'John 3:99'),
        passage('disabled', 'John 3:1', { translations: ['nowhere'] }),
        passage('long', 'John 3:1-20'),
        passage('fits', 'John 3:1-2', { translations: ['two', 'one'] }),
      ]);
      await go(operator, { by: 1 });
      await refused(operator, { by: 1 }, 422, 'invalid_reference');
      await refused(operator, { entry_id: 'missing' }, 422, 'invalid_reference');
      await refused(operator, { entry_id: 'disabled' }, 422, 'invalid_reference');
      await refused(operator, { entry_id: 'long' }, 409, 'queue_full');
      const shown = await go(operator, { entry_id: 'fits' });
      assert.deepEqual(
        shown.focus.texts.map(({ translation }: JsonDocument) => translation),
        ['two', 'one'],
      );
      await operator.write('PATCH', '/settings', { translations: [] });
      await refused(operator, { entry_id: 'good' }, 409, 'translations_not_configured');
    });

    it('[D65] when an entry cannot be shown, then its problem says why, each time the plan is read', async () => {
      const operator = await world.openLive();
      const client = clientOf(operator);
      const { body: deck, etag } = await createDeck(client, SLIDES);
      const entries = [
        passage('fine', 'John 3:1-2'),
        passage('numbers', { book_id: JOHN, chapter: 3, verse: 21 }),
        passage('list', 'John 3:1; 4:1'),
        passage('unreadable', 'the reading of the day'),
        passage('ambiguous', 'Jo 3:1'),
        passage('disabled', 'John 3:1', { translations: ['one', 'nowhere'] }),
        deckEntry('deck', deck),
        heading('heading'),
      ];
      const { body: plan } = await createPlan(client, entries);
      const path = planPath(client, plan);
      const problemsOf = ({ body }: JsonDocument) => body.entries.map(({ problem }: JsonDocument) => problem);
      const expected = [
        null,
        'missing_verse',
        'missing_verse',
        'unreadable',
        'unreadable',
        'edition_not_enabled',
        null,
        null,
      ];
      assert.deepEqual(problemsOf({ body: plan }), expected);
      assert.equal((await client.delete(deckPath(client, deck), { ifMatch: etag! })).status, 204);
      const read = await client.get(path);
      assert.deepEqual(problemsOf(read), expected.with(6, 'deck_missing'));
      const library = `${organizationRestPath(client)}/translations`;
      for (const { slug } of EDITIONS) assert.equal((await client.delete(`${library}/${slug}`)).status, 204);
      const sent = { name: plan.name, entries: read.body.entries };
      const replaced = await client.put(path, sent, { ifMatch: read.etag! });
      assert.equal(replaced.status, 200, 'entries can be sent as they were read');
      const passages: (string | null)[] = expected.map((_, index) => (index < 6 ? 'edition_not_enabled' : null));
      assert.deepEqual(problemsOf(replaced), passages.with(6, 'deck_missing'));
    });

    it('[D55] when something else is on air than the entry showed, then it is interrupted until its content is back', async () => {
      const { operator } = await open(SERVICE);
      const stateOf = async (path?: string, body = {}) => {
        if (path) await operator.write(path === '/playback' ? 'PATCH' : 'POST', path, body);
        const { plan } = await now(operator);
        return [plan.entry_id, plan.state];
      };
      assert.deepEqual(await stateOf(), [null, null]);
      assert.deepEqual(await stateOf('/plan/go', { by: 1 }), ['a', 'on_air']);
      assert.deepEqual(await stateOf('/step', { by: 1 }), ['a', 'on_air']);
      assert.deepEqual(await stateOf('/step', { by: 1, beyond: true }), ['a', 'on_air'], 'joins the run');
      assert.deepEqual(await stateOf('/playback', { paused: true }), ['a', 'on_air'], 'hidden');
      assert.deepEqual(await stateOf('/passages', { passage: 'John 3:20' }), ['a', 'interrupted']);
      assert.deepEqual(await stateOf('/recall'), ['a', 'on_air']);
      assert.deepEqual(await stateOf('/undo'), ['a', 'interrupted']);
      assert.deepEqual(await stateOf('/redo'), ['a', 'on_air']);
      assert.deepEqual(await stateOf('/plan/go', { entry_id: 'c' }), ['c', 'on_air']);
      assert.deepEqual(await stateOf('/step', { by: 1 }), ['c', 'on_air'], 'its second passage');
    });

    it('when the plan is edited, then the place stays with its entry, or where that was, and now has the new name', async () => {
      const { operator, plan, planEtag } = await open(SERVICE);
      await go(operator, { entry_id: 'b' });
      const before = await now(operator);
      const [opening, a, b, sermon, c] = SERVICE;
      let etag = await edit(operator, { ...plan, name: 'Renamed' }, [heading('new'), ...SERVICE], planEtag);
      const moved = await now(operator);
      assert.deepEqual(moved.plan, { ...before.plan, name: 'Renamed', index: 3, entries: 6 });
      assert.deepEqual({ ...moved, plan: before.plan }, before, 'neither the sequence nor what is shown moves');
      etag = await edit(operator, plan, [heading('new'), opening!, a!, sermon!, c!], etag);
      assert.deepEqual(seen(await now(operator)), [null, 3, 'John 3:16']);
      etag = await edit(operator, plan, [opening!, a!, passage('b2', 'John 3:3'), sermon!, c!], etag);
      assert.deepEqual(seen(await now(operator)), [null, 2, 'John 3:16'], 'after the entry that it followed');
      assert.deepEqual(seen(await go(operator, { by: 1 })), ['b2', 2, 'John 3:3'], 'what stands there now');
      etag = await edit(operator, plan, [passage('b2', 'John 3:3'), a!], etag);
      assert.deepEqual(seen(await now(operator)), ['b2', 0, 'John 3:3']);
      await edit(operator, plan, [b!], etag);
      assert.deepEqual(seen(await now(operator)), [null, 0, 'John 3:3']);
      await refused(operator, { entry_id: 'b2' }, 422, 'invalid_fields');
      const same = await now(operator);
      assert.deepEqual(await go(operator, { by: -1 }), same, 'nothing was before it');
      assert.deepEqual(seen(await go(operator, { by: 1 })), ['b', 0, 'John 3:16']);
    });

    it('[D55] when an attached plan is edited or deleted, then polls of now wake, and those of the whole Live do not', async () => {
      const owner = await world.createOrganization();
      const client = api(world.lectern, owner);
      const controller = await createLiveController(world.lectern, owner, { translations: ['one'] });
      const { body: plan, etag } = await createPlan(client, SERVICE);
      const attach = async (body: object) => {
        const response = await controller.send('PUT', '/plan', body);
        assert.equal(response.status, 200, JSON.stringify(response.body));
        controller.etag = response.etag!;
      };
      await attach({ plan_id: plan.id });
      let known = requireEvent(await poll(world.lectern, controller, { view: 'now' }), controller, 'live.now');
      const plain = await readSnapshot(world.lectern, controller);
      const wake = async (change: () => Promise<unknown>) => {
        const waiting = beginPoll(world.lectern, controller, { after: known.cursor, view: 'now' });
        await waitUntilParked(waiting);
        await change();
        const next = requireEvent(await waiting.response, controller, 'live.now_changed');
        assert.notEqual(next.cursor, known.cursor);
        known = next;
        return next.data.plan;
      };
      const path = planPath(client, plan);
      let edited = etag!;
      const renamed = await wake(async () => {
        const response = await client.put(path, { name: 'Evening', entries: [] }, { ifMatch: edited });
        edited = response.etag!;
      });
      assert.deepEqual([renamed.name, renamed.entries], ['Evening', 0]);
      assert.equal(await wake(() => client.delete(path, { ifMatch: edited })), null);
      requireEvent(
        await poll(world.lectern, controller, { after: plain.cursor, wait: 0 }),
        controller,
        'stream.heartbeat',
      );
    });

    it('[D9] when go comes with an Idempotency-Key, then it is 422; an attachment of an account’s Live works the same', async () => {
      const [, account] = await createOwners(world.lectern, ...EDITIONS);
      const operator = await openLive(world.lectern, ['one'], {}, account);
      const client = clientOf(operator);
      await attached(operator, (await createPlan(client, SERVICE)).body);
      const headers = { 'idempotency-key': 'once' };
      const path = `/v1/lives/${operator.liveId}/plan/go`;
      const response = await client.post(path, { by: 1 }, { headers, ifMatch: operator.etag });
      assert.deepEqual([response.status, response.body.code], [422, 'idempotency_unsupported']);
      assert.deepEqual(seen(await go(operator, { by: 1 })), ['a', 1, 'John 3:1']);
    });

    it('[D44] when a Live is read from the database, then it is where it was in its plan', async () => {
      const { operator } = await open(SERVICE);
      const before = await go(operator, { entry_id: 'b' });
      const kept = await world.lectern.installation.storage.lives.load(operator.liveId);
      assert.deepEqual([kept!.record.planId, kept!.record.planEntryId], [before.plan.plan_id, 'b']);
    });
  });
}

describe('[D65] a plan on two nodes over one PostgreSQL', () => {
  const cluster = useNodes(2);
  let owner: TestOwner;
  before(async () => {
    [owner] = await createOwners(cluster.nodes[0]!, EDITIONS[0]!);
  });

  it('when an entry is shown on one node, or its plan is edited there, then polls of now on the other wake', async () => {
    const [here, there] = cluster.nodes as [TestLectern, TestLectern];
    const client = api(here, owner);
    const controller: LiveController = await createLiveController(here, owner, { translations: ['one'] });
    const { body: plan, etag } = await createPlan(client, SERVICE);
    const attachment = await controller.send('PUT', '/plan', { plan_id: plan.id });
    assert.equal(attachment.status, 200, JSON.stringify(attachment.body));
    let known = requireEvent(await poll(there, controller, { view: 'now' }), controller, 'live.now');
    assert.equal(known.data.plan.plan_id, plan.id);
    const wake = async (change: () => Promise<{ status: number; body: JsonDocument }>) => {
      const waiting = beginPoll(there, controller, { after: known.cursor, view: 'now' });
      await waitUntilParked(waiting);
      const { status, body } = await change();
      assert.equal(status, 200, JSON.stringify(body));
      known = requireEvent(await waiting.response, controller, 'live.now_changed');
      return known.data;
    };
    const ifMatch = { 'if-match': attachment.etag! };
    const shown = await wake(() => controller.send('POST', '/plan/go', { by: 1 }, ifMatch));
    assert.deepEqual([shown.plan.entry_id, shown.focus.reference], ['a', 'John 3:1']);
    const renamed = await wake(() =>
      client.put(planPath(client, plan), { name: 'Evening', entries: SERVICE.slice(1) }, { ifMatch: etag! }),
    );
    assert.deepEqual([renamed.plan.name, renamed.plan.index, renamed.sequence], ['Evening', 0, shown.sequence]);
  });
});
