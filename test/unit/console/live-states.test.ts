import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LecternProblem } from '../../../clients/typescript/src/index.ts';
import { type LiveInput, UNDO_ASKS_MS, UNSEEN_MS } from '../../../web/console/live/live-machine.ts';
import { readTable } from '../../support/run/state-table.ts';
import { ScriptedLive, showing, stepping } from '../../support/scripted/scripted-live.ts';

type Act = (live: ScriptedLive, mayOperate: boolean) => unknown;

const JO = { by: 'Jo', operation: 'pushPassage', shown: 'Romans 8:28' };
const PROBLEM = new LecternProblem(422, { code: 'invalid_reference' }, new Headers());
const REFUSED = { kind: 'refused', label: 'x', problem: PROBLEM } as const;
const A = showing('a', { dedupeKey: 'a' });
const send = (input: LiveInput): Act => {
  return (live) => live.dispatch(input);
};
const connection = (state: 'checking' | 'lost'): Act =>
  send({ type: 'connection', connection: state === 'lost' ? { state, since: 0 } : { state } });
const lock: Act = (live) => live.dispatch({ type: 'lock', locked: !live.model.locked });
const run = (action = showing('c')): Act => {
  return (live, mayOperate) => live.run(action, mayOperate);
};
const jo = (operation: string, after: number): Act => {
  return (live) => {
    live.change({ ...JO, operation });
    live.poll();
    live.at += after;
  };
};

/** How the Live comes into each state. */
const STATES: Record<string, readonly Act[]> = {
  idle: [],
  'Jo showed, 0.9 s ago': [jo('pushPassage', UNSEEN_MS - 1)],
  'Jo hid, 0.9 s ago': [jo('updatePlayback', UNSEEN_MS - 1)],
  'Jo stepped, 0.9 s ago': [jo('step', UNSEEN_MS - 1)],
  'Jo showed, 1 s ago': [jo('pushPassage', UNSEEN_MS)],
  'Jo showed, 10 s ago': [jo('pushPassage', UNDO_ASKS_MS)],
  'Jo showed, not seen': [(live) => live.change(JO)],
  'a is sent': [run(A)],
  'a is late': [run(A), (live) => live.arrive()],
  'a is sent, b waits': [run(A), run(showing('b'))],
  'a is sent, step waits': [run(A), run(stepping(1))],
  'Jo was faster than a': [run(A), (live) => live.change(JO), (live) => live.settle()],
  locked: [lock],
  'locked, a asks': [lock, run(A)],
  checking: [connection('checking')],
  offline: [connection('lost')],
  'offline, a sent, b waits': [run(A), run(showing('b')), connection('lost')],
  'view only': [],
  'a refusal is shown': [send({ type: 'show', strip: REFUSED })],
};

const KEYS: Record<string, Act> = {
  show: run(),
  'show a': run(A),
  step: run(stepping(1)),
  move: run(showing('move', { isVisible: false, takes: undefined as never })),
  undo: run(showing('undo', { takes: 'undo' })),
  Enter: send({ type: 'confirm' }),
  Esc: send({ type: 'dismiss' }),
  lock,
};

const respond: Act = (live) => {
  live.arrive();
  live.respond();
};
const RESPONSES: Record<string, Act> = {
  response: respond,
  '2× response': (live) => {
    live.arrive();
    live.respond({ times: 2 });
  },
  'then older state': (live) => {
    const before = live.state();
    live.arrive({ withState: true });
    live.respond();
    live.poll(before);
  },
  'Jo first': (live) => {
    live.change(JO);
    live.arrive();
    live.respond();
  },
  lost: (live) => live.fail(),
  refusal: (live) => live.fail(REFUSED),
  '401': (live) => live.fail({ kind: 'signed-out' }),
  state: (live) => live.poll(),
};

/** `a sent`, `b wait`: requests. `done`, `dropped`: how requests ended. `!asks`: the strip. `!`: none any more. */
const KEY_TABLE = `
                        |show             |show a           |step                 |move               |undo               |Enter   |Esc      |lock
idle                    |c sent           |a sent           |step 1 sent          |move sent          |undo sent          |        |         |
Jo showed, 0.9 s ago    |!overtaken       |!overtaken       |step 1 sent          |move sent          |!overtaken         |        |         |
Jo hid, 0.9 s ago       |!overtaken       |!overtaken       |step 1 sent          |move sent          |!overtaken         |        |         |
Jo stepped, 0.9 s ago   |c sent           |a sent           |step 1 sent          |move sent          |!overtaken         |        |         |
Jo showed, 1 s ago      |c sent           |a sent           |step 1 sent          |move sent          |!overtaken         |        |         |
Jo showed, 10 s ago     |c sent           |a sent           |step 1 sent          |move sent          |undo sent          |        |         |
Jo showed, not seen     |c sent           |a sent           |step 1 sent          |move sent          |undo sent          |        |         |
a is sent               |c wait           |                 |step 1 wait          |move wait          |undo wait          |        |         |
a is late               |c wait           |                 |step 1 wait          |move wait          |undo wait          |        |         |
a is sent, b waits      |b, c wait        |b, a wait        |b, step 1 wait       |b, move wait       |b, undo wait       |        |         |
a is sent, step waits   |step 1, c wait   |step 1, a wait   |step 2 wait          |step 1, move wait  |step 1, undo wait  |        |         |
Jo was faster than a    |dropped c sent ! |dropped a sent ! |dropped step 1 sent !|dropped move sent !|dropped undo sent !|a sent !|dropped !|
locked                  |!asks            |!asks            |!asks                |move sent          |!asks              |        |         |
locked, a asks          |dropped !asks    |dropped a sent ! |dropped !asks        |dropped move sent !|dropped !asks      |a sent !|dropped !|dropped !
checking                |dropped !not-sent|dropped !not-sent|dropped !not-sent    |dropped !not-sent  |dropped !not-sent  |        |         |
offline                 |dropped !not-sent|dropped !not-sent|dropped !not-sent    |dropped !not-sent  |dropped !not-sent  |        |         |
offline, a sent, b waits|dropped !not-sent|dropped !not-sent|dropped !not-sent    |dropped !not-sent  |dropped !not-sent  |        |         |
view only               |dropped !watching|dropped !watching|dropped !watching    |dropped !watching  |dropped !watching  |        |         |
a refusal is shown      |c sent !         |a sent !         |step 1 sent !        |move sent !        |undo sent !        |        |!        |
`;

const RESPONSE_TABLE = `
                        |401    |response              |2× response           |then older state      |Jo first          |lost            |refusal         |state
idle                    |       |                      |                      |                      |                  |                |                |
Jo showed, 0.9 s ago    |       |                      |                      |                      |                  |                |                |
Jo hid, 0.9 s ago       |       |                      |                      |                      |                  |                |                |
Jo stepped, 0.9 s ago   |       |                      |                      |                      |                  |                |                |
Jo showed, 1 s ago      |       |                      |                      |                      |                  |                |                |
Jo showed, 10 s ago     |       |                      |                      |                      |                  |                |                |
Jo showed, not seen     |       |                      |                      |                      |                  |                |                |
a is sent               |dropped|done                  |done                  |done                  |!overtaken        |dropped !unknown|dropped !refused|
a is late               |dropped|done                  |done                  |done                  |done              |dropped !unknown|dropped !refused|
a is sent, b waits      |dropped|done b sent           |done b sent           |done b sent           |dropped !overtaken|dropped !unknown|dropped !refused|
a is sent, step waits   |dropped|done step 1 sent      |done step 1 sent      |done step 1 sent      |dropped !overtaken|dropped !unknown|dropped !refused|
Jo was faster than a    |       |                      |                      |!overtaken            |                  |                |                |!overtaken
locked                  |       |                      |                      |                      |                  |                |                |
locked, a asks          |       |                      |                      |                      |                  |                |                |
checking                |       |                      |                      |                      |                  |                |                |
offline                 |       |                      |                      |                      |                  |                |                |
offline, a sent, b waits|dropped|done dropped !not-sent|done dropped !not-sent|done dropped !not-sent|dropped !overtaken|dropped !unknown|dropped !refused|
view only               |       |                      |                      |                      |                  |                |                |
a refusal is shown      |       |                      |                      |                      |                  |                |                |
`;

/** Returns what an input does in a state: what is sent or waits, which requests end, and the strip. */
function findOutcome(state: string, act: Act): string {
  const live = new ScriptedLive();
  for (const each of STATES[state]!) each(live, true);
  const before = live.model;
  const open = live.outcomes.flatMap((done, ticket) => (done === undefined ? [ticket] : []));
  act(live, state !== 'view only');
  const { inFlight, waiting, strip } = live.model;
  const isNew = (ticket: number) => open.includes(ticket) || ticket >= open.length;
  const ended = live.outcomes.flatMap((done, ticket) => (done !== undefined && isNew(ticket) ? [done] : []));
  const sent = inFlight && inFlight.action !== before.inFlight?.action ? [`${inFlight.action.label} sent`] : [];
  const waits = waiting.map(({ action }) => action.label).join(', ');
  const waited = before.waiting.map(({ action }) => action.label).join(', ');
  return [
    ...(ended.includes(true) ? ['done'] : []),
    ...(ended.includes(false) ? ['dropped'] : []),
    ...sent,
    ...(waits === waited || waits === '' ? [] : [`${waits} wait`]),
    ...(strip === before.strip ? [] : [`!${strip?.kind ?? ''}`]),
  ].join(' ');
}

describe('each key and response in each state of a Live', () => {
  for (const [table, acts] of [
    [KEY_TABLE, KEYS],
    [RESPONSE_TABLE, RESPONSES],
  ] as const) {
    for (const { state, input, outcome } of readTable(table)) {
      it(`${state}: ${input} → ${outcome || 'nothing'}`, () => {
        assert.equal(findOutcome(state, acts[input]!), outcome);
      });
    }
  }
});
