import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createLiveController, type LiveController } from '../../support/requests/live-controller.ts';
import {
  PAGE_ENGINES,
  smallEdition,
  startTestLectern,
  type TestLectern,
  type TestOwner,
} from '../../support/server/lectern.ts';
import { createOwners } from '../../support/server/suite-server.ts';

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
    let lectern: TestLectern;
    let organization: TestOwner;
    let account: TestOwner;

    before(async () => {
      lectern = await startTestLectern(engine, { LECTERN_LIVES_PER_OWNER: '1000' });
      [organization, account] = await createOwners(
        lectern,
        smallEdition('one', { 1: { 1: { 1: 'First', 2: 'Second' } } }),
      );
    });
    after(() => lectern.close());

    const arrange = async (owner: TestOwner, [{ content }, steps]: [State, Body[]]): Promise<LiveController> => {
      const desk = await createLiveController(lectern, owner);
      if (content) await desk.push({ book_id: 1, chapter: 1, translation: 'one' });
      for (const step of steps) await desk.play(step);
      return desk;
    };

    for (const prior of PRIOR) {
      it(`[D15] when a Live is ${words(prior[0])}, then every body has its effect`, async () => {
        for (const body of BODIES) {
          const title = JSON.stringify(body);
          const desk = await arrange(organization, prior);
          const { content, ...start } = prior[0];
          const before = await desk.get('/playback');
          assert.deepEqual(before.body, { live_id: desk.id, ...start, sequence: before.body.sequence }, title);

          const answer = await desk.send('PATCH', '/playback', body);
          assert.equal(answer.status, 200);
          const changes = Object.keys(body).length > 0;
          const sequence = before.body.sequence + (changes ? 1 : 0);
          const { content: _, ...expected } = played(prior[0], body);
          assert.deepEqual(answer.body, { live_id: desk.id, ...expected, sequence }, title);
          assert.equal(answer.etag === before.etag, !changes, `${title}: [D6] a body without fields changes nothing`);

          const display = await desk.get('/display');
          const { status, paused, showing, type, verses } = display.body;
          assert.deepEqual({ status, paused, showing }, expected, title);
          assert.deepEqual(
            [type, verses.length],
            content ? ['scripture', 2] : ['empty', 0],
            `${title}: content is kept`,
          );
          for (const other of [display, await desk.get('/playback'), await desk.get()]) {
            assert.equal(other.etag, answer.etag, title);
            assert.equal(other.body.sequence, sequence, title);
          }
        }
      });
    }

    it('[D6] when values are already so, then each write adds 1', async () => {
      const desk = await arrange(account, [state(true, 'running', false, true), []]);
      const etags = new Set([desk.etag]);
      const { sequence } = await desk.play({});
      for (let step = 1; step <= 3; step++) {
        const body = await desk.play({ status: 'running', paused: false });
        assert.deepEqual(body, {
          live_id: desk.id,
          status: 'running',
          paused: false,
          showing: true,
          sequence: sequence + step,
        });
        etags.add(desk.etag);
      }
      assert.equal(etags.size, 4);
    });

    it('[States] when a Live was stopped and runs again, then only paused false shows content again', async () => {
      const desk = await arrange(account, [state(true, 'running', false, true), []]);
      const shown = async () => (await desk.get('/display')).body.showing;
      await desk.play({ status: 'stopped' });
      await desk.play({ paused: false });
      assert.equal(await shown(), false);
      await desk.play({ status: 'running' });
      assert.equal(await shown(), false);
      await desk.play({ paused: false });
      assert.equal(await shown(), true);
    });

    it('[PATCH playback] when there is a change, then display and playback validators become invalid together', async () => {
      const desk = await arrange(organization, [state(true, 'running', false, true), []]);
      const before = desk.etag;
      await desk.play({ paused: true });
      const present = desk.etag;
      assert.notEqual(present, before);
      for (const sub of ['/display', '/playback']) {
        assert.equal((await desk.get(sub, { 'if-none-match': before })).status, 200);
        assert.equal((await desk.get(sub, { 'if-none-match': present })).status, 304);
      }
      await desk.play({});
      assert.equal((await desk.get('/playback', { 'if-none-match': present })).status, 304);
    });

    it('[PATCH playback] when the server restarts, then the change is still there, under the same validator', async () => {
      const desk = await arrange(account, [state(true, 'running', false, true), []]);
      await desk.play({ status: 'stopped', paused: true });
      const { etag } = desk;
      lectern = await lectern.restart();
      const again = await desk.on(lectern).get('/playback');
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
      const desk = await arrange(organization, [state(true, 'running', false, true), []]);
      for (const body of [{ paused: true }, {}]) {
        for (const [, header, status, code] of VALIDATORS) {
          await desk.refused(status, code, () =>
            desk.send('PATCH', '/playback', body, { 'if-match': header(desk.etag) }),
          );
        }
      }
      const { etag } = desk;
      await desk.play({ paused: true });
      await desk.refused(412, 'stale_validator', () =>
        desk.send('PATCH', '/playback', { paused: false }, { 'if-match': etag }),
      );
    });

    it('[D1], [PATCH playback] when fields are invalid, then the answer is 422, and nothing is coerced', async () => {
      const desk = await arrange(organization, [state(true, 'running', false, true), []]);
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
        await desk.refused(422, 'invalid_fields', () => desk.send('PATCH', '/playback', body));
      }
    });
  });
}
