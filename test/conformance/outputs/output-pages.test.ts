import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { executeCommand } from '../../../src/cli/execute.ts';
import type { ViewerState } from '../../../src/contract/viewer.ts';
import { type Api, api, assertProblem, type JsonDocument, sendRequest } from '../../support/requests/api.ts';
import { type OutputEntrance, openOutputEntrance, REPORT } from '../../support/requests/output-entrance.ts';
import { createPlan, planPath } from '../../support/requests/plans.ts';
import { createSnapshot } from '../../support/requests/presentation.ts';
import { type AudienceStream, openStream } from '../../support/requests/stream.ts';
import { PAGE_ENGINES, smallEdition } from '../../support/server/lectern.ts';
import { type OwnedLive, useInProcessServer } from '../../support/server/suite-server.ts';

const VERSES = { 16: 'For God so loved the world', 17: 'not to condemn the world', 18: 'is not condemned' };
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";
/** Within which a page that is shown must have ended. */
const SECOND_MS = 1_000;

interface OpenOutput {
  readonly live: OwnedLive;
  readonly client: Api;
  readonly outputs: string;
  readonly output: JsonDocument;
  readonly door: OutputEntrance;
}

for (const engine of PAGE_ENGINES) {
  describe(`pages of outputs on ${engine}`, () => {
    const world = useInProcessServer({ engine, editions: [smallEdition('one', { 43: { 3: VERSES } })] });

    const open = async (view = 'screen', given?: OwnedLive): Promise<OpenOutput> => {
      const live = given ?? (await world.openLive());
      const client = api(world.lectern, live.owner);
      const outputs = `/v1/lives/${live.liveId}/outputs`;
      const { status, body: output } = await client.post(outputs, { name: 'Projector', view });
      assert.equal(status, 201, JSON.stringify(output));
      return { live, client, outputs, output, door: openOutputEntrance(world.url, output.url) };
    };
    const read = async ({ client, outputs, output }: OpenOutput): Promise<JsonDocument> => {
      const { data } = (await client.get(outputs)).body;
      return data.find(({ id }: JsonDocument) => id === output.id);
    };
    const named = (name: string) => (event: { name: string }) => event.name === name;
    const endOf = async (stream: AudienceStream): Promise<string> => {
      const { data } = await stream.take(named('ended'));
      assert.equal(await stream.ended, true);
      return JSON.parse(data);
    };

    it('[D60] when the page of an output is opened without a pass, then it shows nothing of the Live and asks for its address', async () => {
      const { live, door } = await open();
      await live.push('John 3:16');
      const { status, headers, body } = await door.page();
      assert.equal(status, 403);
      assert.equal(headers.get('content-security-policy'), POLICY);
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.ok(body.includes('Open the address of this output again.'));
      assert.ok(!body.includes('loved') && !body.includes(live.liveId));
    });

    it('[D60], [D61] when a browser asks for the service worker, then it gets a complete script, for the outputs or for /screen alone', async () => {
      for (const [path, scope] of [
        ['/o/worker.js', '/o/'],
        ['/screen/worker.js', '/screen'],
      ] as const) {
        const { status, headers, body } = await sendRequest(world.url, 'GET', path);
        assert.deepEqual(
          [status, headers.get('service-worker-allowed'), headers.get('cache-control')],
          [200, scope, 'no-cache'],
        );
        assert.match(headers.get('content-type')!, /^application\/javascript/);
        assert.doesNotMatch(body, /\bimport\b/);
      }
    });

    it('[D60], [D46] when a start page, which is a file, asks whether the server responds, then it can read the response', async () => {
      const { status, headers } = await sendRequest(world.url, 'GET', '/healthz', undefined, { origin: 'null' });
      assert.deepEqual([status, headers.get('access-control-allow-origin')], [200, '*']);
    });

    it('when the address of an output ends in a slash, then it leads to the address without it', async () => {
      const { output } = await open();
      const slash = await fetch(`${world.url}/o/${output.id}/?background=black`, { redirect: 'manual' });
      assert.deepEqual([slash.status, slash.headers.get('location')], [308, `/o/${output.id}?background=black`]);
    });

    it('[D60] when the key is given, then a cookie for this output alone opens its page, which holds what is shown', async () => {
      const { live, door, output } = await open();
      await live.push('John 3:16');
      const response = await door.admit();
      assert.deepEqual(
        [response.status, response.body, response.headers.get('cache-control')],
        [204, null, 'no-store'],
      );
      const cookie = response.headers.getSetCookie()[0]!;
      assert.match(cookie, new RegExp(`^lectern_output_${output.id}=[A-Za-z0-9_-]{43}; `));
      for (const attribute of ['HttpOnly', 'SameSite=Lax', `Path=/o/${output.id}`, 'Max-Age=2592000']) {
        assert.ok(cookie.includes(attribute), cookie);
      }
      const { status, headers, body } = await door.page(cookie.split(';')[0]!);
      assert.deepEqual([status, headers.get('content-security-policy')], [200, POLICY]);
      assert.ok(body.includes('For God so loved the world') && body.includes('data-view="screen"'));
      assert.ok(!body.includes(door.key));
    });

    it('[D60] when the page, its stream or a report is admitted, then the cookie is renewed for 30 days; a 404 deletes it, and no other refusal', async () => {
      const { door, client, outputs, output } = await open();
      const [given] = (await door.admit()).headers.getSetCookie();
      const cookie = given!.split(';')[0]!;
      const stream = await door.stream(cookie);
      const renewed = [
        ...(await door.page(cookie)).headers.getSetCookie(),
        ...(await door.report(cookie)).headers.getSetCookie(),
        ...stream.response.headers['set-cookie']!,
      ];
      assert.deepEqual(renewed, [given, given, given]);
      stream.close();
      const wrong = `lectern_output_${output.id}=x`;
      const read = () => sendRequest(world.url, 'GET', `${door.path}/stream`, undefined, { cookie });
      for (const refused of [await door.page(wrong), await door.report(wrong)]) {
        assert.deepEqual([refused.status, refused.headers.getSetCookie()], [403, []]);
      }
      await client.delete(`${outputs}/${output.id}`);
      const deleted = `lectern_output_${output.id}=; Max-Age=0; Path=${door.path}; HttpOnly; SameSite=Lax`;
      const send = (to: string, body: object) => door.send(to, body, { cookie });
      for (const gone of [
        await door.page(cookie),
        await read(),
        await door.report(cookie),
        await send('admit', { key: door.key }),
      ]) {
        assert.deepEqual([gone.status, gone.headers.getSetCookie()], [404, [deleted]]);
      }
      assert.deepEqual((await door.page()).headers.getSetCookie(), [], 'there is none to delete');
    });

    it('[D60], [D35] when what is given is not the key, then no cookie is given, and nothing opens', async () => {
      const one = await open();
      const other = await open();
      for (const key of ['', 'out_', other.door.key, `${one.door.key.slice(0, -1)}!`, one.output.id]) {
        const response = await one.door.admit({ key });
        assertProblem(response, 403, 'forbidden');
        assert.deepEqual(response.headers.getSetCookie(), []);
      }
      const foreign = await other.door.enter();
      const renamed = foreign.replace(other.output.id, one.output.id);
      for (const cookie of [foreign, renamed, `lectern_output_${one.output.id}=`]) {
        assert.equal((await one.door.page(cookie)).status, 403);
        assertProblem(await one.door.report(cookie), 403, 'forbidden');
      }
      assertProblem(await openOutputEntrance(world.url, `${world.url}/o/none#x`).admit(), 404, 'not_found');
      assert.equal((await openOutputEntrance(world.url, `${world.url}/o/none#x`).page()).status, 404);
    });

    it('[D60] when a page of another site, or no JSON, is sent, then it is refused', async () => {
      const { door } = await open();
      const cookie = await door.enter();
      const foreign: Record<string, string>[] = [
        { origin: 'https://elsewhere.example' },
        { 'sec-fetch-site': 'cross-site' },
      ];
      for (const headers of foreign) {
        assertProblem(await door.admit({ key: door.key }, headers), 403, 'forbidden');
        assertProblem(await door.report(cookie, REPORT, headers), 403, 'forbidden');
      }
      const text = { 'content-type': 'text/plain' };
      assertProblem(await door.admit({ key: door.key }, text), 415, 'unsupported_media_type');
      assertProblem(await door.report(cookie, REPORT, text), 415, 'unsupported_media_type');
      assertProblem(await door.admit({ key: door.key, more: 1 }), 422, 'invalid_fields');
      assertProblem(await door.admit({ key: 'x'.repeat(600) }), 413, 'body_too_large');
    });

    it('[D60], [D20] when the Live is protected, then its outputs show it all the same, also after the secret is rotated', async () => {
      const { live, client, door } = await open();
      const { etag } = await client.get(`/v1/lives/${live.liveId}`);
      const path = `/v1/lives/${live.liveId}/audience-secret`;
      const secured = await client.post(path, {}, { ifMatch: etag! });
      const cookie = await door.enter();
      const stream = await door.stream(cookie);
      await stream.takeState();
      await client.put(path, {}, { ifMatch: secured.etag! });
      await live.read();
      await live.push('John 3:16');
      assert.ok(await stream.take(({ data }) => data.includes('loved')));
      assert.ok(!stream.events.some(named('closed')), 'it was never shut out');
      assert.equal((await door.page(cookie)).status, 200);
      stream.close();
    });

    it('[D60] when an output is connected, then the list says so, and it is not counted as a viewer', async () => {
      const opened = await open();
      const cookie = await opened.door.enter();
      assert.deepEqual([(await read(opened)).connections, (await read(opened)).seen_at], [0, null]);
      const stream = await opened.door.stream(cookie);
      const state: ViewerState = await stream.takeState();
      assert.equal(state.idle, (await opened.live.read()).name, 'nothing was ever shown');
      const received = JSON.parse((await stream.take(named('output'))).data);
      const { name, view, settings } = opened.output;
      assert.deepEqual(received, { name, view, settings });
      const { connections, seen_at } = await read(opened);
      assert.equal(connections, 1);
      assert.ok(Math.abs(Date.parse(seen_at) - Date.now()) < 60_000);
      const viewers = await opened.client.get(`/v1/lives/${opened.live.liveId}/viewers`);
      assert.deepEqual([viewers.body.viewers, viewers.body.peak], [0, 0]);
      stream.close();
      await stream.ended;
      const until = Date.now() + 10_000;
      while ((await read(opened)).connections !== 0) {
        assert.ok(Date.now() < until, 'it still counts');
        await sleep(20);
      }
      assert.ok((await read(opened)).seen_at >= seen_at);
    });

    it('[D60] when a fifth page shows an output, then the oldest ends and says so', async () => {
      const opened = await open();
      const cookie = await opened.door.enter();
      const streams: AudienceStream[] = [];
      for (let page = 0; page < 5; page++) {
        streams.push(await opened.door.stream(cookie));
        await streams[page]!.takeState();
      }
      assert.equal(await endOf(streams[0]!), 'replaced');
      assert.equal((await read(opened)).connections, 4);
      for (const stream of streams.slice(1)) {
        assert.ok(!stream.events.some(named('ended')));
        stream.close();
      }
    });

    it('[D60] when an output is rotated or deleted, then its open page ends within a second, and its cookie opens nothing', async () => {
      for (const [action, why] of [
        ['rotate', 'rotated'],
        ['delete', 'deleted'],
      ]) {
        const { door, client, outputs, output } = await open();
        const cookie = await door.enter();
        const stream = await door.stream(cookie);
        await stream.take(named('output'));
        const path = `${outputs}/${output.id}`;
        const done = action === 'rotate' ? await client.post(`${path}/rotate`, {}) : await client.delete(path);
        const doneAt = Date.now();
        assert.equal(await endOf(stream), why);
        assert.ok(Date.now() - doneAt < SECOND_MS);
        assert.equal((await door.page(cookie)).status, action === 'rotate' ? 403 : 404);
        assert.equal((await door.admit()).status, action === 'rotate' ? 403 : 404);
        if (action === 'rotate') await openOutputEntrance(world.url, done.body.url).enter();
      }
    });

    it('[D60] when the operator asks for it, then the page shows its name, loads again, or has its new settings', async () => {
      const { door, client, outputs, output } = await open();
      const stream = await door.stream(await door.enter());
      await stream.take(named('output'));
      await client.post(`${outputs}/${output.id}/identify`, {});
      await stream.take(named('identify'));
      await client.post(`${outputs}/${output.id}/reload`, {});
      await stream.take(named('reload'));
      await client.patch(`${outputs}/${output.id}`, { name: 'Left wall', settings: { margin: 3 } });
      const received = JSON.parse((await stream.take(named('output'))).data);
      assert.deepEqual([received.name, received.settings.margin], ['Left wall', 3]);
      stream.close();
    });

    it('[D60], [D42] when the owner is restricted, then the page ends, and shows a notice until the restriction is lifted', async () => {
      const { door, live } = await open();
      const cookie = await door.enter();
      const stream = await door.stream(cookie);
      await stream.take(named('output'));
      const restrict = (restricted: boolean) =>
        executeCommand(world.lectern.installation, `account ${restricted ? 'restrict' : 'unrestrict'}`, {
          id: live.owner.id,
        });
      await restrict(true);
      await stream.take(named('closed'));
      const page = await door.page(cookie);
      assert.equal(page.status, 403);
      assert.ok(page.body.includes('This display is not available right now.'));
      assertProblem(await door.report(cookie), 403, 'processing_restricted');
      await restrict(false);
      assert.equal((await door.page(cookie)).status, 200);
    });

    it('[D60] when the Live is deleted, then the page hears that it is gone', async () => {
      const { door, client, live } = await open();
      const cookie = await door.enter();
      const stream = await door.stream(cookie);
      await stream.take(named('output'));
      const { etag } = await client.get(`/v1/lives/${live.liveId}`);
      await client.delete(`/v1/lives/${live.liveId}`, { ifMatch: etag! });
      await stream.take(named('gone'));
      assert.equal((await door.page(cookie)).status, 404);
    });

    it('[D60] when a page reports what it has painted, then the list says it', async () => {
      const opened = await open();
      await opened.live.push('John 3:16');
      const { sequence } = await opened.live.read();
      const cookie = await opened.door.enter();
      const report = { sequence, part: 0, width: 3840, height: 2160, problem: 'shrunk' };
      assert.equal((await opened.door.report(cookie, report)).status, 204);
      const output = await read(opened);
      const { painted_at, seen_at, width, height, problem } = output;
      assert.deepEqual([output.sequence, width, height, problem], [sequence, 3840, 2160, 'shrunk']);
      for (const time of [painted_at, seen_at]) assert.ok(Math.abs(Date.parse(time) - Date.now()) < 60_000);
      const { data } = (await opened.client.get(`/v1/lives/${opened.live.liveId}`)).body;
      assert.equal(data, undefined);
      assert.equal((await opened.live.read()).sequence, sequence, '[D6]');
    });

    it('[D60] when a report is forged, then it is refused or ignored, and nothing changes', async () => {
      const opened = await open();
      const { sequence } = await opened.live.read();
      const cookie = await opened.door.enter();
      assertProblem(await opened.door.report(undefined), 403, 'forbidden');
      const wrong: object[] = [
        { ...REPORT, sequence: -1 },
        { ...REPORT, sequence: 1.5 },
        { ...REPORT, width: 0 },
        { ...REPORT, height: 16_385 },
        { ...REPORT, part: '0' },
        { ...REPORT, problem: 'fire' },
        { ...REPORT, more: true },
        { sequence },
      ];
      for (const body of wrong) assertProblem(await opened.door.report(cookie, body), 422, 'invalid_fields');
      const long = { ...REPORT, problem: 'x'.repeat(512) };
      assertProblem(await opened.door.report(cookie, long), 413, 'body_too_large');
      assert.equal((await opened.door.report(cookie, { ...REPORT, sequence: sequence + 1 })).status, 204);
      const { painted_at, width } = await read(opened);
      assert.deepEqual([painted_at, width], [null, null]);
    });

    it('[D60] when a page reports more than twice a second, then it has to wait', async () => {
      const { door } = await open();
      const cookie = await door.enter();
      const responses = await Promise.all(Array.from({ length: 12 }, () => door.report(cookie)));
      const refused = responses.filter(({ status }) => status !== 204);
      // They may come in two seconds.
      assert.ok(refused.length >= 8, String(refused.length));
      for (const response of refused) {
        assertProblem(response, 429, 'rate_limited');
        assert.equal(response.headers.get('retry-after'), '1');
      }
    });

    it('[D60] when a Live is hidden, then a screen gets nothing, and a stage gets the page and that it is hidden', async () => {
      const live = await world.openLive();
      const screen = await open('screen', live);
      const stage = await open('stage', live);
      await live.push('John 3:16-17');
      await live.write('PATCH', '/playback', { paused: true });
      const [onScreen, onStage] = await Promise.all(
        [screen, stage].map(async ({ door }) => {
          const stream = await door.stream(await door.enter());
          return { stream, state: await stream.takeState() };
        }),
      );
      assert.deepEqual([onScreen!.state.items, onScreen!.state.focus, onScreen!.state.stage], [[], null, undefined]);
      const { items, focus, showing, stage: received } = onStage!.state;
      assert.deepEqual([items.length, items[0]!.id, showing], [2, focus, false]);
      assert.deepEqual(received, { hidden: true, notes: null, next_slide: null, entry_note: null, planned_end: null });
      await live.write('PATCH', '/playback', { paused: false });
      const change = await onStage!.stream.takeChange();
      assert.deepEqual(change.stage, {
        hidden: false,
        notes: null,
        next_slide: null,
        entry_note: null,
        planned_end: null,
      });
      for (const { stream } of [onScreen!, onStage!]) stream.close();
    });

    it('[D60], [D62] when there is a message to the stage, then a stage output gets it, and no other', async () => {
      const live = await world.openLive();
      const screen = await open('screen', live);
      const stage = await open('stage', live);
      const [quiet, stream] = await Promise.all(
        [screen, stage].map(async ({ door }) => {
          const opened = await door.stream(await door.enter());
          await opened.takeState();
          return opened;
        }),
      );
      await stage.client.put(`/v1/lives/${live.liveId}/stage`, { message: 'Two minutes', countdown_to: null });
      const change = await stream!.takeChange();
      assert.deepEqual(change.stage!.notes, { message: 'Two minutes', countdown_to: null, flash: false });
      assert.ok(!JSON.stringify(quiet!.events).includes('Two minutes'));
      for (const one of [quiet!, stream!]) one.close();
    });

    it('[D65], [D60] when the Live is at an entry of its plan, then a stage output gets its note and its planned end, and the audience and other outputs never', async () => {
      const live = await world.openLive();
      const { door, client } = await open('stage', live);
      const screen = await open('screen', live);
      const { body: plan, etag } = await createPlan(client, [
        { kind: 'passage', title: 'First', passage: 'John 3:16', note: 'Ana reads' },
        { kind: 'passage', title: 'Second', passage: 'John 3:17' },
      ]);
      const others = [await screen.door.stream(await screen.door.enter()), await openStream(world.url, live.liveId)];
      const stream = await door.stream(await door.enter());
      assert.equal((await stream.takeState()).stage!.entry_note, null);
      const noteOf = (note: string | null) =>
        stream.take(({ data }) => data.includes(`"entry_note":${JSON.stringify(note)}`));
      await live.read();
      await live.write('PUT', '/plan', { plan_id: plan.id });
      await live.write('POST', '/plan/go', { by: 1 });
      await noteOf('Ana reads');

      // A change of the plan reaches the stage, and does not change the sequence.
      const { sequence } = (await live.call('GET', '')).body;
      const entries = plan.entries.map((entry: JsonDocument) => ({ ...entry, note: 'Ben reads', minutes: 5 }));
      const timed = { name: 'Sunday', starts_at: '10:00', entries };
      const replaced = await client.put(planPath(client, plan), timed, { ifMatch: etag! });
      assert.equal(replaced.status, 200, JSON.stringify(replaced.body));
      await noteOf('Ben reads');
      assert.equal((await live.call('GET', '')).body.sequence, sequence);

      // The note belongs to what the entry shows.
      await live.read();
      await live.push('John 3:17');
      await noteOf(null);
      await live.write('POST', '/recall', {});
      await noteOf('Ben reads');

      // A stage that opens now, the next entry, undo, and a deleted plan.
      const late = await door.stream(await door.enter());
      const { stage: lateStage } = await late.takeState();
      assert.equal(lateStage!.entry_note, 'Ben reads');
      assert.deepEqual(lateStage!.planned_end, { date: null, minutes: 10 * 60 + 5 });
      await live.read();
      await live.write('PUT', '/plan', { plan_id: null });
      await noteOf(null);
      await live.write('PUT', '/plan', { plan_id: plan.id });
      await live.write('POST', '/plan/go', { entry_id: plan.entries[1].id });
      await noteOf('Ben reads');
      const gone = await client.delete(planPath(client, plan), { ifMatch: replaced.etag! });
      assert.equal(gone.status, 204);
      await noteOf(null);

      for (const other of others) {
        await other.take(({ data }) => data.includes(VERSES[17]));
        assert.ok(!other.events.some(({ data }) => /reads|entry_note|planned_end/.test(data)));
      }
      const page = await fetch(`${world.url}/l/${live.liveId}?view=stage`);
      const text = await page.text();
      assert.ok(text.includes(VERSES[17]) && !/reads|entry_note|planned_end/.test(text));
      for (const one of [...others, stream, late]) one.close();
    });

    it('[D60], [D26] when a slide is shown, then a stage output gets the next one, and the slide while it is hidden', async () => {
      const live = await world.openLive();
      const { door, client } = await open('stage', live);
      const snapshot = await createSnapshot(client, [
        { layout: 'title', title: 'First' },
        { layout: 'text', text: 'Second' },
      ]);
      await live.read();
      await live.write('PUT', '/presentation', { snapshot_id: snapshot.id });
      const stream = await door.stream(await door.enter());
      const state = await stream.takeState();
      assert.deepEqual([state.slide!.title, state.stage!.next_slide!.text], ['First', 'Second']);
      await live.write('PATCH', '/playback', { paused: true });
      const hidden = await stream.takeState();
      assert.deepEqual([hidden.slide!.title, hidden.stage!.hidden], ['First', true]);
      await live.write('PUT', '/presentation', { snapshot_id: snapshot.id, index: 1 });
      const last = await stream.take(({ name, data }) => name !== 'beat' && data.includes('"next_slide":null'));
      assert.ok(last);
      stream.close();
    });

    it('[D60] when the view of an output becomes the stage, then its page comes back into the room of those on stage', async () => {
      const { door, client, outputs, output } = await open();
      const cookie = await door.enter();
      const stream = await door.stream(cookie);
      await stream.take(named('output'));
      await client.patch(`${outputs}/${output.id}`, { view: 'stage' });
      await stream.take(named('closed'));
      const again = await door.stream(cookie);
      assert.ok((await again.takeState()).stage);
      again.close();
    });
  });
}

describe('[D76] the link on the idle image', () => {
  const origin = 'http://lectern.example';
  const world = useInProcessServer({ settings: { LECTERN_PUBLIC_URL: origin } });

  it('[D76] when a Live is protected, then outputs no longer get its link, and the audience and a stage never do', async () => {
    const live = await world.openLive();
    const client = api(world.lectern, live.owner);
    const enter = async (view: string) => {
      const { body } = await client.post(`/v1/lives/${live.liveId}/outputs`, { name: 'Projector', view });
      const door = openOutputEntrance(world.url, body.url);
      return door.stream(await door.enter());
    };
    const [screen, ...others] = [
      await enter('screen'),
      await enter('stage'),
      await openStream(world.url, live.liveId),
    ] as const;
    assert.equal((await screen.takeState()).link, `${origin}/l/${live.liveId}`);
    for (const other of others) assert.equal((await other.takeState()).link, undefined);
    await live.read();
    await live.write('POST', '/audience-secret', {});
    assert.equal((await screen.takeState()).link, undefined);
    for (const one of [screen, ...others]) one.close();
  });
});
