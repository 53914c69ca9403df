import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Api, api, assertProblem, type JsonDocument } from '../../support/requests/api.ts';
import { leastCpuMs } from '../../support/server/least-cpu-ms.ts';
import { createTestAccount, createTestOrganization, PAGE_ENGINES } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const PATH = '/v1/references/extract';
for (const engine of PAGE_ENGINES) {
  describe(`[D66] references in prose over REST, on ${engine}`, () => {
    const world = useInProcessServer({ engine, editions: 'starter' });
    let clients: Api[];
    before(async () => {
      const { lectern } = world;
      clients = [api(lectern, await createTestOrganization(lectern)), api(lectern, await createTestAccount(lectern))];
    });
    const extract = async (body: object, client = clients[0]!): Promise<JsonDocument[]> => {
      const response = await client.post(PATH, body);
      assert.equal(response.status, 200, JSON.stringify(response.body));
      return response.body.data;
    };

    it('when a text is spoken, then number words are read, and without that they are not', async () => {
      const text = 'Turn to First Corinthians thirteen verse four';
      const found = await extract({ text, spoken: true });
      assert.deepEqual(
        found.map(({ start, end, reference, exists }) => [text.slice(start, end), reference, exists]),
        [['First Corinthians thirteen verse four', '1 Corinthians 13:4', true]],
      );
      assert.deepEqual(await extract({ text }), []);
      // A language orders the reading and the citation, and excludes nothing. [D71]
      const [german] = await extract({ text, language: 'de', spoken: true });
      assert.equal(german!.reference, '1. Korinther 13,4');
    });

    it('when references are found, then each says its passages as a push takes them, and whether there is such scripture', async () => {
      for (const client of clients) {
        const found = await extract({ text: 'Ruth 1:1-2:3; Ruth 9; John 3:16, 18' }, client);
        const [first, second, third] = found;
        assert.deepEqual(Object.keys(first!).toSorted(), [
          'end',
          'exists',
          'explicit',
          'passages',
          'reference',
          'start',
        ]);
        assert.deepEqual(first!.passages, [{ book_id: 8, chapter: 1, verse: 1, end_chapter: 2, end_verse: 3 }]);
        assert.deepEqual([second!.reference, second!.exists], ['Ruth 9', false]);
        assert.deepEqual(third!.passages, [
          { book_id: 43, chapter: 3, verse: 16 },
          { book_id: 43, chapter: 3, verse: 18 },
        ]);
        assert.deepEqual([first!.exists, third!.exists], [true, true]);
        const text = 'John 3:16 (KJV) and John 3 (ESV), John 4:1 (WEB)';
        const [known, unknown, notInstalled] = await extract({ text }, client);
        assert.deepEqual([known!.explicit, known!.edition], [true, 'kjv']);
        assert.deepEqual([unknown!.explicit, unknown!.edition], [false, null]);
        assert.equal(notInstalled!.edition, null);
      }
    });

    it('[D1] when the body is malformed, or the text too long, then it is refused', async () => {
      const [client] = clients as [Api];
      for (const body of [
        {},
        { text: 5 },
        { text: 'x', language: 'fr' },
        { text: 'x', spoken: 'yes' },
        { text: 'x', more: 1 },
        { text: 'x'.repeat(20_001) },
        { text: 'a\0b' },
      ]) {
        assertProblem(await client.post(PATH, body), 422, 'invalid_fields');
      }
      assertProblem(await client.post(PATH, { text: 'x'.repeat(300_000) }), 413, 'body_too_large');
    });

    it('[Limits] when the longest texts are sent, then the responses come within seconds, also if they are almost references', async () => {
      const fill = (text: string) => text.repeat(20_000).slice(0, 20_000);
      for (const text of [
        fill('am 1 '),
        fill('1 John 3:16 '),
        fill('9'),
        fill('john 1,1,'),
        fill('\u{1F54A}'.slice(0, 2)),
        `a${' '.repeat(19_998)}`,
        `John chapter${' '.repeat(19_980)}x`,
        fill("a'"),
        fill('\r'),
      ]) {
        for (const spoken of [false, true]) {
          const took = await leastCpuMs(2_000, () => extract({ text, spoken }));
          assert.ok(took < 2_000, `${JSON.stringify(text.slice(0, 20))}, spoken: ${spoken}, took ${took} ms`);
        }
      }
      assert.equal((await extract({ text: fill('1 John 3:16 ') })).length, 1_667);
      assert.equal((await extract({ text: '\u{1F54A}'.repeat(20_000) })).length, 0, 'characters, not code units');
    });
  });
}
