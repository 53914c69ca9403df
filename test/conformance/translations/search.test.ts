import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import { readStarterEdition } from '../../../src/editions/starter.ts';
import { type Api, type ApiResponse, api, assertProblem, type JsonDocument } from '../../support/requests/api.ts';
import { createTestAccount, createTestOrganization, ENGINES, smallEdition } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const ENGLISH = smallEdition('english', {
  1: {
    1: { 1: 'In the beginning God created the heaven.', 3: 'And God said, Let there be light: and there was light.' },
    2: { 5: 'Love, and they that loved him.' },
  },
  19: {
    23: { 1: 'The LORD is my shepherd; I shall not want.' },
    119: { 176: "I have gone astray like a lost sheep's lamb" },
  },
  43: { 3: { 16: 'For God so loved the world', 17: 'love God, and the world', 35: 'God’s love' } },
  62: { 4: { 8: 'He that loveth not knoweth not God; for God is love.' } },
});
const GERMAN = smallEdition(
  'german',
  {
    19: { 23: { 3: 'Er führet mich auf rechter Straße' } },
    40: {
      5: { 35: 'seiner Füße Schemel', 36: 'Die Häuser der Großen' },
      7: { 24: 'der sein Haus auf den Felsen baute' },
    },
  },
  { language: 'de' },
);
const PORTUGUESE = smallEdition(
  'portuguese',
  {
    43: { 1: { 29: 'João viu a Jesus' }, 3: { 16: 'Porque Deus amou o mundo de tal maneira' } },
    45: { 12: { 12: 'perseverai na oração', 13: 'as orações dos corações' } },
  },
  { language: 'pt' },
);
const UNDETERMINED = smallEdition(
  'hebrew',
  { 1: { 1: { 1: 'בְּרֵאשִׁית בָּרָא אֱלֹהִים', 2: 'wordslike words' } } },
  { language: 'und' },
);

const UMLAUTS = {
  19: {
    2: {
      6: 'Ich aber habe einen König; fürchtet ihn',
      7: 'Koenig Saul gab ihm Michal',
      8: 'Michael, der Poet',
      11: 'Söhne, fürchte seine Füße, groß und klein',
      12: 'Das Haus deines Nächsten',
      13: 'nach dem Wort',
    },
  },
};
const UNSPACED = smallEdition(
  'cjk',
  {
    43: {
      3: { 3: '耶稣回答说：「我实实在在告诉你」', 16: '神爱世人，耶稣在第3日' },
      4: { 1: 'イエスはガリラヤに', 2: '하나님이 세상을 사랑하사', 3: 'พระเจ้าทรงสร้างสวรรค์' },
    },
  },
  { language: 'und' },
);
/** More verses than a word needs to be counted beforehand. */
const FREQUENT = smallEdition(
  'frequent',
  {
    19: Object.fromEntries(
      Array.from({ length: 26 }, (_, chapter) => [
        chapter + 1,
        Object.fromEntries(
          Array.from({ length: 100 }, (_, verse) => [
            verse + 1,
            `${chapter === 0 ? 'der Koenig' : 'der König'} ${verse} 耶稣基督`,
          ]),
        ),
      ]),
    ),
  },
  { language: 'de' },
);

const HOSTILE = [
  'god AND',
  'god OR love',
  'god NOT love',
  'NEAR(god love)',
  'god*',
  '^god',
  'words : god',
  '{stems} : god',
  '-god',
  '+god',
  "god' & 'love",
  "god' <-> 'love",
  '!god',
  'god:*',
  'god | love',
  "'); DROP TABLE verses; --",
  '((god',
  'god))',
  '""god""',
  '"',
  'god "',
  '"god',
  '\\god\\',
  'god%00',
  'god\u0000love',
  '%',
  '_',
  '$1',
  '?1',
  'god\n\tlove',
  '🕯 god',
  'x'.repeat(200),
  '"a'.repeat(100),
];

const places = (response: ApiResponse): string[] =>
  response.body.data.map(({ book_id, chapter, verse }: JsonDocument) => `${book_id} ${chapter}:${verse}`);

for (const engine of ENGINES) {
  describe(`search on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine, editions: 'starter' });
    let organization: Api;
    let account: Api;

    const pathOf = (client: Api, slug: string) =>
      client === account
        ? `/v1/accounts/${account.owner.id}/translations/${slug}/search`
        : `/v1/translations/${slug}/search`;
    const search = (client: Api, slug: string, q: string, more = '') =>
      client.get(`${pathOf(client, slug)}?q=${encodeURIComponent(q)}${more}`);
    const find = async (slug: string, q: string): Promise<string[]> => {
      const responses = await Promise.all([organization, account].map((client) => search(client, slug, q)));
      assert.equal(responses[0]!.status, 200, JSON.stringify(responses[0]!.body));
      assert.deepEqual(responses[0]!.body.data, responses[1]!.body.data, 'both routes find the same');
      assert.equal(responses[0]!.body.total, responses[0]!.body.data.length);
      return places(responses[0]!);
    };

    before(async () => {
      const { editions } = lectern.installation;
      const editionsHere = [
        ENGLISH,
        GERMAN,
        PORTUGUESE,
        UNDETERMINED,
        smallEdition('umlauts', UMLAUTS, { language: 'de' }),
        smallEdition('umlauts-und', UMLAUTS, { language: 'und' }),
        UNSPACED,
        FREQUENT,
        smallEdition('closed', { 1: { 1: { 1: 'God' } } }),
      ];
      for (const edition of editionsHere) await saveEdition(editions, edition);
      organization = api(lectern, await createTestOrganization(lectern));
      account = api(lectern, await createTestAccount(lectern));
      for (const { owner } of [organization, account]) {
        for (const slug of [
          'english',
          'german',
          'portuguese',
          'hebrew',
          'kjv',
          'umlauts',
          'umlauts-und',
          'cjk',
          'frequent',
        ]) {
          await editions.enable({ kind: owner.kind, id: owner.id }, slug);
        }
      }
    });

    it('when a word is one that every object of the program has, then it is a word like all others', async () => {
      for (const word of ['constructor', 'toString', '__proto__', '"has own property" constructor', 'valueOf']) {
        assert.deepEqual(await find('english', word), [], word);
      }
    });

    it('[D31] when a search succeeds, then data are Verses, with total', async () => {
      const { status, body } = await search(organization, 'english', 'shepherd');
      assert.equal(status, 200);
      assert.deepEqual(body, {
        data: [
          { book_id: 19, book: 'Book 19', chapter: 23, verse: 1, text: 'The LORD is my shepherd; I shall not want.' },
        ],
        total: 1,
        next_cursor: null,
      });
      assert.deepEqual((await search(account, 'ENGLISH', 'nowhere')).body, { data: [], total: 0, next_cursor: null });
    });

    it('[D31] when words are searched, then all must be there; as typed come first, together before apart, else in canonical order', async () => {
      assert.deepEqual(await find('english', 'love'), ['1 2:5', '43 3:17', '43 3:35', '62 4:8', '43 3:16']);
      assert.deepEqual(await find('english', 'loved'), ['1 2:5', '43 3:16', '43 3:17', '43 3:35', '62 4:8']);
      // Together as typed; then both as typed; then other forms.
      assert.deepEqual(await find('english', 'love god'), ['43 3:17', '43 3:35', '62 4:8', '43 3:16']);
      assert.deepEqual(await find('english', 'god love world'), ['43 3:17', '43 3:16']);
      assert.deepEqual(await find('english', 'god shepherd'), []);
    });

    it('[D31] when words are searched, then they are found in their forms, in English, Portuguese and German', async () => {
      assert.deepEqual(await find('english', 'knowing'), ['62 4:8']);
      assert.deepEqual(await find('english', 'heavens'), ['1 1:1']);
      assert.deepEqual(await find('portuguese', 'orações'), ['45 12:13', '45 12:12']);
      assert.deepEqual(await find('portuguese', 'coração'), ['45 12:13']);
      assert.deepEqual(await find('german', 'haus'), ['40 7:24', '40 5:36']);
      assert.deepEqual(await find('german', 'Strassen'), ['19 23:3']);
      // No language, no forms.
      assert.deepEqual(await find('hebrew', 'words'), ['1 1:2']);
      assert.deepEqual(await find('hebrew', 'word'), []);
    });

    it('[D31] when case and accents differ, then they do not matter, and ß is ss', async () => {
      for (const q of ['joao', 'JOÃO', 'João', 'Joa\u0303o'])
        assert.deepEqual(await find('portuguese', q), ['43 1:29'], q);
      for (const q of ['strasse', 'STRASSE', 'Straße', 'STRAẞE'])
        assert.deepEqual(await find('german', q), ['19 23:3'], q);
      assert.deepEqual(await find('german', 'grossen häuser'), ['40 5:36']);
      assert.deepEqual(await find('german', '"die hauser der grossen"'), ['40 5:36']);
      assert.deepEqual(await find('hebrew', 'אלהים'), ['1 1:1']);
    });

    it('[D31] when ae, oe, ue or ss is searched, then it also matches ä, ö, ü or ß, in words and phrases, and what is spelled so', async () => {
      const found: [q: string, ...places: string[]][] = [
        ['Koenig', '19 2:6', '19 2:7'],
        ['KÖNIG', '19 2:6'],
        ['konig', '19 2:6'],
        ['Koenige', '19 2:6', '19 2:7'],
        ['fuerchte', '19 2:11'],
        ['Soehne', '19 2:11'],
        ['Fuesse Gross', '19 2:11'],
        ['"einen Koenig fuerchtet"', '19 2:6'],
        ['"einen König fürchtet"', '19 2:6'],
        ['"Koenig einen"'],
        ['"fuerchtet der"'],
        ['Michal', '19 2:7'],
        ['Michael', '19 2:8'],
        ['poet', '19 2:8'],
        ['Pot'],
        // The same as with umlauts.
        ['Haeuser', '19 2:12'],
        ['Häuser', '19 2:12'],
        ['groesse', '19 2:11'],
        ['größe', '19 2:11'],
        ['nach', '19 2:13'],
        ['Naechsten', '19 2:12'],
        ['Nächste', '19 2:12'],
      ];
      for (const slug of ['umlauts', 'umlauts-und']) {
        for (const [q, ...places] of found) {
          // Without a language, words have no forms.
          const forms = [
            'Koenige',
            'Fuesse Gross',
            'Haeuser',
            'Häuser',
            'groesse',
            'größe',
            'Naechsten',
            'Nächste',
          ].includes(q);
          if (slug === 'umlauts' || !forms) assert.deepEqual(await find(slug, q), places, `${slug}: ${q}`);
        }
      }
    });

    it('[D31] when any run of characters is searched, then Chinese, Japanese, Korean and Thai are found by it', async () => {
      const found: [q: string, ...places: string[]][] = [
        ['耶稣', '43 3:3', '43 3:16'],
        ['耶稣回', '43 3:3'],
        ['答说', '43 3:3'],
        ['稣耶'],
        ['"耶稣回答说"', '43 3:3'],
        ['耶稣 世人', '43 3:16'],
        ['说：我', '43 3:3'],
        ['3日', '43 3:16'],
        ['世 爱', '43 3:16'],
        ['イエス', '43 4:1'],
        ['ガリ', '43 4:1'],
        ['カリ'],
        ['하나님', '43 4:2'],
        ['하나님이', '43 4:2'],
        ['나님', '43 4:2'],
        ['한아'],
        ['神', '43 3:16'],
        ['말'],
        ['님', '43 4:2'],
        ['ส', '43 4:3'],
        ['สวรรค์', '43 4:3'],
        ['พระเจ้า', '43 4:3'],
      ];
      for (const [q, ...places] of found) assert.deepEqual(await find('cjk', q), places, q);
    });

    it('[D31] when such words are searched, even frequent ones, then totals and pages are right', async () => {
      const path = pathOf(organization, 'frequent');
      for (const [q, total] of [
        ['Koenig', 2_600],
        ['"der Koenig"', 2_600],
        ['König', 2_500],
        ['耶稣', 2_600],
        ['耶稣基', 2_600],
      ] as const) {
        const seen: string[] = [];
        let after = '';
        do {
          const { status, body } = await organization.get(`${path}?limit=100&q=${encodeURIComponent(q)}${after}`);
          assert.deepEqual([status, body.total], [200, total], q);
          for (const { chapter, verse } of body.data) seen.push(`${chapter}:${verse}`);
          after = body.next_cursor === null ? '' : `&after=${encodeURIComponent(body.next_cursor)}`;
        } while (after !== '');
        assert.equal(new Set(seen).size, total, q);
        assert.equal(seen.length, total, q);
      }
    });

    it('[D31] when a server has the indexes of an earlier version, then it makes them again once it runs', async () => {
      const outdated = async (value?: string) => {
        const { storage, editions } = lectern.installation;
        const name = `outdated index/${(await editions.reload('umlauts'))!.revisionId}`;
        if (value !== undefined) await storage.setInstallationValue(name, value);
        return storage.findInstallationValue(name);
      };
      assert.equal(await outdated('noted'), 'noted');
      await lectern.restart();
      organization = api(lectern, organization.owner);
      account = api(lectern, account.owner);
      for (const end = Date.now() + 20_000; (await outdated()) !== null; await delay(50)) assert.ok(Date.now() < end);
      assert.deepEqual(await find('umlauts', 'Koenig'), ['19 2:6', '19 2:7']);
    });

    it('[D31] when words are in "…", then they are a phrase, as it is written', async () => {
      assert.deepEqual(await find('english', '"god so loved"'), ['43 3:16']);
      assert.deepEqual(await find('english', '"god so love"'), []);
      assert.deepEqual(await find('english', '"so god"'), []);
      assert.deepEqual(await find('english', '"love"'), ['1 2:5', '43 3:17', '43 3:35', '62 4:8']);
      assert.deepEqual(await find('english', '"the world" love'), ['43 3:17', '43 3:16']);
      assert.deepEqual(await find('english', '"the world" "so loved"'), ['43 3:16']);
      for (const q of ['“god so loved”', '„god so loved“', '«god so loved»']) {
        assert.deepEqual(await find('english', q), ['43 3:16'], q);
      }
      assert.deepEqual(await find('english', '"god so loved'), ['43 3:16'], 'a mark left open means nothing');
      assert.deepEqual(await find('english', 'so "god'), ['43 3:16']);
      assert.deepEqual(await find('english', "God's"), ['43 3:35'], 'one word to whoever types it');
    });

    it('[D31] when q and limit are given, then q has 2 to 200 characters and a letter or digit, and limit is 1 to 100', async () => {
      for (const client of [organization, account]) {
        for (const q of ['', 'g', 'x'.repeat(201), '🕯'.repeat(201), '…,;', '""', '  ', '"" !?', "'-- '"]) {
          const response = await search(client, 'english', q);
          assertProblem(response, 422, 'invalid_fields');
          assert.deepEqual(
            response.body.errors.map(({ parameter }: JsonDocument) => parameter),
            ['q'],
            q,
          );
        }
        assertProblem(await client.get(pathOf(client, 'english')), 422, 'invalid_fields');
        assertProblem(await search(client, 'english', 'god', '&q=love'), 422, 'invalid_fields');
        for (const limit of ['0', '101', '-1', '1.5', 'x', '']) {
          assertProblem(await search(client, 'english', 'god', `&limit=${limit}`), 422, 'invalid_fields');
        }
        assert.equal((await search(client, 'english', `${'🕯'.repeat(198)}go`)).status, 200);
      }
      assert.equal((await search(account, 'kjv', 'lord')).body.data.length, 20, 'the default');
      assert.equal((await search(account, 'kjv', 'lord', '&limit=100')).body.data.length, 100);
    });

    it('[D31] when queries are hostile, then they are plain words', async () => {
      for (const q of HOSTILE) {
        const { status, body } = await search(organization, 'english', q);
        assert.ok(status === 200 || (status === 422 && body.code === 'invalid_fields'), `${q}: ${status}`);
      }
      assert.deepEqual(await find('english', 'god OR love'), []);
      assert.deepEqual(await find('english', 'god NOT love'), ['62 4:8'], 'only this verse has the three words');
      assert.deepEqual(await find('english', 'shep*'), []);
      assert.deepEqual(await find('english', '-shepherd'), ['19 23:1']);
    });

    it('[D31] when any text is searched, then it gets pages or a reason, never 500', async () => {
      const pieces = fc.constantFrom(...HOSTILE, '"', ' ', 'god', 'love', 'ß', "'", '\\', ':', '*');
      const queries = fc.oneof(
        fc.string({ unit: 'binary', maxLength: 210 }),
        fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(' ')),
      );
      await fc.assert(
        fc.asyncProperty(queries, async (q) => {
          const { status } = await search(organization, 'english', q.toWellFormed());
          assert.ok(status === 200 || status === 422, `${JSON.stringify(q)}: ${status}`);
        }),
        { numRuns: 150 },
      );
    });

    it('[D31] when pages have any size, then they follow each other without gap or repetition', async () => {
      const readAll = async (q: string, limit: number) => {
        const found: JsonDocument[] = [];
        let after = '';
        for (let more = true; more; ) {
          const { status, body } = await search(account, 'kjv', q, `&limit=${limit}${after}`);
          assert.equal(status, 200);
          assert.ok(body.next_cursor === null || body.data.length === limit);
          found.push(...body.data);
          more = body.next_cursor !== null;
          after = `&after=${body.next_cursor}`;
          if (!more) assert.equal(body.total, found.length);
        }
        return found;
      };
      for (const [q, limits] of [
        ['still waters', [1, 100]],
        ['loved world', [1, 3, 100]],
        ['good shepherd', [2, 7, 100]],
        ['"son of man"', [60, 100]],
        ['"the lord"', [70, 100]],
      ] as const) {
        const all = await readAll(q, limits.at(-1)!);
        assert.equal(new Set(all.map((verse) => JSON.stringify(verse))).size, all.length);
        assert.ok(all.length > 1, q);
        for (const limit of limits) assert.deepEqual(await readAll(q, limit), all, `${q} by ${limit}`);
      }
    });

    it('[D31] [Errors] when after is used, then it is bound to owner, edition, revision and query; a refusal says how to go on', async () => {
      for (const [client, foreigner] of [
        [organization, account],
        [account, organization],
      ] as const) {
        const { next_cursor: cursor } = (await search(client, 'english', 'god', '&limit=1')).body;
        assert.equal((await search(client, 'english', 'god', `&after=${cursor}`)).status, 200);
        const flipped = cursor.slice(0, -2) + (cursor.at(-2) === 'A' ? 'B' : 'A') + cursor.at(-1);
        for (const forged of ['', 'x', flipped, `${cursor}A`, '%00', 'x'.repeat(600)]) {
          assertProblem(await search(client, 'english', 'god', `&after=${forged}`), 422, 'invalid_cursor');
        }
        assertProblem(await search(client, 'english', 'love', `&after=${cursor}`), 422, 'cursor_mismatch');
        assertProblem(await search(client, 'kjv', 'god', `&after=${cursor}`), 422, 'cursor_mismatch');
        const refused = await search(foreigner, 'english', 'god', `&after=${cursor}`);
        assertProblem(refused, 422, 'cursor_mismatch');
        assert.match(refused.body.detail, /\. Start again without after\.$/);
        const lives = await client.post(client.owner.livesPath, {});
        assert.equal(lives.status, 201);
        await client.post(client.owner.livesPath, {});
        const other = (await client.get(`${client.owner.livesPath}?limit=1`)).body.next_cursor;
        assertProblem(await search(client, 'english', 'god', `&after=${other}`), 422, 'invalid_cursor');
        await saveEdition(lectern.installation.editions, ENGLISH);
        assertProblem(await search(client, 'english', 'god', `&after=${cursor}`), 409, 'stale_cursor');
      }
    });

    it('[D30] when an edition is imported again, then only its new text is searched', async () => {
      const slug = 'renewed';
      const { editions } = lectern.installation;
      await saveEdition(editions, smallEdition(slug, { 1: { 1: { 1: 'old words', 2: 'old and older' } } }));
      for (const { owner } of [organization, account]) await editions.enable({ kind: owner.kind, id: owner.id }, slug);
      assert.deepEqual(await find(slug, 'old'), ['1 1:1', '1 1:2']);
      const german = smallEdition(slug, { 1: { 1: { 2: 'neue Häuser' } } }, { language: 'de' });
      await saveEdition(editions, german);
      assert.deepEqual(await find(slug, 'old'), []);
      assert.deepEqual(await find(slug, 'haus'), ['1 1:2']);
      const searches = Array.from({ length: 20 }, () => search(account, slug, 'haus'));
      await Promise.all([saveEdition(editions, german), saveEdition(editions, german), ...searches]);
      for (const response of await Promise.all(searches)) assert.deepEqual(places(response), ['1 1:2']);
    });

    it('[D30] when the earlier text of an edition is going, then the edition is searched all the while, with a cursor or without', async () => {
      const slug = 'large';
      const { editions } = lectern.installation;
      const verses = Object.fromEntries(Array.from({ length: 6_000 }, (_, index) => [index + 1, `word ${index}`]));
      const edition = smallEdition(slug, { 1: { 1: verses } });
      await saveEdition(editions, edition);
      for (const { owner } of [organization, account]) await editions.enable({ kind: owner.kind, id: owner.id }, slug);
      const { next_cursor: cursor } = (await search(account, slug, 'word', '&limit=1')).body;
      let imported = false;
      const importing = saveEdition(editions, edition).finally(() => {
        imported = true;
      });
      for (let first = true; first || !imported; first = false) {
        const [page, next] = await Promise.all([
          search(account, slug, 'word'),
          search(account, slug, 'word', `&after=${cursor}`),
        ]);
        assert.deepEqual([page.status, page.body.total], [200, 6_000]);
        assert.ok(next.status === 200 || next.body.code === 'stale_cursor', JSON.stringify(next.body));
      }
      await importing;
    });

    it('[D31] when an edition is searched, then it must be known, and enabled in the owner’s library', async () => {
      for (const client of [organization, account]) {
        assertProblem(await search(client, 'nowhere', 'god'), 404, 'not_found');
        assertProblem(await search(client, 'nowhere', ''), 404, 'not_found');
        assertProblem(await search(client, 'closed', ''), 422, 'invalid_fields');
        assertProblem(await search(client, 'closed', 'god'), 403, 'edition_not_enabled');
        await lectern.installation.editions.disable({ kind: client.owner.kind, id: client.owner.id }, 'hebrew');
        assertProblem(await search(client, 'hebrew', 'words'), 403, 'edition_not_enabled');
        await lectern.installation.editions.enable({ kind: client.owner.kind, id: client.owner.id }, 'hebrew');
      }
      const stranger = await createTestAccount(lectern);
      const path = `/v1/accounts/${account.owner.id}/translations/english/search?q=god`;
      assertProblem(await account.get(path, { token: stranger.token }), 404, 'not_found');
    });

    it('[D31] when a whole Bible is searched, then all that has a phrase is found, in canonical order, and nothing else', async () => {
      const { books } = await readStarterEdition();
      for (const phrase of ['son of man', 'the lord', 'and it came to pass', 'jesus', 'i am that i am', 'selah']) {
        const has = new RegExp(`\\b${phrase.replaceAll(' ', '[^\\p{L}]+')}\\b`, 'iu');
        const expected = books.flatMap(({ book_id, verses }) =>
          verses.filter(({ text }) => has.test(text)).map(({ chapter, verse }) => `${book_id} ${chapter}:${verse}`),
        );
        const response = await search(account, 'kjv', `"${phrase}"`, '&limit=100');
        assert.equal(response.body.total, expected.length, phrase);
        assert.deepEqual(places(response), expected.slice(0, 100), phrase);
      }
    });

    it('[D31] when a whole Bible is searched, then what people look for is found first', async () => {
      const first = async (q: string) => {
        const { body } = await search(account, 'kjv', q, '&limit=1');
        return `${body.data[0].book} ${body.data[0].chapter}:${body.data[0].verse} of ${body.total}`;
      };
      assert.equal(await first('so loved the world'), 'John 3:16 of 3');
      assert.equal(await first('valley shadow death'), 'Psalms 23:4 of 1');
      assert.equal(await first('"Jesus wept"'), 'John 11:35 of 1');
      assert.equal(await first('in the beginning god'), 'Genesis 1:1 of 11');
    });
  });
}
