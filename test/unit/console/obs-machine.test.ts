import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readObsPort } from '../../../src/contract/console-page.ts';
import { consolePolicy } from '../../../src/pages/console/console-page.ts';
import {
  advanceObs,
  type Content,
  DEFAULT_CHOICES,
  NEW_OBS_MODEL,
  type ObsInput,
  obsRetryDelay,
  toContent,
} from '../../../web/console/obs/obs-machine.ts';
import { parseObsSettings } from '../../../web/console/obs/obs-settings.ts';

const SCENES = ['Camera', 'Choir', 'Verse', 'Words'];
const CHOICES = { scripture: { scene: 'Verse' }, song: { scene: 'Words' }, nothing: 'back' } as const;

/** OBS with a person, and the machine in front of it. `set` has all scenes that the machine has set. */
function openScripted(choices = CHOICES as typeof DEFAULT_CHOICES) {
  let model = { ...NEW_OBS_MODEL, choices };
  let program = 'Camera';
  const set: string[] = [];
  const dispatch = (input: ObsInput) => {
    const step = advanceObs(model, input);
    model = step.model;
    if (step.set === null) return;
    set.push(step.set);
    program = step.set;
    dispatch({ type: 'changed', scene: program });
  };
  return {
    set,
    dispatch,
    show: (content: Content) => dispatch({ type: 'content', content }),
    connect: () => dispatch({ type: 'connected', scenes: SCENES, current: program }),
    pick: (scene: string) => {
      program = scene;
      dispatch({ type: 'changed', scene });
    },
    leave: (scene: string) => {
      program = scene;
      dispatch({ type: 'disconnected' });
    },
  };
}

/** Connected, with nothing on air. */
function openConnected(choices?: typeof DEFAULT_CHOICES) {
  const obs = openScripted(choices);
  obs.show('nothing');
  obs.connect();
  return obs;
}

describe('the scenes of OBS', () => {
  it('when verses, songs and nothing follow each other, then each has its scene, and nothing goes back to the scene before', () => {
    const obs = openConnected();
    for (const content of [
      'scripture',
      'scripture',
      'song',
      'scripture',
      'nothing',
      'nothing',
      'song',
      'nothing',
    ] as const)
      obs.show(content);
    assert.deepEqual(obs.set, ['Verse', 'Words', 'Verse', 'Camera', 'Words', 'Camera']);
  });

  it('when the person changes the scene, then it stays until something else is shown, and is the scene before', () => {
    const obs = openConnected();
    obs.show('scripture');
    obs.pick('Choir');
    obs.show('scripture');
    assert.deepEqual(obs.set, ['Verse']);
    obs.show('song');
    obs.show('nothing');
    assert.deepEqual(obs.set, ['Verse', 'Words', 'Choir']);
  });

  it('when the person picks a scene of the console, then it is not the scene before', () => {
    const obs = openConnected();
    obs.pick('Words');
    obs.show('scripture');
    obs.show('nothing');
    assert.deepEqual(obs.set, ['Verse', 'Camera']);
  });

  it('when the scene is there already, is gone, or is to stay, then none is set', () => {
    const obs = openConnected({ scripture: { scene: 'Camera' }, song: { scene: 'Deleted' }, nothing: 'keep' });
    for (const content of ['scripture', 'song', 'nothing'] as const) obs.show(content);
    assert.deepEqual(obs.set, []);
  });

  it('when it connects, then what is on air by then sets no scene', () => {
    const obs = openScripted();
    obs.show('scripture');
    obs.connect();
    assert.deepEqual(obs.set, []);
    obs.show('nothing');
    assert.deepEqual(obs.set, []);
    obs.show('song');
    assert.deepEqual(obs.set, ['Words']);
  });

  it('when it connects again, then only another content sets a scene, once', () => {
    const obs = openConnected();
    obs.show('scripture');
    obs.leave('Choir');
    obs.connect();
    assert.deepEqual(obs.set, ['Verse']);
    obs.leave('Choir');
    obs.show('song');
    assert.deepEqual(obs.set, ['Verse']);
    obs.connect();
    obs.connect();
    assert.deepEqual(obs.set, ['Verse', 'Words']);
    obs.show('nothing');
    assert.deepEqual(obs.set, ['Verse', 'Words', 'Choir']);
  });

  it('when the content changes before OBS has reported the scene, then the last one wins', () => {
    let model = { ...NEW_OBS_MODEL, choices: CHOICES as typeof DEFAULT_CHOICES };
    const sent: (string | null)[] = [];
    const inputs: ObsInput[] = [
      { type: 'content', content: 'nothing' },
      { type: 'connected', scenes: SCENES, current: 'Camera' },
      { type: 'content', content: 'scripture' },
      { type: 'content', content: 'nothing' },
      { type: 'content', content: 'scripture' },
      { type: 'refused', scene: 'Verse' },
      { type: 'changed', scene: 'Camera' },
      { type: 'content', content: 'song' },
    ];
    for (const input of inputs) {
      const step = advanceObs(model, input);
      model = step.model;
      if (step.set) sent.push(step.set);
    }
    assert.deepEqual(sent, ['Verse', 'Camera', 'Verse', 'Words']);
  });

  it('when a Live is hidden, stopped or empty, then nothing is shown', () => {
    const slide = {} as never;
    assert.equal(toContent({ status: 'running', showing: true, slide: null }), 'scripture');
    assert.equal(toContent({ status: 'running', showing: true, slide }), 'song');
    assert.equal(toContent({ status: 'running', showing: false, slide }), 'nothing');
    assert.equal(toContent({ status: 'stopped', showing: true, slide }), 'nothing');
  });

  it('when OBS is away, then attempts come less and less often', () => {
    assert.deepEqual([1, 2, 5, 6, 99].map(obsRetryDelay), [1_000, 2_000, 16_000, 30_000, 30_000]);
  });

  it('when what the browser has stored is damaged, then it is as if there were nothing', () => {
    const none = { password: null, choices: DEFAULT_CHOICES };
    for (const stored of [
      null,
      '',
      '{',
      'null',
      '[]',
      '{"password":7,"choices":{"song":{"scene":3}}}',
      `"${'x'.repeat(20_000)}"`,
    ])
      assert.deepEqual(parseObsSettings(stored), none, `${stored}`);
    const settings = { password: '', choices: CHOICES };
    assert.deepEqual(parseObsSettings(JSON.stringify(settings)), settings);
  });
});

describe('the policy of the console', () => {
  it('when the address names a port of OBS, then the policy allows that port on this computer, and nothing else', () => {
    assert.equal(
      consolePolicy(4455),
      consolePolicy(null).replace("connect-src 'self'", "connect-src 'self' ws://127.0.0.1:4455"),
    );
    for (const port of ['1024', '4455', '65535']) assert.equal(readObsPort(port), Number(port));
    const refused = [
      '',
      '0',
      '80',
      '1023',
      '65536',
      '99999',
      '04455',
      '+4455',
      '4455.0',
      '4e3',
      ' 4455',
      '4455 *',
      '4455;',
      '4455\n',
      '٤٤٥٥',
    ];
    for (const value of [null, ...refused]) assert.equal(readObsPort(value), null, `${value}`);
  });
});
