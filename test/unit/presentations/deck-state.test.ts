import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toDeckState } from '../../../web/workspace/decks/document/deck-state.ts';

test('[D27] when a song was never changed since its import, then the list does not call it unpublished', () => {
  const at = (deck_revision: number) => ({ snapshot_id: 's', deck_revision, published_at: '2026-01-01T00:00:00Z' });
  const state = (kind: 'song' | 'slides', revision: number, published: ReturnType<typeof at> | null) =>
    toDeckState({ kind, revision, published });
  assert.equal(state('song', 1, null), null);
  assert.equal(state('song', 2, null), 'notPublished');
  assert.equal(state('slides', 1, null), 'notPublished');
  assert.equal(state('song', 1, at(1)), 'published');
  assert.equal(state('song', 3, at(2)), 'changedSince');
});
