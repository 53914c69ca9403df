import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toFrame } from '../../../src/audience/frame.ts';
import { VIEWER_EVENT_MAX_CHARACTERS } from '../../../src/contract/viewer.ts';

const eventsOf = ({ plain }: { plain: Buffer }) => {
  const events = plain.toString().split('\n\n');
  assert.equal(events.pop(), '');
  return events.map((event) => event.split('\n'));
};

test('[D44] when an event is short, then it is sent as one; a chunk states its length', () => {
  const frame = toFrame({ name: 'beat' });
  assert.deepEqual(eventsOf(frame), [['event: beat', 'data: ']]);
  assert.equal(frame.chunked.toString(), `${frame.plain.length.toString(16)}\r\n${frame.plain}\r\n`);
  assert.deepEqual(eventsOf(toFrame({ name: 'state', id: 'v', data: { a: 1 } })), [
    ['id: v', 'event: state', 'data: {"a":1}'],
  ]);
});

test('[D44] when an event is long, then it comes in parts without its id, of whole characters, and nothing is lost', () => {
  for (const text of ['word ', '𐤀', 'a𐤀', '\u2028', '"\\\n']) {
    const data = { text: `x${text.repeat(3 * VIEWER_EVENT_MAX_CHARACTERS)}` };
    const frame = toFrame({ name: 'change', id: 'v', data });
    const events = eventsOf(frame);
    const last = events.pop()!;
    assert.ok(events.length > 2);
    assert.deepEqual(last.slice(0, 2), ['id: v', 'event: change']);
    for (const event of events) assert.deepEqual([event.length, event[0]], [2, 'event: part']);
    const parts = [...events, last].map((event) => event.at(-1)!.slice('data: '.length));
    assert.deepEqual(JSON.parse(parts.join('')), data);
    for (const part of parts) assert.ok([...part].length <= VIEWER_EVENT_MAX_CHARACTERS);
    assert.ok(!frame.plain.includes('\ufffd'));
    assert.ok(frame.chunked.includes(frame.plain));
  }
});
