import assert from 'node:assert/strict';
import { it } from 'node:test';
import { rankEntries } from '../../../web/console/commands/rank-entries.ts';

const done: string[] = [];
const entry = (name: string) => ({ name, keys: '', run: () => done.push(name) });
const MESSAGE = { ...entry('Message to the stage'), takes: (text: string) => done.push(`sent ${text}`) };
const ENTRIES = [entry('Hide or show'), MESSAGE, entry('Remove the message from the stage'), entry('Nächste Seite')];
const named = (query: string) => rankEntries(ENTRIES, query).map(({ name }) => name);

it('finds commands by the beginnings of their words, without case and accents', () => {
  assert.deepEqual(named('hide'), ['Hide or show']);
  assert.deepEqual(named('SHOW hi'), ['Hide or show']);
  assert.deepEqual(named('nachste'), ['Nächste Seite']);
  assert.deepEqual(named('stage'), ['Message to the stage', 'Remove the message from the stage']);
  assert.deepEqual(named('xyz'), []);
  assert.equal(named('').length, ENTRIES.length);
});

it('runs a command with the text after its name or its first word', () => {
  for (const query of ['message Two minutes', 'Message to the stage Two minutes']) {
    const [first] = rankEntries(ENTRIES, query);
    assert.equal(first?.name, 'Message to the stage: Two minutes');
    first.run();
    assert.equal(done.pop(), 'sent Two minutes');
  }
  assert.deepEqual(named('message'), ['Message to the stage', 'Remove the message from the stage']);
});
