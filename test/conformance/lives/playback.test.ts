import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createLiveController, type LiveController } from '../../support/requests/live-controller.ts';
import { PAGE_ENGINES, smallEdition, type TestOwner } from '../../support/server/lectern.ts';
import { createOwners, useInProcessServer } from '../../support/server/suite-server.ts';

type Status = 'running' | 'stopped';
interface State {
  status: Status;
  paused: boolean;
  showing: boolean;
  content: boolean;
}
interface Body {
  status?: Status;
  paused?: boolean;
}

/** [D15], sentence by sentence. */
function played(before: State, body: Body): State {
  const next = { ...before };
  if (body.status !== undefined) next.status = body.status;
  if (body.status === 'stopped') {
    next.showing = false;
    next.paused = false;
  }
  if (body.paused !== undefined) next.paused = body.paused;
  if (body.paused === true) next.showing = false;
  if (body.paused === false && next.content && next.status === 'running') next.showing = true;
  return next;
}

const state = (content: boolean, status: Status, paused: boolean, showing: boolean): State => ({
  content,
  status,
  paused,
  showing,
});

/**
 * Every state that a reader's Live can be in, and the playback changes that lead there from a fresh or a pushed Live.
 */
const PRIOR: [State, Body[]][] = [
  [state(false, 'running', false, false), []],
  [state(false, 'running', true, false), [{ paused: true }]],
  [state(false, 'stopped', false, false), [{ status: 'stopped' }]],
  [state(false, 'stopped', true, false), [{ status: 'stopped', paused: true }]],
  [state(true, 'running', false, true), []],
  [state(true, 'running', true, false), [{ paused: true }]],
  [state(true, 'running', false, false), [{ status: 'stopped' }, { status: 'running' }]],
  [state(true, 'stopped', false, false), [{ status: 'stopped' }]],
  [state(true, 'stopped', true, false), [{ status: 'stopped' }, { paused: true }]],
];

const BODIES: Body[] = [undefined, 'running' as const, 'stopped' as const].flatMap((status) =>
  [undefined, true, false].map((paused) => ({
    ...(status !== undefined && { status }),
    ...(paused !== undefined && { paused }),
  })),
);

const words = ({ content, status, paused, showing }: State) =>
  `${content ? 'filled' : 'empty'}, ${status}${paused ? ', paused' : ''}${showing ? ', showing' : ''}`;

for (const engine of PAGE_ENGINES) {
  describe(`playback on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine, settings: { LECTERN_LIVES_PER_OWNER: '1000' } });
    let organization: TestOwner;
    let account: TestOwner;

    before(async () => {
      [organization, account] = await createOwners(
        lectern,
        smallEdition('one', { 1: { 1: { 1: 'First', 2: 'Second' } } }),
      );
    });

    const arrange = async (owner: TestOwner, [{ content }, steps]: [State, Body[]]): Promise<LiveController> => {
      const controller = await createLiveController(lectern, owner);
      if (content) await controller.push({ book_id: 1, chapter: 1, translation: 'one' });
      for (const step of steps) await controller.play(step);
      return controller;
    };

    for (const prior of PRIOR) {
      it(`[D15] when a Live is ${words(prior[0])}, then every body has its effect`, async () => {
        for (const body of BODIES) {
          const title = JSON.stringify(body);
          const controller = await arrange(organization, prior);
          const { content, ...start } = prior[0];
          const before = await controller.get('/playback');
          assert.deepEqual(before.body, { live_id: controller.id, ...start, sequence: before.body.sequence }, title);

          const response = await controller.send('PATCH', '/playback', body);
          assert.equal(response.status, 200);
          const changes = Object.keys(body).length > 0;
          const sequence = before.body.sequence + (changes ? 1 : 0);
          const { content: _, ...expected } = played(prior[0], body);
          assert.deepEqual(response.body, { live_id: controller.id, ...expected, sequence }, title);
          assert.equal(response.etag === before.etag, !changes, `${title}: [D6] a body without fields changes nothing`);

          const display = await controller.get('/display');
          const { status, paused, showing, type, verses } = display.body;
          assert.deepEqual({ status, paused, showing }, expected, title);
          assert.deepEqual(
            [type, verses.length],
            content ? ['scripture', 2] : ['empty', 0],
            `${title}: content is kept`,
          );
          for (const other of [display, await controller.get('/playback'), await controller.get()]) {
            assert.equal(other.etag, response.etag, title);
            assert.equal(other.body.sequence, sequence, title);
          }
        }
      });
    }

    it('[D6] when values are already so, then each write adds 1', async () => {
      const controller = await arrange(account, [state(true, 'running', false, true), []]);
      const etags = new Set([controller.etag]);
      const { sequence } = await controller.play({});
      for (let step = 1; step <= 3; step++) {
        const body = await controller.play({ status: 'running', paused: false });
        assert.deepEqual(body, {
          live_id: controller.id,
          status: 'running',
          paused: false,
          showing: true,
          sequence: sequence + step,
        });
        etags.add(controller.etag);
      }
      assert.equal(etags.size, 4);
    });

    it('[States] when a Live was stopped and runs again, then only paused false shows content again', async () => {
      const controller = await arrange(account, [state(true, 'running', false, true), []]);
      const shown = async () => (await controller.get('/display')).body.showing;
      await controller.play({ status: 'stopped' });
      await controller.play({ paused: false });
      assert.equal(await shown(), false);
      await controller.play({ status: 'running' });
      assert.equal(await shown(), false);
      await controller.play({ paused: false });
      assert.equal(await shown(), true);
    });

    it('[PATCH playback] when there is a change, then display and playback validators become invalid together', async () => {
      const controller = await arrange(organization, [state(true, 'running', false, true), []]);
      const before = controller.etag;
      await controller.play({ paused: true });
      const present = controller.etag;
      assert.notEqual(present, before);
      for (const sub of ['/display', '/playback']) {
        assert.equal((await controller.get(sub, { 'if-none-match': before })).status, 200);
        assert.equal((await controller.get(sub, { 'if-none-match': present })).status, 304);
      }
      await controller.play({});
      assert.equal((await controller.get('/playback', { 'if-none-match': present })).status, 304);
    });

    it('[PATCH playback] when the server restarts, then the change is still there, under the same validator', async () => {
      const controller = await arrange(account, [state(true, 'running', false, true), []]);
      await controller.play({ status: 'stopped', paused: true });
      const { etag } = controller;
      await lectern.restart();
      const again = await controller.on(lectern).get('/playback');
      assert.equal(again.etag, etag);
      const { status, paused, showing } = again.body;
      assert.deepEqual({ status, paused, showing }, { status: 'stopped', paused: true, showing: false });
    });

    const VALIDATORS: [string, (etag: string) => string | null, number, string][] = [
      ['missing', () => null, 428, 'validator_required'],
      ['of another version', (etag) => `"${etag.slice(1, -1)}0"`, 412, 'stale_validator'],
      ['of something else', () => '"x"', 412, 'stale_validator'],
      ['empty tag', () => '""', 412, 'stale_validator'],
      ['wildcard', () => '*', 422, 'invalid_validator'],
      ['weak', (etag) => `W/${etag}`, 422, 'invalid_validator'],
      ['a list', (etag) => `${etag}, "x"`, 422, 'invalid_validator'],
      ['a list of one twice', (etag) => `${etag}, ${etag}`, 422, 'invalid_validator'],
      ['without quotes', (etag) => etag.slice(1, -1), 422, 'invalid_validator'],
      ['half a quote', (etag) => etag.slice(0, -1), 422, 'invalid_validator'],
    ];
    it('[PATCH playback], [D5] when If-Match is missing, then 428; stale, then 412; malformed, weak, wildcard or list, then 422', async () => {
      const controller = await arrange(organization, [state(true, 'running', false, true), []]);
      for (const body of [{ paused: true }, {}]) {
        for (const [, header, status, code] of VALIDATORS) {
          await controller.refused(status, code, () =>
            controller.send('PATCH', '/playback', body, { 'if-match': header(controller.etag) }),
          );
        }
      }
      const { etag } = controller;
      await controller.play({ paused: true });
      await controller.refused(412, 'stale_validator', () =>
        controller.send('PATCH', '/playback', { paused: false }, { 'if-match': etag }),
      );
    });

    it('[D1], [PATCH playback] when fields are invalid, then the response is 422, and nothing is coerced', async () => {
      const controller = await arrange(organization, [state(true, 'running', false, true), []]);
      const bodies = [
        { paused: 'true' },
        { paused: 1 },
        { paused: null },
        { status: 'paused' },
        { status: 'Running' },
        { status: null },
        { status: ['stopped'] },
        { showing: false },
        { paused: true, mode: 'reader' },
        { paused: true, sequence: 1 },
        [],
        null,
        'stopped',
      ];
      for (const body of bodies) {
        await controller.refused(422, 'invalid_fields', () => controller.send('PATCH', '/playback', body));
      }
    });
  });
}
