import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { KnownSongs } from '../../src/songs/imports/decide-song.ts';
import { ImportedDecks } from '../../src/songs/imports/imported-decks.ts';
import { toPlanInput } from '../../src/songs/imports/to-plan-input.ts';
import { shortenPlan } from '../../src/songs/shorten-plan.ts';

describe('what becomes of imported songs and plans', () => {
  test('[D70] when a song has the words of a deck, then it is there already; with its title alone, it is a duplicate', () => {
    const known = new KnownSongs();
    known.add({ id: 'first', title: 'Grace', digest: 'words' });
    known.add({ id: 'second', title: 'GRACE', digest: 'others' });
    assert.deepEqual(known.decide({ title: 'Grace', digest: 'words' }), { result: 'already_there', deckId: 'first' });
    assert.deepEqual(known.decide({ title: 'grace', digest: 'new' }), { result: 'created', duplicateOf: 'first' });
    assert.deepEqual(known.decide({ title: 'Mercy', digest: 'new' }), { result: 'created', duplicateOf: null });
  });

  test('[D65] when an order of service is imported, then songs, passages and other entries become what they can be', () => {
    const entries = [
      { title: 'Welcome', note: 'Ring the bell', minutes: 2.4, person: ' Ana ' },
      { title: '', song: 'songs/grace.xml' },
      { title: 'Lost', song: 'songs/lost.xml' },
      { title: 'Reading', passage: 'John 3:16' },
      { title: 'Unclear', passage: 'the second lesson', minutes: 10_000 },
      { title: 'Two\u0000 lines\n' },
    ];
    const songs = new ImportedDecks();
    songs.add('songs/grace.xml', 'deck');
    const contents = {
      songs,
      passages: new Set(['John 3:16']),
      findByTitle: () => null,
    };
    assert.deepEqual(toPlanInput(shortenPlan({ title: ' Sunday ', date: '2026-02-30', entries }), contents), {
      name: 'Sunday',
      date: null,
      entries: [
        { kind: 'heading', title: 'Welcome', note: 'Ring the bell', minutes: 2, person: 'Ana' },
        { kind: 'deck', deck_id: 'deck', title: 'songs/grace.xml' },
        { kind: 'heading', title: 'Lost' },
        { kind: 'passage', passage: 'John 3:16', title: 'Reading' },
        { kind: 'heading', title: 'Unclear', note: 'the second lesson', minutes: 600 },
        { kind: 'heading', title: 'Two  lines' },
      ],
    });
    const empty = shortenPlan({ title: '', date: '2026-02-28', entries: [] });
    assert.deepEqual(toPlanInput(empty, contents), { name: 'Plan', date: '2026-02-28', entries: [] });
  });

  test('[D65] when an order of service has more than a plan can have, then it is shortened when it is read, and says so', () => {
    const entry = { title: 'x'.repeat(9_000), note: 'y'.repeat(9_000) };
    const { entries, isCut } = shortenPlan({ title: '', date: null, entries: Array(201).fill(entry) });
    assert.deepEqual(
      [isCut, entries.length, entries[0]!.title.length, entries[0]!.note!.length],
      [true, 200, 200, 1_000],
    );
    assert.equal(shortenPlan({ title: '', date: null, entries }).isCut, undefined);
  });

  test('[D70] when a deck cannot be created, then no other song is there already, and no plan has it', () => {
    const known = new KnownSongs();
    const songs = new ImportedDecks();
    known.add({ id: 'refused', title: 'Grace', digest: 'words' });
    songs.add('a/Grace.txt', 'refused');
    songs.add('Mercy.txt', 'created');
    assert.equal(songs.find('elsewhere/grace.sng'), 'refused');
    songs.add('Größe.sng'.normalize('NFD'), 'composed');
    assert.equal(songs.find('Größe.sng'), 'composed', 'names of files on a Mac are decomposed');
    for (const decks of [known, songs]) decks.remove(new Set(['refused']));
    assert.deepEqual(known.decide({ title: 'Grace', digest: 'words' }), { result: 'created', duplicateOf: null });
    assert.deepEqual([songs.find('grace'), songs.find('mercy')], [null, 'created']);
  });
});
