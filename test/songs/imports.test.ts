import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Actor } from '../../src/domain/audit/audit.ts';
import { KnownSongs } from '../../src/songs/imports/decide-song.ts';
import { type SongImportDependencies, SongImports } from '../../src/songs/imports/song-imports.ts';
import { ImportedDecks, toPlanInput } from '../../src/songs/imports/to-plan-input.ts';

describe('what becomes of imported songs and plans', () => {
  test('[D70] when a song has the words of a deck, then it is there already; with its title alone, it is a duplicate', () => {
    const known = new KnownSongs();
    known.add({ id: 'first', title: 'Grace', digest: 'words' });
    known.add({ id: 'second', title: 'GRACE', digest: 'others' });
    assert.deepEqual(known.decide({ title: 'Grace', digest: 'words' }), { result: 'already_there', deckId: 'first' });
    assert.deepEqual(known.decide({ title: 'grace', digest: 'new' }), { result: 'created', duplicateOf: 'first' });
    assert.deepEqual(known.decide({ title: 'Mercy', digest: 'new' }), { result: 'created', duplicateOf: null });
  });

  test('[D70] when songs are refused because of the quota, then the same words are not there already', () => {
    const known = new KnownSongs();
    known.add({ id: 'stored', title: 'Grace', digest: 'words' });
    known.add({ id: 'refused', title: 'Mercy', digest: 'others' });
    known.remove(new Set(['refused']));
    assert.deepEqual(known.decide({ title: 'Mercy', digest: 'others' }), { result: 'created', duplicateOf: null });
    assert.equal(known.findByTitle('Grace'), 'stored');
  });

  test('[D70] when the database fails at the end of an import, then the server goes on, and the log has the error', async () => {
    const warnings: string[] = [];
    const warned = Promise.withResolvers<void>();
    const failing = async () => {
      throw new Error('no connection');
    };
    const imports = new SongImports({
      storage: { imports: { create: async () => 'created', listDigests: failing, countResults: failing } },
      clock: () => 0,
      warn: ({ message }: Error) => warnings.push(message) === 2 && warned.resolve(),
    } as unknown as SongImportDependencies);
    const actor: Actor = {
      channel: 'rest',
      userId: null,
      credentialId: null,
      operation: 'createImport',
      requestId: null,
    };
    await imports.create('organization', { path: 'no file', fileName: '' }, actor);
    await warned.promise;
    await imports.close();
    assert.deepEqual(warnings, ['no connection', 'no connection']);
  });

  test('[D65] when several songs are named as a file of an order of service, then its own path counts, else the first', () => {
    const decks = new ImportedDecks([
      ['a/Grace.xml', 'first'],
      ['b/Grace.xml', 'second'],
    ]);
    const found = ['b/Grace.xml', 'C:/songs/grace.sng', 'Mercy.xml'].map((name) => decks.find(name));
    assert.deepEqual(found, ['second', 'first', undefined]);
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
    const contents = {
      decks: new ImportedDecks([['songs/grace.xml', 'deck']]),
      passages: new Set(['John 3:16']),
      findByTitle: () => null,
    };
    assert.deepEqual(toPlanInput({ title: ' Sunday ', date: '2026-02-30', entries }, contents), {
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
    assert.equal(toPlanInput({ title: '', date: '2026-02-28', entries: [] }, contents).date, '2026-02-28');
  });
});
