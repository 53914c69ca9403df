import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GrowingItems } from '../../src/domain/live/growing-items.ts';
import { Representations } from '../../src/domain/live/representations.ts';
import type { Editions } from '../../src/domain/scripture/editions.ts';
import type { LiveState, Owner, QueueItem } from '../../src/storage/storage.ts';
import { emptyState, liveRecord } from '../support/live-state.ts';

const ACCOUNT: Owner = { kind: 'account', id: 'account' };
const ORGANIZATION: Owner = { kind: 'organization', id: 'organization' };
const SLIDE = { snapshotId: 's', deckId: 'd', revision: 2, index: 1, blank: false, slideId: 'one' };
const RIGHTS = { edition: 'kjv', rights_status: '"free"', source_url: 'https://example.org/', attribution: 'KJV\n…' };

const item = (rank: number): QueueItem => ({
  ...{ id: `item-${rank}`, rank, bookId: 43, book: 'João', chapter: 3, verse: rank, text: `“${rank}”\u2028 \\ "\n` },
  ...{ translation: 'kjv', revisionId: 'revision' },
});

function open() {
  let serialized = 0;
  const editions = {
    requireRevision: () => {
      serialized++;
      return { rights: RIGHTS };
    },
  } as unknown as Editions;
  return { representations: new Representations(editions), looks: () => serialized };
}

describe('what is written as JSON at once is what its shape would be', () => {
  const items = GrowingItems.append([], [1, 2, 3].map(item));
  const reader: LiveState = { ...emptyState(liveRecord(ORGANIZATION, { sequence: 7 })), items };
  const states: Record<string, LiveState> = {
    'a queue': reader,
    'an empty queue of an account': emptyState(liveRecord(ACCOUNT)),
    'a slide above a queue': {
      ...reader,
      record: { ...reader.record, mode: 'presentation', slide: SLIDE as unknown as LiveState['record']['slide'] },
    },
  };
  for (const [name, state] of Object.entries(states)) {
    it(name, () => {
      const { representations } = open();
      assert.equal(representations.displayJson(state), JSON.stringify(representations.toDisplay(state)));
      const queue = state.items.map((one, position) => representations.toQueueItem(one, position));
      assert.equal(representations.queueJson(state.items), JSON.stringify(queue));
      assert.equal(representations.queueJson(state.items.slice(1), 1), JSON.stringify(queue.slice(1)));
      const page = JSON.parse(representations.queuePageJson(state, 1, 3, 'next"'));
      assert.deepEqual([page.data, page.next_cursor, page.sequence], [queue.slice(1), 'next"', state.record.sequence]);
    });
  }

  it('a verse is serialized once, in however many versions and places it is', () => {
    const { representations, looks } = open();
    representations.displayJson(reader);
    assert.equal(looks(), 3);
    const next = { ...reader, items: GrowingItems.append(items, [item(4)]) };
    representations.displayJson(next);
    representations.queueJson(next.items);
    representations.queuePageJson(reader, 0, 50, null);
    assert.equal(looks(), 4);
  });
});
