import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type ApiResponse,
  api,
  assertProblem,
  createTestLive,
  type JsonDocument,
  type RequestOptions,
} from '../../support/requests/api.ts';
import { STUDIO_SETTINGS } from '../../support/requests/documented-operations.ts';
import { createLiveController, type LiveController } from '../../support/requests/live-controller.ts';
import { beginPoll, readSnapshot, requireEvent, waitUntilParked } from '../../support/requests/poll.ts';
import { joinAudience } from '../../support/requests/viewer.ts';
import {
  createTestAccount,
  createTestOrganization,
  PAGE_ENGINES,
  type TestLectern,
  type TestOwner,
} from '../../support/server/lectern.ts';
import { useInProcessServer, useNodes } from '../../support/server/suite-server.ts';

const PATHS = ['dark', 'light'].flatMap((theme) =>
  ['background', 'container', 'translation', 'reference', 'text'].map((name) => ['palettes', theme, name]),
);
const ELEMENTS = ['translation', 'reference', 'text'];
const COLOURS = [...PATHS, ['container', 'border']];
const SWITCHES = [
  ['showLogo'],
  ...['theme', 'fullscreen', 'fontSize'].map((name) => ['controls', name]),
  ...ELEMENTS.flatMap((name) => [
    ['elements', name, 'bold'],
    ['elements', name, 'italic'],
  ]),
];
const CHOICES: [string[], string[]][] = [
  [['preset'], ['default', 'midnight', 'paper', 'ocean']],
  [['transition'], ['none', 'fade', 'slide', 'slide_up', 'slide_down', 'zoom_in', 'zoom_out', 'wipe']],
  ...ELEMENTS.flatMap((name): [string[], string[]][] => [
    [
      ['elements', name, 'font'],
      ['serif', 'sans', 'mono'],
    ],
    [
      ['elements', name, 'align'],
      ['left', 'center', 'right'],
    ],
  ]),
];
/** [D22]: path, least, most, whether null inherits the preset. */
const NUMBERS: [string[], number, number, boolean][] = [
  ...ELEMENTS.flatMap((name): [string[], number, number, boolean][] => [
    [['elements', name, 'size'], 12, 240, false],
    [['elements', name, 'lineHeight'], 80, 240, false],
  ]),
  [['container', 'radius'], 0, 200, true],
  [['container', 'padding'], 0, 400, true],
];
const ORDERS = [
  ['translation', 'reference', 'text'],
  ['translation', 'text', 'reference'],
  ['reference', 'translation', 'text'],
  ['reference', 'text', 'translation'],
  ['text', 'translation', 'reference'],
  ['text', 'reference', 'translation'],
];
const WRONG_ORDERS = [
  [],
  ['text'],
  ['text', 'reference'],
  ['text', 'text', 'reference'],
  ['text', 'reference', 'translation', 'text'],
  ['text', 'reference', 'rights'],
  ['text', 'reference', null],
  ['Text', 'reference', 'translation'],
  'text',
  null,
  { 0: 'text', 1: 'reference', 2: 'translation' },
];
const WRONG_COLOURS = [
  '',
  'red',
  '#fff',
  '#12345',
  '#1234567',
  '123456',
  '#12345g',
  ' #123456',
  '#123456\n',
  0,
  {},
  true,
];

const at = (document: JsonDocument, path: readonly string[]): JsonDocument =>
  path.reduce((node, name) => node[name], document);
/** The settings with one value in place of another; undefined leaves it out. */
function withValue(path: readonly string[], value: unknown): JsonDocument {
  const copy: JsonDocument = structuredClone(STUDIO_SETTINGS);
  const last = path.at(-1)!;
  const parent = at(copy, path.slice(0, -1));
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy;
}
/** Every path in the settings that leads to a member. */
function pathsOf(node: JsonDocument, path: string[] = []): string[][] {
  if (node === null || typeof node !== 'object' || Array.isArray(node)) return [];
  return Object.entries(node).flatMap(([name, value]) => [[...path, name], ...pathsOf(value, [...path, name])]);
}

const designPath = ({ id }: TestOwner) => `/v1/organizations/${id}/design`;
const read = async (lectern: TestLectern, owner: TestOwner): Promise<ApiResponse> => {
  const response = await api(lectern, owner).get(designPath(owner));
  assert.equal(response.status, 200, JSON.stringify(response.body));
  return response;
};
const put = (lectern: TestLectern, owner: TestOwner, settings: unknown, options: RequestOptions) =>
  api(lectern, owner).put(designPath(owner), { settings }, options);
/** Replaces whatever design is there now. */
const replace = async (lectern: TestLectern, owner: TestOwner, settings: unknown = STUDIO_SETTINGS) => {
  const { etag } = await read(lectern, owner);
  const response = await put(lectern, owner, settings, { ifMatch: etag! });
  assert.equal(response.status, 200, JSON.stringify(response.body));
  return response;
};

for (const engine of PAGE_ENGINES) {
  describe(`[D22] design on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine, settings: { LECTERN_LIVES_PER_OWNER: '1000' } });

    /** Demands this refusal, and that the design is as before. */
    const refused = async (owner: TestOwner, status: number, code: string, attempt: () => Promise<ApiResponse>) => {
      const { body, etag } = await read(lectern, owner);
      const response = await attempt();
      assertProblem(response, status, code);
      const after = await read(lectern, owner);
      assert.deepEqual([after.body, after.etag], [body, etag]);
      return response;
    };

    it('when no design was made yet, then the revision is 0, and all is left to the default preset', async () => {
      const owner = await createTestOrganization(lectern);
      const { body, etag } = await read(lectern, owner);
      const { settings, ...rest } = body;
      assert.deepEqual(rest, { revision: 0, organization: owner.id });
      assert.deepEqual([settings.version, settings.preset, settings.transition], [1, 'default', 'none']);
      assert.deepEqual(pathsOf(settings).sort(), pathsOf(STUDIO_SETTINGS).sort(), '[Resources] all fields');
      for (const path of COLOURS) assert.equal(at(settings, path), null, path.join('.'));
      const again = await api(lectern, owner).get(designPath(owner), { headers: { 'if-none-match': etag! } });
      assert.deepEqual([again.status, again.body], [304, null]);
      // A response can be sent back as a request.
      assert.deepEqual((await replace(lectern, owner, settings)).body, { ...body, revision: 1 });
    });

    it('when the design is replaced, then it is the next revision, with an ETag of its own, and is what is read from then on', async () => {
      const owner = await createTestOrganization(lectern);
      const etags = new Set([(await read(lectern, owner)).etag]);
      for (let revision = 1; revision <= 3; revision++) {
        const settings = { ...STUDIO_SETTINGS, preset: revision === 2 ? 'ocean' : 'paper' };
        const response = await replace(lectern, owner, settings);
        const expected = { settings, revision, organization: owner.id };
        assert.deepEqual(response.body, expected);
        const after = await read(lectern, owner);
        assert.deepEqual([after.body, after.etag], [expected, response.etag]);
        etags.add(response.etag);
      }
      await replace(lectern, owner, { ...STUDIO_SETTINGS, preset: 'paper' });
      assert.equal((await read(lectern, owner)).body.revision, 4, 'the same again is a revision too');
      assert.equal(etags.size, 4);
      assert.ok(etags.isDisjointFrom(new Set([(await createTestLive(api(lectern, owner))).etag])));
    });

    // Judged before any database.
    if (engine === 'sqlite') {
      it('[D1] when settings are sent, then every field is required, and no other is accepted, at every depth', async () => {
        const owner = await createTestOrganization(lectern);
        const { etag } = await read(lectern, owner);
        const wrong: unknown[] = pathsOf(STUDIO_SETTINGS).map((path) => withValue(path, undefined));
        const objects = [
          [],
          ...pathsOf(STUDIO_SETTINGS).filter((path) => pathsOf(at(STUDIO_SETTINGS, path)).length > 0),
        ];
        for (const path of objects) wrong.push(withValue([...path, 'unknown'], null));
        for (const path of objects.slice(1)) wrong.push(...[null, [], 'x', 1].map((value) => withValue(path, value)));
        for (const settings of wrong) {
          await refused(owner, 422, 'invalid_fields', () => put(lectern, owner, settings, { ifMatch: etag! }));
        }
        for (const body of [{}, STUDIO_SETTINGS, null, [], { settings: STUDIO_SETTINGS, revision: 1 }]) {
          await refused(owner, 422, 'invalid_fields', () =>
            api(lectern, owner).put(designPath(owner), body, { ifMatch: etag! }),
          );
        }
      });

      it('when a number is sent, then it must be whole and within its bounds', async () => {
        const owner = await createTestOrganization(lectern);
        for (const [path, least, most, nullable] of NUMBERS) {
          for (const value of [least, most, ...(nullable ? [null] : [])]) {
            const settings = withValue(path, value);
            assert.deepEqual((await replace(lectern, owner, settings)).body.settings, settings);
          }
          const { etag } = await read(lectern, owner);
          const wrong = [
            least - 1,
            most + 1,
            least + 0.5,
            String(least),
            true,
            1e300,
            [least],
            ...(nullable ? [] : [null]),
          ];
          for (const value of wrong) {
            await refused(owner, 422, 'invalid_fields', () =>
              put(lectern, owner, withValue(path, value), { ifMatch: etag! }),
            );
          }
        }
        const { etag } = await read(lectern, owner);
        for (const version of [0, 2, '1', true, null, 1.5]) {
          await refused(owner, 422, 'invalid_fields', () =>
            put(lectern, owner, withValue(['version'], version), { ifMatch: etag! }),
          );
        }
      });

      it('when a colour is sent, then it has six hexadecimal digits or is null; switches and choices accept no other value', async () => {
        const owner = await createTestOrganization(lectern);
        const good = ['#000000', '#ffffff', '#AbCdEf', null];
        for (const [index, path] of COLOURS.entries()) {
          const settings = withValue(path, good[index % good.length]);
          assert.deepEqual((await replace(lectern, owner, settings)).body.settings, settings);
        }
        for (const path of SWITCHES) {
          const settings = withValue(path, !at(STUDIO_SETTINGS, path));
          assert.deepEqual((await replace(lectern, owner, settings)).body.settings, settings);
        }
        for (const [path, values] of CHOICES) {
          for (const value of values) {
            assert.equal(at((await replace(lectern, owner, withValue(path, value))).body.settings, path), value);
          }
        }
        const { etag } = await read(lectern, owner);
        const wrong = [
          ...COLOURS.flatMap((path) => WRONG_COLOURS.map((value) => withValue(path, value))),
          ...SWITCHES.flatMap((path) => [null, 0, 1, 'true'].map((value) => withValue(path, value))),
          ...CHOICES.flatMap(([path, [first]]) =>
            [null, '', first!.toUpperCase(), 0, [first]].map((value) => withValue(path, value)),
          ),
        ];
        for (const settings of wrong) {
          assertProblem(await put(lectern, owner, settings, { ifMatch: etag! }), 422, 'invalid_fields');
        }
        assert.equal((await read(lectern, owner)).etag, etag);
      });

      it('when `order` is sent, then it must name each element exactly once', async () => {
        const owner = await createTestOrganization(lectern);
        for (const order of ORDERS) {
          assert.deepEqual((await replace(lectern, owner, withValue(['order'], order))).body.settings.order, order);
        }
        const { etag } = await read(lectern, owner);
        for (const order of WRONG_ORDERS) {
          await refused(owner, 422, 'invalid_fields', () =>
            put(lectern, owner, withValue(['order'], order), { ifMatch: etag! }),
          );
        }
      });
    }

    it('[D5] when If-Match is sent, then it must be that of the design: missing is 428, another form 422, stale or of a Live 412', async () => {
      const owner = await createTestOrganization(lectern);
      const stale = (await read(lectern, owner)).etag!;
      const { etag } = await replace(lectern, owner);
      const live = await createTestLive(api(lectern, owner));
      const other = await createTestOrganization(lectern);
      const foreign = (await replace(lectern, other)).etag!;
      const attempt = (options: RequestOptions) => () => put(lectern, owner, STUDIO_SETTINGS, options);
      await refused(owner, 428, 'validator_required', attempt({}));
      for (const ifMatch of [stale, live.etag, foreign, '"x"', '""']) {
        await refused(owner, 412, 'stale_validator', attempt({ ifMatch }));
      }
      for (const ifMatch of ['*', `W/${etag}`, `${etag}, ${stale}`, etag!.slice(1)]) {
        await refused(owner, 422, 'invalid_validator', attempt({ ifMatch }));
      }
      assertProblem(
        await api(lectern, owner).patch(live.path, { name: 'x' }, { ifMatch: etag! }),
        ...([412, 'stale_validator'] as const),
      );
    });

    it('[Authentication] when a credential is used, then it must be a service token of the organization', async () => {
      const owner = await createTestOrganization(lectern);
      const { etag } = await replace(lectern, owner);
      const intruders = [
        [await createTestOrganization(lectern), 404, 'not_found'],
        [await createTestAccount(lectern), 403, 'forbidden'],
      ] as const;
      for (const [{ token }, status, code] of intruders) {
        const options = { token, ifMatch: etag! };
        await refused(owner, status, code, () => api(lectern, owner).get(designPath(owner), { token }));
        await refused(owner, status, code, () => put(lectern, owner, STUDIO_SETTINGS, options));
      }
      for (const [scope, status] of [
        ['live.get', [200, 403]],
        ['live.update', [403, 200]],
      ] as const) {
        const { token } = await lectern.installation.administration.createToken({
          subject: { organization: owner.id },
          scopes: [scope],
        });
        const ifMatch = (await read(lectern, owner)).etag!;
        const responses = [
          await api(lectern, owner).get(designPath(owner), { token }),
          await put(lectern, owner, STUDIO_SETTINGS, { token, ifMatch }),
        ];
        assert.deepEqual(
          responses.map((response) => response.status),
          status,
        );
      }
    });

    it('when many replace one revision at the same time, then exactly one succeeds', async () => {
      const owner = await createTestOrganization(lectern);
      for (let revision = 0; revision < 3; revision++) {
        const { etag } = await read(lectern, owner);
        const responses = await Promise.all(
          ['default', 'midnight', 'paper', 'ocean'].map((preset) =>
            put(lectern, owner, { ...STUDIO_SETTINGS, preset }, { ifMatch: etag! }),
          ),
        );
        const [done, ...more] = responses.filter(({ status }) => status === 200);
        assert.deepEqual([done?.body.revision, more.length], [revision + 1, 0]);
        for (const response of responses) if (response !== done) assertProblem(response, 412, 'stale_validator');
        assert.deepEqual((await read(lectern, owner)).body, done!.body);
      }
    });

    it('[Events 5] when the design changes, then waiting polls of every Live of the organization wake, and of no other, and no sequence moves', async () => {
      const owner = await createTestOrganization(lectern);
      const controllers: LiveController[] = [];
      for (let count = 0; count < 3; count++) controllers.push(await createLiveController(lectern, owner));
      const others = [
        await createLiveController(lectern, await createTestOrganization(lectern)),
        await createLiveController(lectern, await createTestAccount(lectern)),
      ];
      const watch = async (controller: LiveController) => {
        const snapshot = await readSnapshot(lectern, controller);
        return { controller, snapshot, waiting: beginPoll(lectern, controller, { after: snapshot.cursor, wait: 3 }) };
      };
      const own = await Promise.all(controllers.map(watch));
      const foreign = await Promise.all(others.map(watch));
      await waitUntilParked(...[...own, ...foreign].map(({ waiting }) => waiting));
      const before = await Promise.all(controllers.map((controller) => controller.everything()));

      const { body: design } = await replace(lectern, owner);
      for (const { controller, snapshot, waiting } of own) {
        const event = requireEvent(await waiting.response, controller, 'live.changed');
        assert.equal(event.sequence, snapshot.sequence);
        assert.notEqual(event.cursor, snapshot.cursor);
        assert.deepEqual(event.data, { ...snapshot.data, design });
        // The new cursor knows it; the old one does not.
        requireEvent(
          await beginPoll(lectern, controller, { after: event.cursor, wait: 0 }).response,
          ...([controller, 'stream.heartbeat'] as const),
        );
        requireEvent(
          await beginPoll(lectern, controller, { after: snapshot.cursor, wait: 0 }).response,
          ...([controller, 'live.changed'] as const),
        );
      }
      for (const { controller, waiting } of foreign)
        requireEvent(await waiting.response, controller, 'stream.heartbeat');
      assert.deepEqual(await Promise.all(controllers.map((controller) => controller.everything())), before);
      const [first] = controllers as [LiveController];
      assert.equal(
        (await first.send('PATCH', '', { name: 'Still good' })).status,
        200,
        'its ETag is as good as before',
      );
    });

    it('[Resources] when a Live is personal, then it has the defaults: no organization, revision 0', async () => {
      const organization = await createTestOrganization(lectern);
      const { settings } = (await read(lectern, organization)).body;
      await replace(lectern, organization);
      const controller = await createLiveController(lectern, await createTestAccount(lectern));
      const { data } = await readSnapshot(lectern, controller);
      assert.deepEqual(data.design, { settings, revision: 0 });
    });

    it('[D44] when the design changes, then viewers of every Live of the organization get it, hidden or not, and those of others do not', async () => {
      const owner = await createTestOrganization(lectern);
      const controllers = [await createLiveController(lectern, owner), await createLiveController(lectern, owner)];
      const foreign = await createLiveController(lectern, await createTestOrganization(lectern));
      await controllers[1]!.play({ paused: true });
      const viewers = await Promise.all(controllers.map(({ id }) => joinAudience(lectern.url, id)));
      const stranger = await joinAudience(lectern.url, foreign.id);
      assert.deepEqual(
        [...viewers, stranger].map(({ state }) => state.house.design),
        [null, null, null],
      );
      await replace(lectern, owner);
      for (const [index, viewer] of viewers.entries()) {
        await viewer.comesTo(STUDIO_SETTINGS as JsonDocument, ({ house }) => house.design as JsonDocument);
        const fresh = await joinAudience(lectern.url, controllers[index]!.id);
        assert.deepEqual(fresh.state, viewer.state);
        fresh.close();
      }
      await foreign.send('PATCH', '', { name: 'Other' });
      const newcomer = await joinAudience(lectern.url, foreign.id);
      await stranger.comesTo(newcomer.state, (state) => state);
      assert.equal(newcomer.state.house.design, null);
      newcomer.close();
      for (const { close } of [...viewers, stranger]) close();
    });

    it('when the server restarts, then the design stays, with its revision and ETag', async () => {
      const owner = await createTestOrganization(lectern);
      const controller = await createLiveController(lectern, owner);
      const before = await replace(lectern, owner);
      await lectern.restart();
      const after = await read(lectern, owner);
      assert.deepEqual([after.body, after.etag], [before.body, before.etag]);
      assert.deepEqual((await readSnapshot(lectern, controller.on(lectern))).data.design, before.body);
    });

    it('when Lives are read for the first time while the design changes, then they do not keep the old one', async () => {
      const owner = await createTestOrganization(lectern);
      const lives = await Promise.all(Array.from({ length: 40 }, () => createTestLive(api(lectern, owner))));
      await lectern.restart();
      const { etag } = await read(lectern, owner);
      const reads = lives.slice(0, 20).map(({ path }) => api(lectern, owner).get(`${path}/events`));
      const change = put(lectern, owner, STUDIO_SETTINGS, { ifMatch: etag! });
      const late = lives.slice(20).map(({ path }) => api(lectern, owner).get(`${path}/events`));
      await Promise.all([...reads, change, ...late]);
      for (const { path } of lives) {
        assert.equal((await api(lectern, owner).get(`${path}/events`)).body.data.design.revision, 1, path);
      }
    });
  });
}

describe('[D22] design on three nodes', () => {
  const cluster = useNodes(3);

  it('when one node changes it, then polls and viewers of all nodes get it, and every node returns it at once', async () => {
    const [first, second, third] = cluster.nodes as [TestLectern, TestLectern, TestLectern];
    const owner = await createTestOrganization(first);
    const controller = await createLiveController(first, owner);
    const viewers = await Promise.all(cluster.nodes.map(({ url }) => joinAudience(url, controller.id)));
    for (let revision = 1; revision <= 5; revision++) {
      const [one, other, another] = [first, second, third].map(
        (_, index) => cluster.nodes[(index + revision) % 3]!,
      ) as [TestLectern, TestLectern, TestLectern];
      const { cursor, sequence } = await readSnapshot(other, controller);
      const waiting = [other, another].map((node) => beginPoll(node, controller, { after: cursor }));
      await waitUntilParked(...waiting);
      const settings = { ...STUDIO_SETTINGS, showLogo: revision % 2 === 0 };
      const { body } = await replace(one, owner, settings);
      assert.equal(body.revision, revision);
      assert.deepEqual((await read(another, owner)).body, body);
      assert.deepEqual((await readSnapshot(other, controller)).data.design, body);
      for (const poll of waiting) {
        const event = requireEvent(await poll.response, controller, 'live.changed');
        assert.deepEqual([event.sequence, event.data.design], [sequence, body]);
      }
      for (const viewer of viewers) {
        await viewer.comesTo(settings as JsonDocument, ({ house }) => house.design as JsonDocument);
      }
    }
    const responses = await Promise.all(
      cluster.nodes.map((node) => put(node, owner, STUDIO_SETTINGS, { ifMatch: controller.etag })),
    );
    for (const response of responses) assertProblem(response, 412, 'stale_validator');
    const { etag } = await read(first, owner);
    const racing = await Promise.all(
      cluster.nodes.map((node) => put(node, owner, STUDIO_SETTINGS, { ifMatch: etag! })),
    );
    assert.deepEqual(racing.map(({ status }) => status).sort(), [200, 412, 412]);
    for (const { close } of viewers) close();
  });
});
