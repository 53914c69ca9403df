import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { api, type JsonDocument } from '../../support/requests/api.ts';
import { createSnapshot } from '../../support/requests/presentation.ts';
import { PAGE_ENGINES, smallEdition } from '../../support/server/lectern.ts';
import { type OwnedLive, useInProcessServer } from '../../support/server/suite-server.ts';

const JOHN = 43;
const verses = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [index + 1, `Verse ${index + 1}`]));
const EDITIONS = ['one', 'two'].map((slug) => smallEdition(slug, { [JOHN]: { 3: verses(20) } }));

for (const engine of PAGE_ENGINES) {
  describe(`history and recall on ${engine}`, () => {
    const world = useInProcessServer({
      engine,
      editions: EDITIONS,
      settings: { LECTERN_LIVES_PER_OWNER: '1000', LECTERN_QUEUE_ITEMS: '20' },
    });
    const post = (operator: OwnedLive, path: string, body: object = {}): Promise<JsonDocument> =>
      operator.write('POST', path, body);
    const present = async (operator: OwnedLive, ...ids: string[]) => {
      const slides = ids.map((id) => ({ id, layout: 'text', text: id }));
      const { id } = await createSnapshot(api(world.lectern, operator.owner), slides);
      await operator.write('PUT', '/presentation', { snapshot_id: id });
    };
    const historyOf = async (operator: OwnedLive, query = ''): Promise<JsonDocument[]> => {
      const { status, body } = await operator.call('GET', `/history${query}`);
      assert.equal(status, 200, JSON.stringify(body));
      return body.data;
    };
    const entries = async (operator: OwnedLive) =>
      (await historyOf(operator)).map(({ reference, slide }) => reference ?? `slide ${slide.slide_id}`);
    /** The content on air as an operator sees it: the reference of the page, or the slide. */
    const shown = ({ focus, slide, showing }: JsonDocument) =>
      showing ? (slide?.slide_id ?? focus.reference) : 'nothing';
    const shownOn = async (operator: OwnedLive) => shown((await operator.call('GET', '/now')).body);
    const recall = async (operator: OwnedLive, entry_id?: string) =>
      shown(await post(operator, '/recall', { ...(entry_id && { entry_id }) }));
    const refused = async (operator: OwnedLive, body: object, expected: [number, string]) => {
      await operator.read();
      const response = await operator.attempt('POST', '/recall', body);
      assert.deepEqual([response.status, response.body.code], expected, JSON.stringify(response.body));
    };

    it('[D57] when passages and decks are shown, then each is an entry, and steps within it add none', async () => {
      const operator = await world.openLive();
      await operator.push('John 3:1-4');
      await post(operator, '/step', { by: 2 });
      await post(operator, '/extend', { by: 1 });
      await post(operator, '/step', { by: -1 });
      await operator.write('PATCH', '/playback', { paused: true });
      await operator.write('PATCH', '/playback', { paused: false });
      assert.deepEqual(await entries(operator), ['John 3:1-4']);
      await present(operator, 'a', 'b');
      await post(operator, '/step', { by: 1 });
      assert.deepEqual(await entries(operator), ['slide a', 'John 3:1-4']);
      await operator.write('DELETE', '/presentation');
      await operator.push('John 3:16');
      await post(operator, '/step', { by: -1 });
      assert.deepEqual(await entries(operator), ['John 3:1-4', 'John 3:16', 'slide a', 'John 3:1-4']);
    });

    it('[D57] when history is read, then entries have id, reference, slide and deck_title, and with view=short no verses', async () => {
      const operator = await world.openLive();
      await operator.write('PATCH', '/settings', { translations: ['one', 'two'] });
      await operator.push('John 3:16-17');
      await present(operator, 'a');
      const [deck, passage] = await historyOf(operator);
      assert.deepEqual(Object.keys(passage!).toSorted(), [
        'deck_title',
        'id',
        'reference',
        'shown_at',
        'slide',
        'verses',
      ]);
      assert.deepEqual([passage!.reference, passage!.slide, passage!.verses.length], ['John 3:16-17', null, 4]);
      assert.deepEqual([deck!.reference, deck!.slide.slide_id, deck!.verses], [null, 'a', []]);
      assert.deepEqual([deck!.deck_title, passage!.deck_title], ['Sunday', null]);
      assert.notEqual(deck!.id, passage!.id);
      const short = await historyOf(operator, '?view=short');
      assert.deepEqual(
        short,
        [deck!, passage!].map(({ verses: _, ...entry }) => entry),
      );
      const { status, body } = await operator.call('GET', '/history?view=long');
      assert.deepEqual([status, body.code], [422, 'invalid_fields']);
    });

    it('[D57] when nothing is named, then what was shown before the present one comes back, at the page where it was left', async () => {
      const operator = await world.openLive();
      await refused(operator, {}, [409, 'nothing_to_recall']);
      await operator.push('John 3:1-4');
      await refused(operator, {}, [409, 'nothing_to_recall']);
      await post(operator, '/step', { by: 2 });
      await present(operator, 'a', 'b', 'c');
      await post(operator, '/step', { by: 1 });
      assert.equal(await recall(operator), 'John 3:3');
      assert.equal(await recall(operator), 'b');
      assert.equal(await recall(operator), 'John 3:3');
      assert.equal((await operator.readQueue()).items.length, 4, 'nothing is queued twice');
    });

    it('[D57] when the entries of a history read once are recalled one after another, then each goes one further back, and the way back is the same', async () => {
      const operator = await world.openLive();
      await operator.push('John 3:1-3');
      await post(operator, '/step', { by: 1 });
      await operator.push('John 3:8', { replace: true });
      await present(operator, 'a', 'b');
      await post(operator, '/step', { by: 1 });
      await operator.write('DELETE', '/presentation');
      await operator.push('John 3:9');
      const walk = await historyOf(operator, '?view=short');
      assert.equal(await shownOn(operator), 'John 3:9');
      const seen: string[] = [];
      for (const { id } of [...walk.slice(1), ...walk.slice(1, 3).toReversed(), walk[3]!, walk[0]!]) {
        seen.push(await recall(operator, id));
      }
      assert.deepEqual(seen, ['b', 'John 3:8', 'John 3:2', 'John 3:8', 'b', 'John 3:2', 'John 3:9']);
      const { items } = await operator.readQueue();
      assert.deepEqual(
        items.map(({ verse }) => verse.verse),
        [8, 9, 1, 2, 3],
        'what was no longer queued is appended once',
      );
      const later = await historyOf(operator, '?view=short');
      assert.deepEqual(
        later.slice(-walk.length),
        walk,
        'entries keep their ids and places; what is shown again comes on top',
      );
      assert.equal(later.length, walk.length + seen.length);
    });

    it('[D57] when a passage is no longer queued, then it is appended with its lines, at the page where it was left', async () => {
      const operator = await world.openLive();
      await operator.write('PATCH', '/settings', { translations: ['one', 'two'] });
      await operator.push('John 3:1-4');
      await post(operator, '/step', { by: 2 });
      await operator.push('John 3:16', { replace: true });
      assert.equal(await recall(operator), 'John 3:3');
      const { items } = await operator.readQueue();
      assert.deepEqual(
        items.map(({ verse }) => verse.verse),
        [16, 16, 1, 2, 3, 4, 1, 2, 3, 4],
      );
      assert.deepEqual((await operator.call('GET', '/now')).body.focus.texts.length, 2);
      await operator.write('DELETE', '/stack');
      assert.equal(await recall(operator), 'John 3:3', 'what was shown last, where nothing is there');
    });

    it('[D57] when an entry is named, then that one comes back; one that is not kept is 422', async () => {
      const operator = await world.openLive();
      for (const verse of [1, 2, 3]) await operator.push(`John 3:${verse}`);
      const [, , first] = await historyOf(operator);
      assert.equal(await recall(operator, first!.id), 'John 3:1');
      for (const entry_id of ['0', '99', '-1', '1.5', '', 'x', '1e0', '01'])
        await refused(operator, { entry_id }, [422, 'invalid_fields']);
      for (const body of [{ entry_id: 1 }, { entry_id: null }, { entry_id: 'x'.repeat(65) }, { other: 1 }])
        await refused(operator, body, [422, 'invalid_fields']);
    });

    it('[D57] [D4] when a Live is stopped, the queue is full, or If-Match does not fit, then nothing is recalled', async () => {
      const operator = await world.openLive();
      await operator.push('John 3:1-15');
      await operator.push('John 3:16-20', { replace: true });
      await operator.push('John 3:1');
      await refused(operator, { entry_id: '1' }, [409, 'queue_full']);
      const code = async (ifMatch?: string) =>
        (await operator.call('POST', '/recall', { body: {}, ...(ifMatch && { ifMatch }) })).body.code;
      assert.deepEqual(
        [await code(), await code('*'), await code('"old"')],
        ['validator_required', 'invalid_validator', 'stale_validator'],
      );
      const headers = { 'if-match': operator.etag, 'idempotency-key': 'one' };
      const keyed = await api(world.lectern, operator.owner).request('POST', `/v1/lives/${operator.liveId}/recall`, {
        body: {},
        headers,
      });
      assert.equal(keyed.body.code, 'idempotency_unsupported', '[D9]');
      await operator.write('PATCH', '/playback', { status: 'stopped' });
      assert.equal(await code('"old"'), 'live_stopped');
    });

    it('[D57] when an interruption recalls something, then what was interrupted is still remembered', async () => {
      const operator = await world.openLive();
      await operator.push('John 3:1');
      await operator.push('John 3:2');
      await post(operator, '/interrupt', { passage: 'John 3:8' });
      const { id } = (await historyOf(operator)).at(-1)!;
      assert.equal(await recall(operator, id), 'John 3:1');
      assert.equal(shown(await post(operator, '/return')), 'John 3:2');
    });

    it('[D57] when a deck is recalled while its slide was blanked, then the slide is shown', async () => {
      const operator = await world.openLive();
      await present(operator, 'a');
      await operator.push('John 3:1').catch(() => operator.write('DELETE', '/presentation'));
      await operator.push('John 3:1');
      assert.equal(await recall(operator), 'a');
    });
  });
}
