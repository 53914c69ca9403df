import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type DocumentInput,
  draftOf,
  isDirty,
  MERGES_MAX,
  openModel,
  RETRY_MS,
  SETTLED_MS,
} from '../../../web/workspace/editing/document-machine.ts';
import { changedFields, isSameFields } from '../../../web/workspace/editing/fields.ts';
import { AUTOMATIC, EXPLICIT, ScriptedDocument, type Words } from '../../support/scripted/scripted-document.ts';

const FIRST = { title: 'Sunday', text: 'Psalm 23' };
const BOTH = [AUTOMATIC, EXPLICIT];
const save = { type: 'save' } as const;
const kindOf = ({ model, rules }: ScriptedDocument) => [model.state.kind, isDirty(rules, model)];
const textsOf = ({ versions }: ScriptedDocument) => versions.map(({ content: { text } }) => text);

describe('[D65] the machine of a document that saves itself', () => {
  it('when it is typed, then it is saved a moment after the last change, once', () => {
    const document = new ScriptedDocument(AUTOMATIC).type({ text: 'a' });
    document.at += SETTLED_MS - 1;
    document.type({ text: 'ab' });
    assert.equal(document.model.dueAt, 2 * SETTLED_MS - 1);
    assert.deepEqual(kindOf(document), ['saving', true]);
    document.wait().dispatch({ type: 'due' }).dispatch(save).dispatch({ type: 'retry' }).settle();
    assert.deepEqual(
      [kindOf(document), textsOf(document)],
      [
        ['saved', false],
        ['Psalm 23', 'ab'],
      ],
    );
    assert.deepEqual(document.model.state, { kind: 'saved', at: document.at });
  });

  it('when more is typed during a save, then it is saved after the response', () => {
    const document = new ScriptedDocument(AUTOMATIC).type({ text: 'a' }).wait().arrive().type({ text: 'ab' });
    assert.equal(document.model.dueAt, null);
    document.respond();
    assert.deepEqual(kindOf(document), ['saving', true]);
    assert.deepEqual(
      [textsOf(document.settle()), kindOf(document)],
      [
        ['Psalm 23', 'a', 'ab'],
        ['saved', false],
      ],
    );
  });

  it('when a response comes twice or late, then it counts for nothing', () => {
    for (const type of ['written', 'read', 'part'] as const) {
      const document = new ScriptedDocument(AUTOMATIC).type({ text: 'a' }).wait().settle().type({ text: 'ab' }).wait();
      const { model } = document;
      document.dispatch({ type, id: 0, stored: { content: FIRST, etag: '0' } });
      document.dispatch({ type: 'failed', id: 0, failure: 'missing', message: '' });
      assert.equal(document.model, model);
    }
  });

  it('when the server does not respond or is busy, then it says so, keeps the draft, and saves later or at once when it is back', () => {
    for (const failure of ['lost', 'busy'] as const) {
      for (const again of ['due', 'retry', 'save'] as const) {
        const document = new ScriptedDocument(AUTOMATIC).type({ text: 'a' }).wait().fail(failure);
        assert.deepEqual(document.model.state, { kind: 'failed', message: failure });
        assert.equal(document.model.dueAt, document.at + RETRY_MS);
        assert.equal(draftOf(AUTOMATIC, document.model)?.content.text, 'a');
        document.dispatch({ type: again }).settle();
        assert.deepEqual(
          [kindOf(document), textsOf(document)],
          [
            ['saved', false],
            ['Psalm 23', 'a'],
          ],
        );
      }
    }
  });

  it('when the server refuses the content, then it is not sent again until it is changed', () => {
    const document = new ScriptedDocument(AUTOMATIC).type({ title: '' }).wait().fail('refused');
    assert.deepEqual([document.model.state.kind, document.model.dueAt], ['failed', null]);
    document.type({ title: 'Evening' }).wait().settle();
    assert.deepEqual([kindOf(document), document.stored().content.title], [['saved', false], 'Evening']);
    const undone = new ScriptedDocument(AUTOMATIC)
      .type({ title: '' })
      .wait()
      .fail('refused')
      .dispatch({ type: 'undo' });
    assert.deepEqual([kindOf(undone.wait()), undone.writes], [['saved', false], 0], 'undone');
  });

  it('when the response of a save is lost, then the next save is no conflict, also if more was typed or the page was loaded again', () => {
    for (const isStored of [true, false]) {
      for (const more of ['', 'more']) {
        for (const reloads of [true, false]) {
          const document = new ScriptedDocument(AUTOMATIC).type({ text: 'once' }).wait();
          if (isStored) document.arrive();
          if (reloads && more) document.type({ text: more });
          if (!reloads) document.fail('lost');
          if (!reloads && more) document.type({ text: more });
          if (reloads) document.reload();
          document.wait().settle();
          const written = [...(isStored ? ['once'] : []), ...(more || !isStored ? [more || 'once'] : [])];
          assert.deepEqual(
            [textsOf(document), kindOf(document)],
            [
              ['Psalm 23', ...written],
              ['saved', false],
            ],
          );
        }
      }
    }
  });

  it('when a save whose response was lost is undone, then the undo is saved, too', () => {
    for (const arrives of [true, false]) {
      const document = new ScriptedDocument(AUTOMATIC).type({ text: 'a' }).wait();
      if (arrives) document.arrive();
      document.fail('lost').dispatch({ type: 'undo' });
      assert.deepEqual(kindOf(document), ['saving', true]);
      document.wait().settle();
      assert.deepEqual([document.stored().content, kindOf(document)], [FIRST, ['saved', false]]);
    }
  });

  it('[D4] when another editor saves meanwhile, then neither version is lost, whichever is taken, and undo brings the other back', () => {
    for (const choice of ['mine', 'theirs'] as const) {
      const document = new ScriptedDocument(AUTOMATIC)
        .type({ text: 'mine' })
        .wait()
        .change({ text: 'theirs' })
        .settle();
      assert.deepEqual(
        [kindOf(document), textsOf(document)],
        [
          ['overtaken', true],
          ['Psalm 23', 'theirs'],
        ],
      );
      document.dispatch(save).dispatch({ type: 'retry' }).type({ text: 'mine, too' });
      assert.deepEqual([document.isOpen, document.model.dueAt], [false, null], 'nothing is sent without a choice');
      document.dispatch({ type: 'resolve', choice }).dispatch({ type: 'resolve', choice }).settle();
      const [taken, other] = choice === 'mine' ? ['mine, too', 'theirs'] : ['theirs', 'mine, too'];
      assert.deepEqual([kindOf(document), document.stored().content.text], [['saved', false], taken]);
      document.dispatch({ type: 'undo' }).wait().settle();
      assert.equal(document.stored().content.text, other);
    }
  });

  it('[D4] when another editor saved before the page is loaded again, then it asks, unless the versions are the same', () => {
    const document = new ScriptedDocument(AUTOMATIC).type({ text: 'mine' }).change({ text: 'theirs' }).reload();
    assert.deepEqual([kindOf(document), document.model.content.text], [['overtaken', true], 'mine']);
    const same = new ScriptedDocument(AUTOMATIC).type({ text: 'same' }).change({ text: 'same' }).reload();
    assert.deepEqual([kindOf(same), draftOf(AUTOMATIC, same.model)], [['saved', false], null]);
  });

  it('when another editor changed it and back, then it is no conflict', () => {
    const document = new ScriptedDocument(AUTOMATIC).type({ text: 'mine' }).wait().change({ text: 'x' }).change(FIRST);
    assert.deepEqual([textsOf(document.settle()).at(-1), kindOf(document)], ['mine', ['saved', false]]);
  });

  it('when the document was deleted, then what is typed is kept, and a later save sends it again', () => {
    const document = new ScriptedDocument(AUTOMATIC).type({ text: 'a' }).wait();
    document.isDeleted = true;
    document.settle().type({ text: 'ab' });
    assert.deepEqual([kindOf(document), document.model.dueAt], [['missing', true], null]);
    assert.equal(draftOf(AUTOMATIC, document.model)?.content.text, 'ab');
    document.dispatch({ type: 'undo' }).dispatch({ type: 'undo' }).dispatch(save).settle();
    assert.equal(document.model.state.kind, 'missing', 'an unchanged document is missing, too');
    document.isDeleted = false;
    document.dispatch(save).settle();
    assert.deepEqual(kindOf(document), ['saved', false]);
  });

  it('when the page is seen again, then it adopts what others have saved, unless something was typed or saved meanwhile', () => {
    const document = new ScriptedDocument(AUTOMATIC).change({ text: 'theirs' });
    document.dispatch({ type: 'refresh' }).refreshed();
    assert.deepEqual([document.model.content.text, kindOf(document)], ['theirs', ['saved', false]]);
    const late = new ScriptedDocument(AUTOMATIC).dispatch({ type: 'refresh' }).type({ text: 'a' }).wait().settle();
    late.refreshed();
    assert.equal(late.model.content.text, 'a', 'a late response');
    const typing = new ScriptedDocument(AUTOMATIC).change({ text: 'theirs' }).dispatch({ type: 'refresh' });
    typing.type({ text: 'a' }).refreshed();
    assert.equal(typing.model.content.text, 'a');
    assert.equal(typing.dispatch({ type: 'refresh' }).wait().settle().model.state.kind, 'overtaken');
    const reversed = new ScriptedDocument(AUTOMATIC).dispatch({ type: 'refresh' }).change({ text: 'theirs' });
    const first = { type: 'refreshed', etag: '0', stored: { content: FIRST, etag: '0' } } as const;
    reversed.dispatch({ type: 'refreshed', etag: '0', stored: reversed.stored() }).dispatch(first);
    assert.equal(reversed.model.content.text, 'theirs');
  });

  it('when fields of a draft are missing, then the draft is dropped', () => {
    const { stored } = new ScriptedDocument(AUTOMATIC);
    for (const draft of [{ content: { text: 'a' }, etag: '0' }, { content: null, etag: '0' }, {}]) {
      const model = openModel(AUTOMATIC, stored.call(new ScriptedDocument(AUTOMATIC)), draft as never, 0);
      assert.deepEqual([model.content, draftOf(AUTOMATIC, model)], [FIRST, null]);
    }
  });
});

describe('[D8] the machine of settings that are saved on request', () => {
  it('when it is typed, then nothing is sent until it is saved, and nothing is sent later by itself', () => {
    const document = new ScriptedDocument(EXPLICIT).type({ text: 'a' });
    document.dispatch({ type: 'due' }).dispatch({ type: 'retry' });
    assert.deepEqual([document.isOpen, kindOf(document), document.model.dueAt], [false, ['saved', true], null]);
    document.dispatch(save).fail('lost').dispatch({ type: 'retry' });
    assert.deepEqual([document.isOpen, document.model.state.kind, document.model.dueAt], [false, 'failed', null]);
    document.dispatch(save).settle();
    assert.deepEqual([kindOf(document), document.stored().content.text], [['saved', false], 'a']);
  });

  it('when the server writes it in another way, then that is shown, and what was typed meanwhile stays', () => {
    for (const title of ['Sunday', 'Evening']) {
      const document = new ScriptedDocument(EXPLICIT).type({ text: ' a ' }).dispatch(save).type({ title });
      document.dispatch({ type: 'written', id: 0, stored: { content: { ...FIRST, text: 'a' }, etag: '1' } });
      assert.deepEqual(document.model.content, { title, text: 'a' });
      assert.deepEqual(kindOf(document), ['saved', title !== 'Sunday']);
    }
  });

  it('[D8] when others change another field, then both changes are saved, and undo does not take theirs back', () => {
    const document = new ScriptedDocument(EXPLICIT).type({ text: 'mine' }).change({ title: 'theirs' });
    document.dispatch(save).settle();
    assert.deepEqual(document.stored().content, { title: 'theirs', text: 'mine' });
    document.dispatch({ type: 'undo' });
    assert.deepEqual(document.model.content, { ...FIRST, title: 'theirs' });
  });

  it('[D8] when others change the same field, then it asks: theirs, mine or later', () => {
    for (const choice of ['mine', 'theirs', 'later'] as const) {
      const document = new ScriptedDocument(EXPLICIT)
        .type({ text: 'mine', title: 'my title' })
        .change({ text: 'theirs' });
      document.dispatch(save).settle();
      assert.deepEqual(document.model.conflict?.fields, ['text']);
      document.reload();
      assert.deepEqual([document.model.state.kind, document.model.content.text], ['overtaken', 'mine'], 'asks again');
      document.dispatch({ type: 'resolve', choice }).settle();
      const text = choice === 'theirs' ? 'theirs' : 'mine';
      assert.deepEqual(document.model.content, { title: 'my title', text });
      assert.deepEqual(document.stored().content.text, choice === 'mine' ? 'mine' : 'theirs');
      document.dispatch({ type: 'discard' });
      assert.equal(document.model.content.text, choice === 'mine' ? 'mine' : 'theirs');
    }
  });

  it('when others save again and again, then it gives up after some writes and says so', () => {
    const document = new ScriptedDocument(EXPLICIT).type({ text: 'mine' }).dispatch(save);
    for (let round = 0; round < 2 * MERGES_MAX + 2; round++)
      document
        .change({ title: `${round}` })
        .arrive()
        .respond();
    assert.deepEqual([document.model.state.kind, document.isOpen, document.writes], ['failed', false, 0]);
    assert.equal(document.dispatch(save).settle().stored().content.text, 'mine');
  });

  it('when only a part was stored before a failure, then the rest is saved later, and nothing is a conflict', () => {
    for (const failure of ['lost', 'refused'] as const) {
      const document = new ScriptedDocument(EXPLICIT).type({ title: 'a', text: 'b' }).dispatch(save);
      document.arrive({ part: true }).fail(failure);
      assert.deepEqual(document.model.saved, { title: 'a', text: 'Psalm 23' });
      document.dispatch(save).settle();
      assert.deepEqual([document.stored().content, kindOf(document)], [{ title: 'a', text: 'b' }, ['saved', false]]);
    }
  });

  it('when unsaved changes are discarded, then undo brings them back; a problem with them is over', () => {
    const document = new ScriptedDocument(EXPLICIT).type({ text: 'a' }).dispatch(save).fail('refused');
    document.dispatch({ type: 'discard' });
    assert.deepEqual([document.model.content, kindOf(document)], [FIRST, ['saved', false]]);
    document.dispatch({ type: 'undo' });
    assert.deepEqual([document.model.content.text, kindOf(document)], ['a', ['saved', true]]);
    const lost = new ScriptedDocument(EXPLICIT).type({ text: 'a' }).dispatch(save).arrive().fail('lost');
    lost.dispatch({ type: 'discard' });
    assert.deepEqual(kindOf(lost), ['failed', true], 'the server may have stored them');
    assert.deepEqual(lost.dispatch(save).settle().stored().content, FIRST);
  });
});

describe('the undo of a document', () => {
  it('when a field is typed in without a pause, then that is one step; redo ends with the next change', () => {
    const document = new ScriptedDocument(EXPLICIT).type({ text: 'a' }, 'text').type({ text: 'ab' }, 'text');
    document.type({ title: 'b' }, 'title');
    document.at += 1_000;
    document.type({ title: 'bc' }, 'title');
    const seen = (type: 'undo' | 'redo') => Object.values(document.dispatch({ type }).model.content).join();
    assert.deepEqual(
      [seen('undo'), seen('undo'), seen('undo'), seen('undo'), seen('redo'), seen('redo')],
      ['b,ab', 'Sunday,ab', 'Sunday,Psalm 23', 'Sunday,Psalm 23', 'Sunday,ab', 'b,ab'],
    );
    document.type({ text: 'c' });
    assert.equal(seen('redo'), 'b,c');
  });
});

describe('any document', () => {
  const INPUTS = [
    ...['type', 'type', 'type', 'undo', 'redo', 'discard', 'save', 'wait', 'wait', 'retry', 'refresh', 'refreshed'],
    ...['arrive', 'arrive', 'part', 'respond', 'respond', 'lost', 'busy', 'refused', 'change', 'delete', 'restore'],
    ...['mine', 'theirs', 'later', 'reload', 'double'],
  ] as const;

  /** Applies an input, and checks what must be true after it. */
  function play(document: ScriptedDocument, input: string, index: number, seen: Set<Words>): void {
    const { rules } = document;
    const before = document.model;
    const field = index % 2 === 0 ? 'text' : 'title';
    if (input === 'type') document.type({ [field]: `mine ${index}` });
    else if (input === 'change') document.change({ [field]: `theirs ${index}` });
    else if (input === 'arrive' || input === 'respond' || input === 'wait' || input === 'refreshed') document[input]();
    else if (input === 'part') document.arrive({ part: true });
    else if (input === 'lost' || input === 'busy' || input === 'refused') document.fail(input);
    else if (input === 'delete' || input === 'restore') document.isDeleted = input === 'delete';
    else if (input === 'reload') document.reload();
    // Only settings offer to discard changes, and to decide later.
    else if (input === 'discard' && rules === AUTOMATIC) return;
    else if (input === 'mine' || input === 'theirs' || input === 'later') {
      if (before.conflict) seen.add(before.conflict.stored.content);
      if (input !== 'later' || rules === EXPLICIT) document.dispatch({ type: 'resolve', choice: input });
    } else if (input === 'double') {
      document.dispatch({ type: 'written', id: before.nextId - 2, stored: { content: FIRST, etag: '0' } });
    } else document.dispatch({ type: input } as DocumentInput<Words>);

    const { model, versions } = document;
    const confirmed = versions[Number(model.etag)]!.content;
    const isSaved = model.state.kind === 'saved' && !isDirty(rules, model);
    assert.ok(isSameFields(model.saved, confirmed) || model.conflict, 'the base is what the server confirmed');
    if (isSaved) assert.deepEqual(model.content, confirmed, 'what is called saved is what the server confirmed');
    const own = versions.findLastIndex(({ by }) => by === 'me');
    if (isSaved) assert.ok(own <= Number(model.etag), 'nothing of its own is stored unknown');
    if (!draftOf(rules, model) && !document.isDeleted)
      assert.deepEqual(model.content, confirmed, 'a draft of the rest');

    // Only the person takes away what is typed.
    const byPerson = ['type', 'undo', 'redo', 'discard', 'mine', 'theirs', 'later'].includes(input);
    const typed = changedFields(before.content, before.saved);
    if (!byPerson)
      for (const each of typed) assert.equal(model.content[each], before.content[each], `${input}: ${each}`);
    if (input === 'theirs' && before.conflict) {
      const kept = model.history.past.at(-1)!.content;
      for (const each of typed) assert.equal(kept[each], before.content[each], 'undo brings it back');
    }
    // A version of others is overwritten only if it was seen.
    if (input === 'refreshed' || input === 'reload' || rules.merge) seen.add(model.saved);
    const last = versions.at(-1)!;
    const overwritten = versions.at(-2);
    if (input !== 'arrive' || last.by !== 'me' || overwritten?.by !== 'Jo') return;
    assert.ok(
      [...seen].some((each) => isSameFields(each, overwritten.content)),
      'nothing of others is overwritten',
    );
  }

  for (const rules of BOTH) {
    it(`when keys, responses and changes by others come in any order, then nothing typed is lost, and saved is what the server confirmed (${rules.saves})`, () => {
      fc.assert(
        fc.property(fc.array(fc.constantFrom(...INPUTS), { maxLength: 60, size: 'max' }), (inputs) => {
          const document = new ScriptedDocument(rules);
          const seen = new Set<Words>([FIRST]);
          for (const [index, input] of inputs.entries()) play(document, input, index, seen);
          document.isDeleted = false;
          document.settle();
          if (document.model.conflict) document.dispatch({ type: 'resolve', choice: 'mine' }).settle();
          const { content, saved } = document.model;
          document.dispatch(save).settle();
          if (document.model.conflict) document.dispatch({ type: 'resolve', choice: 'mine' }).settle();
          assert.deepEqual(kindOf(document), ['saved', false], 'it can be saved at last');
          for (const each of changedFields(content, saved)) assert.equal(document.model.content[each], content[each]);
        }),
        { numRuns: 500 },
      );
    });
  }
});
