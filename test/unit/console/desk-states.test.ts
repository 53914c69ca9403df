import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type DeskEffect,
  type DeskInput,
  EMPTIED_GUARD_MS,
  readingOf,
} from '../../../web/console/state/desk-machine.ts';
import { readTable } from '../../support/run/state-table.ts';
import { lookupOf, PLAN, ScriptedDesk } from '../../support/scripted/scripted-desk.ts';

const SONG = { list: 'slides', id: 's', snapshotId: 'n', title: 'Verse 1' } as const;
const [ONE, SEVERAL] = [lookupOf('one', 'A'), lookupOf('several', 'A', 'B')];
const [MISSING, WORDS] = [lookupOf('missing', 'A'), lookupOf('none', 'W')];
const type = (text: string): DeskInput => ({ type: 'type', text });
const read = (lookup: typeof ONE | null, q = 'a'): DeskInput => ({ type: 'read', q, lookup });
const choose = (index: number): DeskInput => ({ type: 'choose', index });
const enter = (more: object = {}): DeskInput => ({ type: 'enter', edition: null, ...more });
const entered = (done: boolean): DeskInput => ({ type: 'entered', id: 0, done });
const responded = (done: boolean): DeskInput => ({ type: 'responded', selection: PLAN, done });
const SELECT: DeskInput = { type: 'select', selection: PLAN };
/** Longer than the time in which a key can be meant for text that is gone. */
const WAIT = 'wait';

/** How the desk comes into each state. */
const STATES: Record<string, readonly (DeskInput | typeof WAIT)[]> = {
  'an empty bar': [],
  'a bar just emptied': [type('a'), type('')],
  'a selection': [SELECT],
  'text not yet read': [type('a')],
  'text with one meaning': [type('a'), read(ONE)],
  'text with several': [type('a'), read(SEVERAL)],
  'text with a choice': [type('a'), read(SEVERAL), choose(1)],
  'a question': [type('a'), read(SEVERAL), enter(), WAIT],
  'text of no verse': [type('a'), read(MISSING)],
  'text of nothing': [type('a'), read(lookupOf('none'))],
  'a failed lookup': [type('a'), read(null)],
  'words (#)': [type('#a'), read(WORDS)],
  'words, one chosen': [type('#a'), read(WORDS), choose(0)],
  'text to queue (+)': [type('+a'), read(ONE)],
  'a command (>)': [type('> hide')],
  '> alone': [type('>')],
  '> and a choice': [type('>'), choose(1)],
  'text and a selection': [SELECT, type('a'), read(ONE)],
  'Enter, not yet read': [type('a'), enter(), WAIT],
  'Enter, request out': [type('a'), read(ONE), enter(), WAIT],
  '… and newer text': [type('a'), read(ONE), enter(), WAIT, type('b')],
  '… and a selection': [SELECT, type('a'), read(ONE), enter(), WAIT],
  'two Enters': [type('a'), enter(), type('b'), enter(), WAIT],
  'a selection shown': [SELECT, enter()],
  '… long ago, no response': [SELECT, enter(), WAIT],
  '… and done': [SELECT, enter(), responded(true)],
  '… long ago': [SELECT, enter(), responded(true), WAIT],
  '… and another selected': [SELECT, enter(), { type: 'select', selection: SONG }],
};

const KEYS: Record<string, readonly DeskInput[]> = {
  type: [type('b')],
  erase: [type('')],
  Enter: [enter()],
  twice: [enter(), enter()],
  '⇧Enter': [enter({ plans: true })],
  '⌃Enter': [enter({ selects: true })],
  'no @': [enter({ edition: undefined })],
  'in list': [{ type: 'enter-list' }],
  Esc: [{ type: 'escape' }],
  '⌫': [{ type: 'erase' }],
  digit: [choose(0), enter()],
  click: [{ type: 'select', selection: SONG }],
};

const RESPONSES: Record<string, readonly DeskInput[]> = {
  one: [read(ONE)],
  '2× one': [read(ONE), read(ONE)],
  several: [read(SEVERAL)],
  missing: [read(MISSING)],
  lost: [read(null)],
  'of other text': [read(ONE, 'z')],
  done: [entered(true)],
  refused: [entered(false)],
  '2× refused': [entered(false), entered(false)],
  shown: [{ type: 'shown', selection: PLAN }],
  'is done': [responded(true)],
  'not shown': [responded(false)],
};

/**
 * `show A`, `plan A`, `pick A`, `queue A`: an entry is carried out. `"a"`: the bar has this text. `on plan`, `off`: the
 * selection. `(one)`: the lamp.
 */
const KEY_TABLE = `
                      |type|erase|Enter        |twice        |⇧Enter    |⌃Enter    |no @         |in list         |Esc|⌫   |digit        |click
an empty bar          |"b" |     |go on        |go on        |          |          |go on        |                |   |back|go on        |on slides
a bar just emptied    |"b" |     |             |             |          |          |             |                |   |    |             |on slides
a selection           |"b" |     |show plan off|show plan off|          |          |show plan off|show plan off   |off|back|show plan off|on slides
text not yet read     |"b" |""   |""           |""           |""        |""        |""           |                |"" |    |""           |on slides
text with one meaning |"b" |""   |show A ""    |show A ""    |plan A "" |pick A "" |             |                |"" |    |show A ""    |on slides
text with several     |"b" |""   |asks         |asks         |asks      |asks      |             |                |"" |    |show A ""    |on slides
text with a choice    |"b" |""   |show B ""    |show B ""    |plan B "" |pick B "" |             |                |"" |    |show A ""    |on slides
a question            |"b" |""   |             |             |          |          |             |                |"" |    |show A ""    |on slides
text of no verse      |"b" |""   |             |             |          |          |             |                |"" |    |show A ""    |on slides
text of nothing       |"b" |""   |             |             |          |          |             |                |"" |    |             |on slides
a failed lookup       |"b" |""   |""           |""           |""        |""        |""           |                |"" |    |""           |on slides
words (#)             |"b" |""   |asks         |asks         |asks      |asks      |             |                |"" |    |show W ""    |on slides
words, one chosen     |"b" |""   |show W ""    |show W ""    |plan W "" |pick W "" |             |                |"" |    |show W ""    |on slides
text to queue (+)     |"b" |""   |queue A ""   |queue A ""   |plan A "" |pick A "" |             |                |"" |    |queue A ""   |on slides
a command (>)         |"b" |""   |command ""   |command ""   |command ""|command ""|command ""   |                |"" |    |command ""   |on slides
> alone               |"b" |""   |             |             |          |          |             |                |"" |    |command ""   |on slides
> and a choice        |"b" |""   |command ""   |command ""   |command ""|command ""|command ""   |                |"" |    |command ""   |on slides
text and a selection  |"b" |""   |show A ""    |show A ""    |plan A "" |pick A "" |             |show plan "" off|"" |    |show A ""    |on slides
Enter, not yet read   |"b" |     |             |             |          |          |             |                |   |back|             |on slides
Enter, request out    |"b" |     |             |             |          |          |             |                |   |back|             |on slides
… and newer text      |    |""   |""           |""           |""        |""        |""           |                |"" |    |""           |on slides
… and a selection     |"b" |     |             |             |          |          |             |show plan off   |off|back|             |on slides
two Enters            |"b" |     |             |             |          |          |             |                |   |back|             |on slides
a selection shown     |"b" |     |             |             |          |          |             |                |   |back|             |on slides
… long ago, no response |"b" |     |             |             |          |          |             |                |   |back|             |on slides
… and done            |"b" |     |             |             |          |          |             |                |   |back|             |on slides
… long ago            |"b" |     |go on        |go on        |          |          |go on        |                |   |back|go on        |on slides
… and another selected|"b" |     |             |             |          |          |             |show slides off |off|back|             |
`;

const RESPONSE_TABLE = `
                      |one   |2× one|several  |missing  |lost          |of other text|done|refused|2× refused|shown|is done |not shown
an empty bar          |      |      |         |         |              |             |    |       |          |     |        |on plan
a bar just emptied    |      |      |         |         |              |             |    |       |          |     |        |on plan
a selection           |      |      |         |         |              |             |    |       |          |off  |        |
text not yet read     |(one) |(one) |(several)|(missing)|(failed)      |             |    |       |          |     |        |on plan
text with one meaning |      |      |(several)|(missing)|(failed)      |             |    |       |          |     |        |on plan
text with several     |(one) |(one) |         |(missing)|(failed)      |             |    |       |          |     |        |on plan
text with a choice    |(one) |(one) |         |(missing)|(failed)      |             |    |       |          |     |        |on plan
a question            |(one) |(one) |         |(missing)|(failed)      |             |    |       |          |     |        |on plan
text of no verse      |(one) |(one) |(several)|         |(failed)      |             |    |       |          |     |        |on plan
text of nothing       |(one) |(one) |(several)|(missing)|(failed)      |             |    |       |          |     |        |on plan
a failed lookup       |(one) |(one) |(several)|(missing)|              |             |    |       |          |     |        |on plan
words (#)             |      |      |         |         |(failed)      |             |    |       |          |     |        |on plan
words, one chosen     |      |      |         |         |(failed)      |             |    |       |          |     |        |on plan
text to queue (+)     |      |      |(several)|(missing)|(failed)      |             |    |       |          |     |        |on plan
a command (>)         |      |      |         |         |              |             |    |       |          |     |        |on plan
> alone               |      |      |         |         |              |             |    |       |          |     |        |on plan
> and a choice        |      |      |         |         |              |             |    |       |          |     |        |on plan
text and a selection  |      |      |(several)|(missing)|(failed)      |             |    |       |          |off  |        |
Enter, not yet read   |show A|show A|"a" asks |"a"      |say-failed "a"|             |    |"a"    |"a"       |     |        |on plan
Enter, request out    |      |      |         |         |              |             |    |"a"    |"a"       |     |        |on plan
… and newer text      |      |      |         |         |              |             |    |keep a |keep a    |     |        |on plan
… and a selection     |      |      |         |         |              |             |    |"a"    |"a"       |off  |        |
two Enters            |show A|show A|"a" asks |"a"      |say-failed "a"|             |    |"a"    |"a"       |     |        |on plan
a selection shown     |      |      |         |         |              |             |    |       |          |     |        |on plan
… long ago, no response |      |      |         |         |              |             |    |       |          |     |        |on plan
… and done            |      |      |         |         |              |             |    |       |          |     |        |on plan
… long ago            |      |      |         |         |              |             |    |       |          |     |        |on plan
… and another selected|      |      |         |         |              |             |    |       |          |     |        |
`;

function describeEffect(effect: DeskEffect): string[] {
  switch (effect.type) {
    case 'look-up':
      return [];
    case 'carry-out': {
      const { plans, selects, parsed, candidate } = effect.entry;
      const verb = plans ? 'plan' : selects ? 'pick' : parsed.queues ? 'queue' : 'show';
      return [`${verb} ${candidate.reference}`];
    }
    case 'show':
      return [effect.selection ? `show ${effect.selection.list}` : 'go on'];
    case 'keep':
      return [`keep ${effect.text}`];
    default:
      return [effect.type];
  }
}

/** Returns what the inputs do in a state: effects, and then what has changed. */
function findOutcome(state: string, inputs: readonly DeskInput[]): string {
  const desk = new ScriptedDesk();
  for (const input of STATES[state]!) {
    if (input === WAIT) desk.at += EMPTIED_GUARD_MS;
    else desk.dispatch(input);
  }
  const before = desk.model;
  desk.effects = [];
  for (const input of inputs) desk.dispatch(input);
  const { text, needsChoice, selection } = desk.model;
  const lamp = readingOf(desk.model);
  return [
    ...desk.effects.flatMap(describeEffect),
    ...(text === before.text ? [] : [`"${text}"`]),
    ...(needsChoice && !before.needsChoice ? ['asks'] : []),
    ...(selection === before.selection ? [] : [selection ? `on ${selection.list}` : 'off']),
    ...(text === before.text && text !== '' && lamp !== readingOf(before) ? [`(${lamp})`] : []),
  ].join(' ');
}

describe('each key and response in each state of the bar and the lists', () => {
  for (const [table, inputs] of [
    [KEY_TABLE, KEYS],
    [RESPONSE_TABLE, RESPONSES],
  ] as const) {
    for (const { state, input, outcome } of readTable(table)) {
      it(`${state}: ${input} → ${outcome || 'nothing'}`, () => {
        assert.equal(findOutcome(state, inputs[input]!), outcome);
      });
    }
  }
});
