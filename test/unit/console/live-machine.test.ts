import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { LecternProblem } from '../../../clients/typescript/src/index.ts';
import type { LiveAction } from '../../../web/console/live/live-action.ts';
import { isSettled, UNDO_ASKS_MS, UNSEEN_MS } from '../../../web/console/live/live-machine.ts';
import { ScriptedLive, showing, stepping } from '../../support/scripted/scripted-live.ts';

const JO = { by: 'Jo', operation: 'pushPassage', shown: 'Romans 8:28' };

describe('the machine of a Live, in the console', () => {
  it('when an action is run, then it is sent with the ETag of the known state, and its request is done with the response', () => {
    const live = new ScriptedLive();
    const ticket = live.run(showing('John 3:16'));
    assert.equal(live.model.inFlight?.action.label, 'John 3:16');
    assert.equal(live.outcomes[ticket], undefined);
    live.settle();
    assert.deepEqual([live.outcomes[ticket], live.history], [true, ['me: John 3:16']]);
  });

  it('when an action was done and its state has not arrived, then the state is not settled, unless the connection is lost', () => {
    const live = new ScriptedLive();
    assert.equal(isSettled(live.model), true);
    live.run(showing('a'));
    assert.equal(isSettled(live.model), false);
    live.settle();
    assert.equal(isSettled(live.model), false);
    live.poll();
    assert.equal(isSettled(live.model), true);
    live.run(showing('b'));
    live.arrive({ withState: true });
    live.respond();
    assert.equal(isSettled(live.model), true);
    assert.equal(isSettled({ ...live.model, ownTags: ['later'], connection: { state: 'lost', since: 0 } }), true);
  });

  it('when actions follow each other before a response, then each is sent with the ETag of the one before', () => {
    const live = new ScriptedLive();
    for (const label of ['a', 'b', 'c']) live.run(showing(label));
    live.settle();
    assert.deepEqual(
      [live.outcomes, live.history],
      [
        [true, true, true],
        ['me: a', 'me: b', 'me: c'],
      ],
    );
  });

  it('when a late response has a state from before the last writes, then the next write still has its ETag', () => {
    for (const late of [0, 1]) {
      const live = new ScriptedLive();
      const states = [live.state()];
      for (const label of ['a', 'b']) {
        live.run(showing(label));
        live.settle();
        states.push(live.state());
      }
      live.poll(states[late]!);
      const ticket = live.run(showing('c'));
      live.settle();
      assert.deepEqual([live.outcomes[ticket], live.model.strip], [true, null], `${late} writes known`);
    }
  });

  it('when a poll is faster than the response, then the console knows its own change, and does not ask about it', () => {
    for (const action of [showing('b'), showing('undo', { takes: 'undo' })]) {
      const live = new ScriptedLive();
      live.run(showing('a'));
      live.arrive();
      live.poll();
      const tickets = [live.run(action)];
      live.respond();
      live.settle();
      live.poll();
      tickets.push(live.run(action));
      live.settle();
      assert.deepEqual([tickets.map((ticket) => live.outcomes[ticket]), live.model.strip], [[true, true], null]);
    }
  });

  it('when a key is pressed again during a request, then its presses are sent as one; an equal action is sent once', () => {
    const live = new ScriptedLive();
    const once = showing('John 3:16', { dedupeKey: 'John 3:16' });
    const tickets = [
      live.run(once),
      live.run(once),
      live.run(stepping(1)),
      live.run(stepping(1)),
      live.run(stepping(1)),
    ];
    live.settle();
    assert.deepEqual(live.history, ['me: John 3:16', 'me: step 3']);
    assert.deepEqual(
      tickets.map((ticket) => live.outcomes[ticket]),
      Array(5).fill(true),
    );
  });

  it('when another client was faster, then the strip asks: Enter shows on top, Esc keeps, and what waits is dropped', () => {
    for (const choice of ['confirm', 'dismiss'] as const) {
      const live = new ScriptedLive();
      const ticket = live.run(showing('John 3:16'));
      const behind = live.run(showing('John 3:17'));
      live.change(JO);
      live.settle();
      assert.deepEqual(live.model.strip?.kind, 'overtaken');
      assert.deepEqual(live.model.strip && 'shown' in live.model.strip && live.model.strip.shown, 'Romans 8:28');
      assert.deepEqual([live.outcomes[ticket], live.outcomes[behind]], [undefined, false]);
      live.dispatch({ type: choice });
      live.settle();
      const isShown = choice === 'confirm';
      assert.equal(live.outcomes[ticket], isShown);
      assert.deepEqual(live.history, ['Jo: Romans 8:28', ...(isShown ? ['me: John 3:16'] : [])]);
    }
  });

  it('when the Live changes again while the strip asks, then it names what is on air now', () => {
    const live = new ScriptedLive();
    live.run(showing('John 3:16'));
    live.change(JO);
    live.settle();
    live.change({ ...JO, shown: 'Romans 8:29' });
    live.poll();
    assert.equal(live.model.strip?.kind === 'overtaken' && live.model.strip.shown, 'Romans 8:29');
  });

  it('when another operator changed the screen within the last second, then showing asks first; later, or after a step, it does not', () => {
    const asks = (operation: string, by: string, after: number, action = showing('John 3:16')) => {
      const live = new ScriptedLive();
      if (by === 'me') {
        live.run(showing('John 3:1'));
        live.settle();
      } else live.change({ ...JO, by, operation });
      live.poll();
      live.at += after;
      const ticket = live.run(action);
      return [live.model.strip?.kind ?? null, live.isOpen, live.outcomes[ticket]];
    };
    const sent = [null, true, undefined];
    const asked = ['overtaken', false, undefined];
    assert.deepEqual(asks('pushPassage', 'Jo', UNSEEN_MS - 1), asked);
    assert.deepEqual(asks('updatePlayback', 'Jo', UNSEEN_MS - 1), asked, 'a hide, too');
    assert.deepEqual(asks('pushPassage', 'Jo', UNSEEN_MS), sent);
    assert.deepEqual(asks('pushPassage', 'me', 0), sent);
    for (const operation of ['step', 'extend', 'updateFocus', 'stepByRemote']) {
      assert.deepEqual(asks(operation, 'Jo', 0), sent, operation);
    }
    assert.deepEqual(asks('pushPassage', 'Jo', 0, stepping(1)), sent, 'a step takes nothing away');
  });

  it('when an undo would take back what another operator did less than ten seconds ago, then it asks once', () => {
    const undo = showing('Undo', { takes: 'undo' });
    const live = new ScriptedLive();
    live.change(JO);
    live.poll();
    live.at += UNDO_ASKS_MS - 1;
    live.run(undo);
    assert.deepEqual([live.model.strip?.kind, live.isOpen], ['overtaken', false]);
    live.dispatch({ type: 'confirm' });
    assert.equal(live.isOpen, true);
    live.settle();
    assert.deepEqual(live.history, ['Jo: Romans 8:28', 'me: Undo']);
    live.poll();
    live.run(undo);
    assert.equal(live.isOpen, true, 'a change of one’s own');
    live.settle();
    live.change(JO);
    live.poll();
    live.at += UNDO_ASKS_MS;
    live.run(undo);
    assert.equal(live.isOpen, true, 'an older change');
  });

  it('when the service lock is on, then each change of the screen asks, and what the audience does not see is done', () => {
    const live = new ScriptedLive();
    live.dispatch({ type: 'lock', locked: true });
    const quiet = live.run(showing('move', { isVisible: false }));
    live.settle();
    const ticket = live.run(showing('John 3:16'));
    assert.deepEqual([live.outcomes[quiet], live.model.strip?.kind, live.isOpen], [true, 'asks', false]);
    live.dispatch({ type: 'lock', locked: false });
    assert.deepEqual([live.outcomes[ticket], live.model.strip], [false, null]);
  });

  it('when there is no connection or no permission, then nothing is sent, and nothing is sent later', () => {
    const live = new ScriptedLive();
    const watching = live.run(showing('a'), false);
    assert.deepEqual([live.model.strip?.kind, live.outcomes[watching]], ['watching', false]);
    for (const connection of [{ state: 'checking' }, { state: 'lost', since: 0 }] as const) {
      live.dispatch({ type: 'connection', connection });
      const ticket = live.run(showing('b'));
      assert.deepEqual([live.model.strip?.kind, live.outcomes[ticket], live.isOpen], ['not-sent', false, false]);
    }
    live.dispatch({ type: 'connection', connection: { state: 'current' } });
    assert.deepEqual([live.model.strip, live.isOpen, live.history], [null, false, []]);
  });

  it('when the connection was lost meanwhile, then the strip says what others changed, and only then', () => {
    for (const changes of [true, false]) {
      const live = new ScriptedLive();
      live.dispatch({ type: 'connection', connection: { state: 'lost', since: 0 } });
      if (changes) live.change(JO);
      live.poll();
      live.dispatch({ type: 'connection', connection: { state: 'current' } });
      assert.equal(live.model.strip?.kind, changes ? 'changed' : undefined);
    }
  });

  it('when the response is lost or a refusal, then the strip says so, and what waits is dropped', () => {
    const live = new ScriptedLive();
    const tickets = [live.run(showing('a')), live.run(showing('b'))];
    live.fail();
    assert.deepEqual([live.model.strip?.kind, tickets.map((each) => live.outcomes[each])], ['unknown', [false, false]]);
    const refused = live.run(showing('c'));
    const problem = new LecternProblem(422, { code: 'invalid_reference' }, new Headers());
    live.fail({ kind: 'refused', label: 'c', problem });
    assert.deepEqual([live.model.strip?.kind, live.outcomes[refused]], ['refused', false]);
  });

  it('when keys, responses and changes by others come in any order, then nothing is shown that no key asked for, and no request stays open', () => {
    const INPUTS = [
      'run',
      'run',
      'step',
      'undo',
      'arrive',
      'respond',
      'lose',
      'poll',
      'old poll',
      'change',
      'confirm',
      'dismiss',
      'drop',
      'back',
      'wait',
      'lock',
    ] as const;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...INPUTS), { maxLength: 60, size: 'max' }), (inputs) => {
        const live = new ScriptedLive();
        const asked: string[] = [];
        const states = [live.state()];
        const run = (action: LiveAction) => {
          asked.push(action.label);
          live.run(action);
        };
        inputs.forEach((input, index) => {
          states.push(live.state());
          if (input === 'run') run(showing(`verse ${index}`));
          else if (input === 'step') run(stepping(1));
          else if (input === 'undo') run(showing('undo', { takes: 'undo' }));
          else if (input === 'arrive') live.arrive({ withState: index % 2 === 0 });
          else if (input === 'respond') live.respond();
          else if (input === 'lose') live.fail();
          else if (input === 'poll') live.poll();
          else if (input === 'old poll') live.poll(states[index % states.length]!);
          else if (input === 'change') live.change(JO);
          else if (input === 'confirm' || input === 'dismiss') live.dispatch({ type: input });
          else if (input === 'drop') live.dispatch({ type: 'connection', connection: { state: 'lost', since: 0 } });
          else if (input === 'back') live.dispatch({ type: 'connection', connection: { state: 'current' } });
          else if (input === 'wait') live.at += 400;
          else live.dispatch({ type: 'lock', locked: index % 2 === 0 });
          const { strip } = live.model;
          const isAboutOwn = strip?.kind === 'overtaken' && strip.changed?.by === 'me';
          // After a lost response, the console cannot know whether a change is its own.
          assert.ok(!isAboutOwn || inputs.includes('lose'), 'no question about an own change');
          const mine = live.history.filter((shown) => shown.startsWith('me: ')).map((shown) => shown.slice(4));
          const isAsked = (label: string) =>
            asked.includes(label) || (label.startsWith('step ') && asked.includes('step 1'));
          assert.deepEqual(
            mine.filter((label) => !isAsked(label)),
            [],
          );
          const verses = mine.filter((label) => label.startsWith('verse '));
          assert.deepEqual(verses, [...new Set(verses)], 'each is shown once');
        });
        live.dispatch({ type: 'dismiss' });
        live.respond();
        live.settle();
        live.dispatch({ type: 'dismiss' });
        assert.ok(
          live.outcomes.every((done) => done !== undefined),
          'each request is settled',
        );
        live.poll();
        assert.equal(live.model.now?.etag, live.state().etag, 'what is marked live is what the server has');
      }),
      { numRuns: 2_000 },
    );
  });
});
