import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import { type Api, api, assertProblem, createTestLive, type JsonDocument } from '../../support/requests/api.ts';
import { createTestAccount, createTestOrganization, smallEdition } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

describe('references', () => {
  const { lectern } = useInProcessServer({ editions: 'starter' });
  let clients: Api[];

  before(async () => {
    clients = [api(lectern, await createTestOrganization(lectern)), api(lectern, await createTestAccount(lectern))];
  });

  const forEach = async (act: (client: Api) => Promise<void>) => {
    for (const client of clients) await act(client);
  };
  const read = async (client: Api, q: string, language?: string): Promise<JsonDocument> => {
    const named = language === undefined ? '' : `&language=${language}`;
    const { status, body } = await client.get(`/v1/references?q=${encodeURIComponent(q)}${named}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };

  it('[D32] [D71] when a reference is clear, then it has one candidate, with what it says and no more', async () => {
    await forEach(async (client) => {
      assert.deepEqual(await read(client, '1 co 13.4-7'), {
        data: [
          {
            reference: '1 Corinthians 13:4-7',
            book_id: 46,
            chapter: 13,
            verse: 4,
            end_verse: 7,
            exists: true,
            confidence: 0.95,
          },
        ],
        ambiguous: false,
      });
      assert.deepEqual(await read(client, 'Judas', 'de'), {
        data: [{ reference: 'Judas', book_id: 65, exists: true, confidence: 1 }],
        ambiguous: false,
      });
      assert.deepEqual(await read(client, 'Joh 3,16-4,2', 'de'), {
        data: [
          {
            reference: 'Johannes 3,16-4,2',
            book_id: 43,
            chapter: 3,
            verse: 16,
            end_chapter: 4,
            end_verse: 2,
            exists: true,
            confidence: 1,
          },
        ],
        ambiguous: false,
      });
    });
  });

  it('[D32] when a text names an edition, then the response says which, or null', async () => {
    await forEach(async (client) => {
      for (const [q, edition] of [
        ['John 3:16 (KJV)', 'kjv'],
        ['king james version john 3:16', 'kjv'],
        ['John 3:16, ESV', null],
        ['Joh 3,16 (Luther 2017)', null],
        ['John 3:16 (TB)', null],
        ['@web john 3 16', null],
        ['joh 3 16 luther1912', null],
      ] as const) {
        const { data, ambiguous, edition: named } = await read(client, q);
        assert.deepEqual([data[0].reference, ambiguous, named], ['John 3:16', false, edition], q);
      }
    });
  });

  it('[D32] when alternatives are joined by "or", then each is a candidate, and none is clear', async () => {
    await forEach(async (client) => {
      const { data, ambiguous } = await read(client, 'Psalm 23 or 24');
      assert.deepEqual(
        data.map(({ reference }: JsonDocument) => reference),
        ['Psalms 23', 'Psalms 24'],
      );
      assert.equal(ambiguous, true);
    });
  });

  it('[D32] when an end is open, then it has its chapter and no verse, and says so; a chapter may be in Roman numerals', async () => {
    await forEach(async (client) => {
      const open = { book_id: 19, chapter: 51, verse: 12, end_chapter: 51 };
      for (const q of ['Ps 51,12ff', 'Psalms 51:12ff', 'Sl 51:12ss', 'Ps. li. 12 ff.']) {
        assert.deepEqual(
          await read(client, q),
          { data: [{ reference: 'Psalms 51:12ff', ...open, exists: true, confidence: 0.95 }], ambiguous: false },
          q,
        );
      }
      assert.deepEqual(await read(client, 'Rom v 8'), {
        data: [{ reference: 'Romans 5:8', book_id: 45, chapter: 5, verse: 8, exists: true, confidence: 0.95 }],
        ambiguous: false,
      });
      const unclear = await read(client, 'Matt iv 3-v 12');
      assert.deepEqual(
        [unclear.data.map(({ reference }: JsonDocument) => reference), unclear.ambiguous],
        [['Matthew 4:3-5:12', 'Matthew 4:3-12'], true],
      );
    });
  });

  it('[D32] when the examples of the decision are read, in the three languages, then they give what the decision says', async () => {
    await forEach(async (client) => {
      const examples = { 'jn 3 16': 'John 3:16', 'Jo 3,16': 'John 3:16', '1. Mose 1': 'Genesis 1' };
      for (const [q, reference] of Object.entries(examples)) {
        const { data, ambiguous } = await read(client, q);
        assert.deepEqual([data[0].reference, ambiguous], [reference, false], q);
      }
      assert.equal((await read(client, 'jn 1', 'en')).data[0].reference, 'John 1');
      assert.equal((await read(client, 'jn 1', 'pt')).data[0].reference, 'Jonas 1');
    });
  });

  it('[D32] when a text is not clear, then it is ambiguous, with the best first, and a push of it is refused', async () => {
    await forEach(async (client) => {
      const { data, ambiguous } = await read(client, 'corinthians 13');
      assert.deepEqual(
        data.map(({ reference }: JsonDocument) => reference),
        ['1 Corinthians 13', '2 Corinthians 13'],
      );
      assert.equal(ambiguous, true);
      const confidences = (await read(client, 'Jo 3:16')).data.map(({ confidence }: JsonDocument) => confidence);
      assert.ok(confidences.length > 1);
      assert.deepEqual(
        confidences,
        confidences.toSorted((a: number, b: number) => b - a),
      );
      const live = await createTestLive(client);
      const unclear = [
        'corinthians 13',
        'cor 13',
        'Jo 3:16',
        'Jen 3:16',
        'Jean 3:16',
        'jn 3 16-18 20',
        'John 3:16; 18',
      ];
      for (const passage of [...unclear, 'love', 'jn 1-'.repeat(40)]) {
        const pushed = await client.post(
          `${live.path}/passages`,
          { passage, translations: ['kjv'] },
          { ifMatch: live.etag },
        );
        assertProblem(pushed, 422, 'invalid_reference');
      }
      assert.equal((await client.get(live.path)).etag, live.etag);
    });
  });

  it('[D50], [D19] when a text is clear in the language of the editions, then it means that there; elsewhere it is read as in any language', async () => {
    const text = (language: 'pt' | 'de') => {
      const books = {
        7: { 5: { 1: 'Jz' } },
        26: { 3: { 1: 'Ez' } },
        32: { 2: { 1: 'Jn' } },
        43: { 2: { 1: 'Jo' }, 3: { 16: 'Jo' } },
      };
      return smallEdition(`lang-${language}`, { ...books, 65: { 1: { 5: 'Jd' } } }, { language });
    };
    for (const language of ['pt', 'de'] as const) await saveEdition(lectern.installation.editions, text(language));
    await forEach(async (client) => {
      const slugs = { pt: 'lang-pt', de: 'lang-de', en: 'kjv' };
      const { kind, id } = client.owner;
      for (const slug of [slugs.pt, slugs.de]) {
        await lectern.installation.administration.enableEdition(slug, { [kind]: id } as { account: string });
      }
      const push = async (passage: string, ...translations: string[]) => {
        const live = await createTestLive(client);
        const response = await client.post(`${live.path}/passages`, { passage, translations }, { ifMatch: live.etag });
        return response.status === 200 ? response.body.data[0].book_id : response.body.detail;
      };
      assert.equal(await push('Jn 2', slugs.pt), 32);
      assert.equal(await push('Jo 3:16', slugs.pt), 43);
      assert.equal(await push('Jo 3.16', slugs.pt), 43);
      assert.equal(await push('Jd 5', slugs.pt), 65);
      assert.equal(await push('Ez 3', slugs.pt), 26);
      assert.equal(await push('Jud 5', slugs.de), 65);
      assert.equal(await push('John 3:16', slugs.pt), 43, 'a name of another language');
      assert.equal(await push('Jo 3,16', slugs.en), 43);
      assert.equal(await push('Jn 2', slugs.en), 43);
      assert.match(await push('Jo 3:16', slugs.en), /is ambiguous/);
      assert.match(await push('Jo 3:16', slugs.pt, slugs.en), /is ambiguous/, 'two languages');

      const live = await createTestLive(client);
      const set = async (body: object) =>
        client.patch(`${live.path}/settings`, body, { ifMatch: (await client.get(live.path)).etag! });
      assertProblem(await set({ reference: 'Jo 3:16' }), 422, 'invalid_reference');
      assert.equal((await set({ reference: 'Jo 3:16', translations: [slugs.pt] })).body.reference, 'John 3:16');
      assert.equal((await set({ reference: 'Jn 2' })).body.reference, 'Jonah 2');
      assert.equal((await set({ reference: 'Jn 2', translations: [slugs.en] })).body.reference, 'John 2');
    });
  });

  it('[D50] when a list is pushed, then it is one change; what stands around a reference is passed over', async () => {
    await forEach(async (client) => {
      const live = await createTestLive(client);
      const push = async (passage: string) => {
        const response = await client.post(
          `${live.path}/passages`,
          { passage, translations: ['kjv'] },
          { ifMatch: (await client.get(live.path)).etag! },
        );
        return response.status === 200 ? response.body.affected : response.body.detail;
      };
      assert.equal(await push('John 3:16,18'), 2);
      assert.equal(await push('Gen 1:1; 2:1; 3:1; 4:1; 5:1'), 5);
      const list = (count: number) => Array.from({ length: count }, (_, at) => 1 + 2 * at).join(',');
      assert.equal(await push(`Ps 119:${list(20)}`), 20);
      assert.match(await push(`Ps 119:${list(21)}`), / names 21 passages: 20 at most\./);
      for (const initials of ['KJV', '(KJV)', 'BSB', '[ARA]', 'LUT2017', ' NVI', 'kjv', '(King James Version)']) {
        assert.equal(await push(`John 3:16 ${initials}`), 1, initials);
      }
      for (const before of ['kjv', 'KJV:', 'King James Version,']) assert.equal(await push(`${before} John 3:16`), 1);
      assert.equal(await push('JOHN 3:35 FF'), 2);
      assert.equal(await push('1 JOHN 1:1'), 1);
    });
  });

  it('[D32] when a list is read, then it is one candidate with its passages, in the order they were typed', async () => {
    await forEach(async (client) => {
      assert.deepEqual(await read(client, 'Jn 3:16; 4:1', 'en'), {
        data: [
          {
            reference: 'John 3:16; 4:1',
            book_id: 43,
            chapter: 3,
            verse: 16,
            exists: true,
            confidence: 1,
            passages: [
              { book_id: 43, chapter: 3, verse: 16 },
              { book_id: 43, chapter: 4, verse: 1 },
            ],
          },
        ],
        ambiguous: false,
      });
      const lists = {
        'Joh 3,16.18': 'John 3:16, 18',
        'isa 40:1-11, 25-31': 'Isaiah 40:1-11, 25-31',
        'Rom 8:28; John 3:16': 'Romans 8:28; John 3:16',
      };
      for (const [q, reference] of Object.entries(lists)) {
        const { data, ambiguous } = await read(client, q);
        assert.deepEqual([data.length, data[0].reference, data[0].passages.length], [1, reference, 2], q);
        assert.equal(ambiguous, false);
      }
      const { data } = await read(client, 'Mt 5 3 10');
      assert.deepEqual([data.length, data[0].reference, 'passages' in data[0]], [1, 'Matthew 5:3-10', false]);
    });
  });

  it('[D32] when no installed edition has a candidate, then it says so, is not believed and comes last; a push of it is refused', async () => {
    await forEach(async (client) => {
      const live = await createTestLive(client);
      for (const q of [
        'John 3:99',
        'John 3:16-99',
        'John 99',
        'John 3-30',
        'John 3:16, 99',
        'Tob 1:1',
        'John 3:16-22:1',
      ]) {
        const { data, ambiguous } = await read(client, q);
        assert.deepEqual([data.length, data[0].exists, ambiguous], [1, false, false], q);
        assert.ok(data[0].confidence < 0.3, q);
        const pushed = await client.post(
          `${live.path}/passages`,
          { passage: q, translations: ['kjv'] },
          { ifMatch: live.etag },
        );
        assertProblem(pushed, 422, 'invalid_reference');
      }
      for (const passage of [
        { book_id: 43, chapter: 3, verse: 16, end_verse: 99 },
        { book_id: 43, chapter: 3, end_chapter: 30 },
        [
          { book_id: 43, chapter: 3, verse: 16 },
          { book_id: 43, chapter: 3, verse: 99 },
        ],
      ]) {
        const pushed = await client.post(
          `${live.path}/passages`,
          { passage, translations: ['kjv'] },
          { ifMatch: live.etag },
        );
        assertProblem(pushed, 422, 'invalid_reference');
      }
      assert.equal((await client.get(live.path)).etag, live.etag);
      const glued = { jn316: 'John 3:16', '1cor134': '1 Corinthians 13:4', mt53: 'Matthew 5:3' };
      for (const [q, reference] of Object.entries(glued)) {
        const { data, ambiguous } = await read(client, q);
        assert.deepEqual([data[0].reference, data[0].exists, ambiguous], [reference, true, false], q);
        const exist = data.map(({ exists }: JsonDocument) => exists);
        assert.deepEqual(
          exist,
          exist.toSorted((a: boolean, b: boolean) => Number(b) - Number(a)),
        );
      }
    });
  });

  it('[D32] when live_id is given, then exists refers to the editions of that Live, which must be the caller’s', async () => {
    await saveEdition(lectern.installation.editions, smallEdition('small', { 43: { 3: { 16: 'so loved' } } }));
    await forEach(async (client) => {
      const { kind, id } = client.owner;
      await lectern.installation.administration.enableEdition('small', { [kind]: id } as { account: string });
      const live = await createTestLive(client);
      const exists = async (q: string, liveId?: string) => {
        const more = liveId === undefined ? '' : `&live_id=${liveId}`;
        const { status, body } = await client.get(`/v1/references?q=${encodeURIComponent(q)}${more}`);
        assert.equal(status, 200, JSON.stringify(body));
        return body.data[0].exists;
      };
      assert.deepEqual([await exists('Rom 8:28', live.id), await exists('Tob 1', live.id)], [true, false]);
      const set = await client.patch(`${live.path}/settings`, { translations: ['small'] }, { ifMatch: live.etag });
      assert.equal(set.status, 200);
      assert.deepEqual(
        [await exists('Rom 8:28', live.id), await exists('John 3:16', live.id), await exists('Rom 8:28')],
        [false, true, true],
      );
      const other = await createTestLive(clients.find((one) => one !== client)!);
      for (const liveId of [other.id, 'nope']) {
        assertProblem(await client.get(`/v1/references?q=John+3&live_id=${liveId}`), 404, 'not_found');
      }
      for (const query of ['live_id=', 'live_id=%00', `live_id=${live.id}&live_id=${live.id}`]) {
        assertProblem(await client.get(`/v1/references?q=John+3&${query}`), 422, 'invalid_fields');
      }
    });
    const [organization] = clients as [Api, Api];
    const { administration } = lectern.installation;
    const { token } = await administration.createToken({
      subject: { organization: organization.owner.id },
      scopes: ['translation.list'],
    });
    const narrow = api(lectern, { ...organization.owner, token });
    const live = await createTestLive(organization);
    assert.equal((await narrow.get('/v1/references?q=John+3')).status, 200);
    assertProblem(await narrow.get(`/v1/references?q=John+3&live_id=${live.id}`), 403, 'insufficient_scope');
  });

  it('[D32] when a text is no reference, then it has no candidates', async () => {
    await forEach(async (client) => {
      for (const q of [
        'love',
        '3:16',
        'jn 1-'.repeat(40),
        '…',
        ' ',
        'x'.repeat(200),
        '🕯'.repeat(200),
        '%',
        "' OR 1=1",
      ]) {
        assert.deepEqual(await read(client, q), { data: [], ambiguous: false }, q);
      }
    });
  });

  it('[D1] when q and language are given, then q is 1 to 200 characters without NUL, once, and language is en, pt or de', async () => {
    await forEach(async (client) => {
      const requests = [
        '',
        '?q=',
        '?q=%00',
        `?q=${'x'.repeat(201)}`,
        '?q=John+3&q=Ps+23',
        '?language=en',
        '?q=John&language=fr',
      ];
      requests.push('?q=John&language=', '?q=John&language=EN', '?q=John&language=en&language=de');
      for (const query of requests) assertProblem(await client.get(`/v1/references${query}`), 422, 'invalid_fields');
      assert.equal((await client.get('/v1/references?q=John+3&unknown=1')).status, 200);
    });
  });
});
