import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { LOOKUP_TEXT_MAX_CHARACTERS } from '../../../src/contract/limits.ts';
import { formatPassages } from '../../../src/domain/scripture/references/reference-format.ts';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import { type Api, api, assertProblem, type JsonDocument } from '../../support/requests/api.ts';
import { createDeck } from '../../support/requests/presentation.ts';
import { readTypedReferences } from '../../support/requests/typed-references.ts';
import { createTestAccount, createTestOrganization, PAGE_ENGINES, smallEdition } from '../../support/server/lectern.ts';
import { type OwnedLive, useInProcessServer } from '../../support/server/suite-server.ts';

const NONE = { reading: 'none', data: [] };

for (const engine of PAGE_ENGINES) {
  describe(`look-up as one types, on ${engine}`, () => {
    const world = useInProcessServer({ engine, editions: 'starter' });
    let live: OwnedLive;
    before(async () => {
      live = await world.openLive();
    });

    const get = (query: string, { liveId, owner }: Pick<OwnedLive, 'liveId' | 'owner'> = live, client?: Api) =>
      (client ?? api(world.lectern, owner)).get(`/v1/lives/${liveId}/lookup${query}`);
    const lookUp = async (q: string, at: OwnedLive = live, limit?: number): Promise<JsonDocument> => {
      const { status, body } = await get(
        `?q=${encodeURIComponent(q)}${limit === undefined ? '' : `&limit=${limit}`}`,
        at,
      );
      assert.equal(status, 200, JSON.stringify(body));
      assert.equal(body.q, q);
      return body;
    };
    const references = ({ data }: JsonDocument): string[] =>
      data.map(({ kind, reference }: JsonDocument) => `${kind} ${reference}`);

    it('[D58] when a reference is clear, then it is read as one, with its numbers, its translations and how it begins', async () => {
      const { q, reading, data } = await lookUp('jn3.16');
      assert.deepEqual([q, reading], ['jn3.16', 'one']);
      const [first] = data;
      assert.ok(first.texts[0].text.startsWith('For God so loved the world'));
      assert.deepEqual(
        { ...first, texts: undefined },
        {
          kind: 'passage',
          reference: 'John 3:16',
          passages: [{ book_id: 43, chapter: 3, verse: 16 }],
          exists: true,
          confidence: 1,
          translations: ['kjv'],
          texts: undefined,
        },
      );
    });

    it('[D58] when a passage is long, then its texts are its beginning', async () => {
      const { data } = await lookUp('ps 119');
      const [{ translation, text }] = data[0].texts;
      assert.equal(translation, 'kjv');
      assert.ok(text.length <= LOOKUP_TEXT_MAX_CHARACTERS && text.length > LOOKUP_TEXT_MAX_CHARACTERS - 20);
      assert.ok(text.startsWith('ALEPH. Blessed') || text.startsWith('Blessed'), text);
    });

    it('[D58] when a reference may mean several passages, then all of them are named, and none is read as the one', async () => {
      const { reading, data } = await lookUp('cor 13');
      assert.equal(reading, 'several');
      assert.deepEqual(references({ data }).slice(0, 2), ['passage 1 Corinthians 13', 'passage 2 Corinthians 13']);
    });

    it('[D58] when no translation has what is read, then it is missing', async () => {
      const { reading, data } = await lookUp('jn 3:99');
      assert.equal(reading, 'missing');
      const [{ reference, exists, translations, texts }] = data;
      assert.deepEqual([reference, exists, translations, texts], ['John 3:99', false, [], []]);
      assert.equal((await lookUp('Sirach 1:1')).reading, 'missing');
    });

    it('[D32] when no translation of the Live has the verse itself, then it is missing, and an edition of the library that has it is named', async () => {
      const controller = await world.openLive();
      const critical = { 44: { 8: { 35: 'a', 36: 'b', 38: 'c', 39: 'd' } } };
      await saveEdition(world.lectern.installation.editions, smallEdition('critical', critical));
      await world.lectern.installation.administration.enableEdition('critical', { organization: controller.owner.id });
      await controller.write('PATCH', '/settings', { translations: ['critical'] });
      for (const [typed, meant] of [
        ['acts 8:37', 'Acts 8:37'],
        ['jn 3:16', 'John 3:16'],
      ] as const) {
        const { reading, data } = await lookUp(typed, controller);
        const [{ reference, exists, translations, other_translations }] = data;
        assert.deepEqual(
          [reading, reference, exists, translations, other_translations],
          ['missing', meant, false, [], ['kjv']],
        );
      }
      assert.equal((await lookUp('acts 8:36-38', controller)).reading, 'one');
      const { body } = await api(world.lectern, controller.owner).get(
        `/v1/references?q=acts+8:37&live_id=${controller.liveId}`,
      );
      assert.equal(body.data[0].exists, false);
      const { etag } = await controller.call('GET', '/queue-items');
      const refused = await controller.call('POST', '/passages', { body: { passage: 'Acts 8:37' }, ifMatch: etag! });
      assertProblem(refused, 422, 'invalid_reference');
      assert.match(refused.body.detail, /have no Acts 8:37\. The edition "kjv" of the library has it\./);
      const nowhere = await lookUp('acts 8:99', controller);
      assert.deepEqual([nowhere.reading, nowhere.data[0].other_translations], ['missing', undefined]);
    });

    it('[D32] when an edition is named that the library does not have, then the response says so, and what is meant stays clear', async () => {
      for (const typed of [
        'John 3:16, ESV',
        'John 3:16 (TB)',
        'John 3:16 (New International Version)',
        'joh 3 16 @web',
        'joh 3 16 web',
        '@web joh 3 16',
        'joh 3 16 luther1912',
      ]) {
        const { reading, edition, data } = await lookUp(typed);
        assert.deepEqual([reading, edition, data[0].reference], ['one', null, 'John 3:16'], typed);
      }
      assert.equal((await lookUp('John 3:16 (KJV)')).edition, 'kjv');
      assert.ok(!('edition' in (await lookUp('John 3:16'))));
      assert.equal((await lookUp('Mt 5:3-12 or Lk 6:20-26')).reading, 'several');
    });

    it('[D58] when two characters of a script without spaces are typed, then words are searched', async () => {
      const controller = await world.openLive();
      const verses = { 43: { 3: { 16: '神爱世人', 17: 'พระเจ้าทรง', 18: '하나님이' } } };
      await saveEdition(world.lectern.installation.editions, smallEdition('two', verses, { language: 'und' }));
      await world.lectern.installation.administration.enableEdition('two', { organization: controller.owner.id });
      for (const [typed, verse] of [
        ['世人', 16],
        ['พระ', 17],
        ['하나', 18],
      ] as const) {
        assert.deepEqual(ofWords(await lookUp(typed, controller)), [`John 3:${verse}`], typed);
      }
      assert.deepEqual(ofWords(await lookUp('世', controller)), []);
    });

    it('[D58] when digits alone are typed, then songs are found by their number and by their title, before books', async () => {
      const controller = await world.openLive();
      const client = api(world.lectern, controller.owner);
      const make = (title: string, source: string | null) =>
        client.post(`/v1/organizations/${controller.owner.id}/decks`, {
          title,
          slides: [{ layout: 'text', text: 'In 1 day 316' }],
          kind: 'song',
          footer: { source },
        });
      for (const [title, source] of [
        ['316 Titel', null],
        ['Befiehl du deine Wege', 'EG 316'],
        ['Psalm 316 times', null],
        ['No number', 'https://example.org/a316'],
        ['Other', null],
      ] as const) {
        assert.equal((await make(title, source)).status, 201);
      }
      const found = await lookUp('316', controller);
      assert.deepEqual(
        [found.reading, references(found)],
        ['none', ['deck Befiehl du deine Wege', 'deck 316 Titel', 'deck Psalm 316 times']],
      );
      assert.deepEqual(references(await lookUp('1', controller, 20)).slice(0, 1), ['book 1 Samuel']);
      const { token } = await world.lectern.installation.administration.createToken({
        subject: { organization: controller.owner.id },
        scopes: ['live.get', 'translation.read'],
      });
      const { body } = await get('?q=316', controller, api(world.lectern, { ...controller.owner, token }));
      assert.deepEqual(body, { q: '316', ...NONE }, 'without presentation.list');
    });

    it('[D58] when a title begins with what is typed, then it is first, unless the text is clearly a reference', async () => {
      const controller = await world.openLive();
      await createDeck(api(world.lectern, controller.owner), [{ layout: 'blank' }], 'Cor 13, a song of love');
      assert.deepEqual(references(await lookUp('cor 13', controller)).slice(0, 2), [
        'deck Cor 13, a song of love',
        'passage 1 Corinthians 13',
      ]);
    });

    it('[D58] when a reference is typed key by key, then each keystroke has the candidate that it can have', async () => {
      for (const [typed, reference] of [
        ['1 cor 13:', '1 Corinthians 13'],
        ['1 cor 13:4-', '1 Corinthians 13:4'],
        ['rom 8 28-', 'Romans 8:28'],
        ['rom 8 28-3', 'Romans 8:28'],
        ['jn 3:16-1', 'John 3:16'],
        ['jn 3:16 k', 'John 3:16'],
        ['jn 3:16, ', 'John 3:16'],
        ['gen 1:1-2:', 'Genesis 1:1-2'],
        ['ps 119:10', 'Psalm 119:10'],
      ] as const) {
        const { reading, data } = await lookUp(typed);
        assert.equal(data[0]?.reference, reference, typed);
        assert.ok(['one', 'several'].includes(reading), typed);
      }
      // The text is not all of a reference: what is shown is a suggestion.
      assert.equal((await lookUp('jn 3:16-1')).reading, 'several');
      assert.equal((await lookUp('rom 8 28-')).reading, 'one');
    });

    it('[D58] when the candidate is pushed with its numbers, then what is shown is what was looked up', async () => {
      const controller = await world.openLive();
      for (const typed of ['1 co 13.4-7', 'Jn 3:16, 18; 4:1', 'Ps 51:12ff', 'gen 1:31-2:3', 'obadiah']) {
        const { data } = await lookUp(typed, controller);
        const { passages, translations, texts } = data[0];
        const pushed = await controller.write('POST', '/passages', { passage: passages, translations, replace: true });
        assert.ok(pushed.data.length > 0, typed);
        const shown = pushed.data.map(({ text }: JsonDocument) => text).join(' ');
        for (const { text } of texts) assert.ok(shown.startsWith(text), typed);
      }
    });

    it('[D58] when one or two letters are typed, then there are recent passages of these books, and the books', async () => {
      const controller = await world.openLive();
      await controller.push('John 3:16-18');
      await controller.push('Romans 8:28');
      await controller.push('John 3:16-18');
      await controller.push('Jude 1:3-4');
      const begun = await lookUp('j', controller, 20);
      assert.equal(begun.reading, 'several');
      assert.deepEqual(references(begun), [
        'recent Jude 1:3-4',
        'recent John 3:16-18',
        ...'Joshua;Judges;Job;Jeremiah;Joel;Jonah;John;James;1 John;2 John;3 John;Jude'
          .split(';')
          .filter((name) => !/^\d/.test(name))
          .map((name) => `book ${name}`),
      ]);
      assert.deepEqual(begun.data[1].passages, [{ book_id: 43, chapter: 3, verse: 16, end_verse: 18 }]);
      assert.ok(begun.data[1].texts[0].text.startsWith('For God so loved'));
      assert.deepEqual(begun.data.at(-1), {
        kind: 'book',
        reference: 'Jude',
        passages: [{ book_id: 65, chapter: 1 }],
        exists: true,
        confidence: 0.5,
        translations: ['kjv'],
        texts: [],
      });
      assert.deepEqual(references(await lookUp('ro', controller)), ['book Romans', 'recent Romans 8:28']);
      assert.deepEqual(references(await lookUp('1 j', controller)), ['book 1 John']);
      assert.deepEqual(await lookUp('zz', controller), { q: 'zz', ...NONE });
    });

    it('[D58] when nothing is typed, then there is what was shown recently, newest first, each once', async () => {
      const controller = await world.openLive();
      assert.deepEqual(await lookUp('', controller), { q: '', ...NONE });
      await controller.push('John 3:16');
      await controller.push('Psalm 23');
      await controller.push('John 3:16');
      for (const query of ['', '?q=', '?q=%20']) {
        const { body } = await get(query, controller);
        assert.deepEqual([body.reading, references(body)], ['none', ['recent John 3:16', 'recent Psalm 23:1-6']]);
      }
      assert.deepEqual(references(await lookUp('', controller, 1)), ['recent John 3:16']);
    });

    it('[D71] when the first translation of the Live is German, then candidates are cited in German, and read again as what they mean', async () => {
      const controller = await world.openLive();
      const verses = {
        19: { 23: { 1: 'Der HERR ist mein Hirte', 2: 'Er weidet mich' }, 24: { 1: 'Die Erde' } },
        45: { 8: { 28: 'Wir wissen aber', 29: 'Denn die er' } },
      };
      await saveEdition(world.lectern.installation.editions, smallEdition('de', verses, { language: 'de' }));
      await world.lectern.installation.administration.enableEdition('de', { organization: controller.owner.id });
      await controller.write('PATCH', '/settings', { translations: ['de', 'kjv'] });
      for (const [typed, cited] of [
        ['rom 8 28', 'Römer 8,28'],
        ['ps 23', 'Psalm 23'],
        ['ps 23 1-2', 'Psalm 23,1-2'],
        ['ps 23-24', 'Psalmen 23-24'],
        // Only the English edition has it.
        ['john 3 16', 'John 3:16'],
      ] as const) {
        const { reading, data } = await lookUp(typed, controller);
        assert.deepEqual([reading, data[0].reference], ['one', cited], typed);
        const again = await lookUp(cited, controller);
        assert.deepEqual([again.reading, again.data[0].passages], ['one', data[0].passages], cited);
      }
      assert.equal((await lookUp('rom 8 28 kjv', controller)).data[0].reference, 'Romans 8:28');
      await controller.push('ps 23:1');
      assert.deepEqual(references(await lookUp('', controller)), ['recent Psalm 23,1']);
      assert.equal((await controller.call('GET', '/now')).body.focus.reference, 'Psalm 23,1');
      assert.equal((await controller.call('GET', '/history')).body.data[0].reference, 'Psalm 23,1');
    });

    it('[D58] when an edition of the library is named, then the passage is in that one', async () => {
      const verse = { 43: { 3: { 16: 'Denn also hat Gott die Welt geliebt' } } };
      await saveEdition(world.lectern.installation.editions, smallEdition('lut', verse, { name: 'Luther' }));
      const named = await lookUp('jn 3:16 lut');
      // It is not in the library yet: another one is never shown as if it were.
      assert.deepEqual([named.reading, named.edition, named.data[0].translations], ['one', null, ['kjv']]);
      await world.lectern.installation.administration.enableEdition('lut', { organization: live.owner.id });
      for (const typed of ['jn 3:16 lut', 'luther jn 3,16', 'Jn 3:16 LUT']) {
        const { reading, data } = await lookUp(typed);
        assert.equal(reading, 'one', typed);
        const texts = [{ translation: 'lut', language_tag: 'en', text: verse[43][3][16] }];
        assert.deepEqual([data[0].translations, data[0].texts], [['lut'], texts], typed);
      }
    });

    it('[D58] when the Live has several translations, then each candidate has those that have it', async () => {
      const controller = await world.openLive();
      const verse = { 43: { 3: { 16: 'Porque Deus amou o mundo' } } };
      await saveEdition(world.lectern.installation.editions, smallEdition('alm', verse, { language: 'pt' }));
      await world.lectern.installation.administration.enableEdition('alm', { organization: controller.owner.id });
      await controller.write('PATCH', '/settings', { translations: ['alm', 'kjv'] });
      const both = await lookUp('jo 3,16', controller);
      const john = both.data.find(({ reference }: JsonDocument) => reference === 'João 3:16');
      assert.deepEqual(john.translations, ['alm', 'kjv']);
      assert.equal(john.texts[0].text, verse[43][3][16]);
      assert.deepEqual((await lookUp('john 3:17', controller)).data[0].translations, ['kjv']);
    });

    it('[D58] when the Live has no translations, then those of the library are asked one after another', async () => {
      const controller = await world.openLive();
      const verse = { 69: { 1: { 1: 'All wisdom cometh from the Lord' } } };
      await saveEdition(world.lectern.installation.editions, smallEdition('zz-sir', verse));
      await world.lectern.installation.administration.enableEdition('zz-sir', { organization: controller.owner.id });
      await controller.write('PATCH', '/settings', { translations: [] });
      assert.deepEqual((await lookUp('jn 3:16', controller)).data[0].translations, ['kjv']);
    });

    it('[D58] when the credential has presentation.list, then decks of the organization are found by the words of their titles', async () => {
      const controller = await world.openLive();
      const client = api(world.lectern, controller.owner);
      const { body: deck } = await createDeck(client, [{ layout: 'blank' }], 'Canção de Natal');
      await createDeck(client, [{ layout: 'blank' }], 'Welcome');
      for (const typed of ['nat', 'cancao', 'natal can']) {
        assert.deepEqual(
          (await lookUp(typed, controller)).data.filter(({ kind }: JsonDocument) => kind === 'deck'),
          [
            {
              kind: 'deck',
              reference: 'Canção de Natal',
              passages: [],
              exists: true,
              confidence: 0.5,
              translations: [],
              texts: [],
              deck_id: deck.id,
              deck_kind: 'slides',
              deck_authors: null,
              deck_songbook: null,
              deck_first_line: null,
              deck_line: null,
            },
          ],
        );
      }
      const { token } = await world.lectern.installation.administration.createToken({
        subject: { organization: controller.owner.id },
        scopes: ['live.get', 'translation.read'],
      });
      const { body } = await get('?q=natal', controller, api(world.lectern, { ...controller.owner, token }));
      assert.deepEqual(body, { q: 'natal', ...NONE });
    });

    it('[D58], [D70] when words of slides are typed, then up to three decks that have them come after titles and before verses', async () => {
      const controller = await world.openLive();
      const client = api(world.lectern, controller.owner);
      const footer = { authors: 'John Newton' };
      const make = async (title: string, text: string) => {
        const slides = [{ layout: 'blank' }, { layout: 'text', title: 'Verse', text: `First line\n${text}` }];
        const made = await client.post(`/v1/organizations/${controller.owner.id}/decks`, {
          title,
          slides,
          kind: 'song',
          footer,
        });
        assert.equal(made.status, 201);
        return made.body.id;
      };
      const ids = [];
      for (const [title, text] of [
        ['Begotten', 'Nothing else'],
        ['A', 'whosoever, his only son, God, begotten'],
        ['B', "God's only begotten son"],
        ['C', 'only begotten son'],
        ['D', 'Only Begotten Son, forever'],
      ] as const) {
        ids.push(await make(title, text));
      }
      const seen = ({ data }: JsonDocument) =>
        data.map(({ kind, reference, deck_kind, deck_authors, deck_line }: JsonDocument) =>
          kind === 'deck' ? [reference, deck_kind, deck_authors, deck_line] : kind,
        );
      const found = await lookUp('only begotten so', controller);
      assert.deepEqual(seen(found).slice(0, 4), [
        ['B', 'song', 'John Newton', "God's only begotten son"],
        ['C', 'song', 'John Newton', 'only begotten son'],
        ['D', 'song', 'John Newton', 'Only Begotten Son, forever'],
        'words',
      ]);
      assert.equal(found.reading, 'none');
      assert.deepEqual(found.data[0].deck_id, ids[2]);
      assert.deepEqual(seen(await lookUp('begotten', controller)).slice(0, 2), [
        ['Begotten', 'song', 'John Newton', null],
        ['A', 'song', 'John Newton', 'whosoever, his only son, God, begotten'],
      ]);
      assert.equal(
        (await lookUp('begotten', controller)).data.filter(({ kind }: JsonDocument) => kind === 'deck').length,
        4,
      );
      assert.deepEqual(seen(await lookUp('begotten', controller, 1)), [['Begotten', 'song', 'John Newton', null]]);

      const { token } = await world.lectern.installation.administration.createToken({
        subject: { organization: controller.owner.id },
        scopes: ['live.get', 'translation.read', 'presentation.list'],
      });
      const { body } = await get('?q=begotten', controller, api(world.lectern, { ...controller.owner, token }));
      assert.deepEqual(seen(body), [['Begotten', 'song', null, null]], 'without presentation.get');
    });

    it('[D58] when a text is clearly a passage, then it comes first, and only titles follow it', async () => {
      const controller = await world.openLive();
      const client = api(world.lectern, controller.owner);
      for (const title of ['Other', 'John 3 16 for all']) {
        await createDeck(client, [{ layout: 'text', text: 'We sing John 3 16' }], title);
      }
      const { reading, data } = await lookUp('john 3 16', controller);
      const listed = data.map(({ kind, reference }: JsonDocument) => [kind, reference]);
      assert.deepEqual(
        [reading, listed],
        [
          'one',
          [
            ['passage', 'John 3:16'],
            ['deck', 'John 3 16 for all'],
          ],
        ],
      );
    });

    const ofWords = ({ data }: JsonDocument): string[] =>
      data.filter(({ kind }: JsonDocument) => kind === 'words').map(({ reference }: JsonDocument) => reference);

    it('[D58] when words of a verse are typed, then the verses that have them are found, the last word from its beginning on', async () => {
      for (const typed of [
        'god so lov',
        'god so loved the wor',
        'For God so LOVED the world',
        'only begotten son whosoever beli',
      ]) {
        const { reading, data } = await lookUp(typed);
        assert.deepEqual([reading, ofWords({ data })[0]], ['none', 'John 3:16'], typed);
        const [first] = data;
        assert.deepEqual(first.passages, [{ book_id: 43, chapter: 3, verse: 16 }]);
        assert.deepEqual([first.exists, first.translations], [true, ['kjv']]);
        assert.ok(first.texts[0].text.startsWith('For God so loved'));
      }
      // In other forms.
      assert.ok(ofWords(await lookUp('loves cheerful giv')).includes('2 Corinthians 9:7'));
      assert.deepEqual(ofWords(await lookUp('xylophone')), []);
      assert.deepEqual(ofWords(await lookUp('jesus xylo')), []);
    });

    it('[D58] when the words stand together as typed, then the verse comes before those that only have them', async () => {
      const { data } = await lookUp('jesus wept', live, 20);
      assert.equal(ofWords({ data })[0], 'John 11:35');
      const confidences = data.map(({ confidence }: JsonDocument) => confidence);
      assert.deepEqual(confidences, [...confidences].sort().reverse());
      assert.equal(ofWords(await lookUp('the beginning god'))[0], 'Genesis 1:1');
    });

    it('[D58] when thousands of verses have the words, then the first in the order of the canon are ranked', async () => {
      assert.deepEqual(ofWords(await lookUp('the', live, 3)), ['Genesis 1:1', 'Genesis 1:2', 'Genesis 1:4']);
      assert.deepEqual(ofWords(await lookUp('lord g', live, 2)), ['Genesis 2:4', 'Genesis 2:5']);
    });

    it('[D58] when a text has fewer letters than a word, or is a clear reference, then no words are searched', async () => {
      for (const typed of ['go', '316', 'a b', 'john 3:16']) assert.deepEqual(ofWords(await lookUp(typed)), [], typed);
      // The name of a book may also be a word.
      const { reading, data } = await lookUp('numbers');
      assert.deepEqual([reading, data[0].kind, ofWords({ data }).length > 0], ['one', 'book', true]);
    });

    it('[D58] when another edition of the library has the words, then the verse is shown in the translations of the Live', async () => {
      const controller = await world.openLive();
      const elberfelder = smallEdition(
        'elb',
        {
          39: {
            3: {
              19: 'Denn siehe, der Tag kommt, brennend wie ein Ofen Leviticus',
              24: 'Und er wird das Herz der Väter wenden',
            },
          },
        },
        { language: 'de' },
      );
      await saveEdition(world.lectern.installation.editions, elberfelder);
      assert.deepEqual(ofWords(await lookUp('brennend', controller)), [], 'not in the library');
      await world.lectern.installation.administration.enableEdition('elb', { organization: controller.owner.id });
      const { data } = await lookUp('brennend wie ein of', controller);
      // The Hebrew numbering has the fourth chapter at the end of the third.
      assert.deepEqual(data[0].passages, [{ book_id: 39, chapter: 4, verse: 1 }]);
      assert.deepEqual([data[0].reference, data[0].translations], ['Malachi 4:1', ['kjv']]);
      assert.ok(data[0].texts[0].text.startsWith('For, behold, the day cometh'));
      assert.deepEqual(ofWords(await lookUp('leviticus', controller)), [], 'only the Live is searched for a book');
      for (const typed of ['herz vater', 'herz vaeter', 'Herz Väter']) {
        assert.deepEqual(ofWords(await lookUp(typed, controller)), ['Malachi 4:6'], typed);
      }
    });

    it('[D58] when the credential has no translation.search, then no words are found', async () => {
      const { token } = await world.lectern.installation.administration.createToken({
        subject: { organization: live.owner.id },
        scopes: ['live.get', 'translation.read'],
      });
      const { body } = await get('?q=god+so+loved', live, api(world.lectern, { ...live.owner, token }));
      assert.deepEqual(body, { q: 'god so loved', ...NONE });
    });

    it('[D58] when things are looked up, then nothing changes', async () => {
      const controller = await world.openLive();
      await controller.push('John 3:16');
      const before = await controller.call('GET', '/queue-items');
      for (const typed of ['', 'j', 'jn 3', 'god so loved', 'xyz']) await lookUp(typed, controller);
      const after = await controller.call('GET', '/queue-items');
      assert.deepEqual([after.etag, after.body], [before.etag, before.body]);
      assert.equal((await controller.call('GET', '/history')).body.data.length, 1);
    });

    it('[D58] when a parameter is wrong, then it is refused', async () => {
      for (const query of ['?limit=0', '?limit=21', '?limit=x', `?q=${'x'.repeat(201)}`, '?q=a%00b']) {
        assertProblem(await get(query), 422, 'invalid_fields');
      }
      assert.equal((await lookUp('x'.repeat(200))).reading, 'none');
      assert.equal((await lookUp('e', live, 20)).data.length <= 20, true);
    });

    it('[D58] [D4] when the Live is another owner’s, or a scope is lacking, then it is refused', async () => {
      for (const owner of [await createTestOrganization(world.lectern), await createTestAccount(world.lectern)]) {
        assertProblem(await get('?q=jn', live, api(world.lectern, owner)), 404, 'not_found');
      }
      const owner = await createTestOrganization(world.lectern, ['live.create', 'live.get']);
      assertProblem(await get('?q=jn', live, api(world.lectern, owner)), 403, 'insufficient_scope');
    });
  });
}

describe('look-up of the references that people type', () => {
  const world = useInProcessServer({ editions: 'starter' });

  it('[D58] when English references of the corpus are looked up, then the first candidate is what is meant for 99 of 100, and none is shown that is not', async (t) => {
    const live = await world.openLive();
    const client = api(world.lectern, live.owner);
    const misses: string[] = [];
    const corpus = readTypedReferences().filter(({ language }) => language === 'en');
    for (const { typed, meant } of corpus) {
      const { body } = await client.get(`/v1/lives/${live.liveId}/lookup?q=${encodeURIComponent(typed)}&limit=20`);
      const found: string[] = body.data
        .filter(({ kind }: JsonDocument) => kind === 'passage' || kind === 'book')
        // The corpus has the canonical form.
        .map(({ kind, reference, passages }: JsonDocument) => (kind === 'book' ? reference : formatPassages(passages)));
      if (!isRight(meant, body.reading, found))
        misses.push(`"${typed}": ${meant}, ${body.reading} ${found.join(' | ')}`);
    }
    t.diagnostic(`${corpus.length} references, ${misses.length} missed`);
    for (const miss of misses) t.diagnostic(miss);
    assert.ok(misses.length <= corpus.length / 100, misses.join('\n'));
  });
});

/** `meant` as the corpus writes it; what the edition does not have is missing. */
function isRight(meant: string, reading: string, [first, ...others]: readonly string[]): boolean {
  if (meant === '-') return reading !== 'one';
  if (!meant.startsWith('?')) return first === meant.replace('!', '') && reading !== 'several';
  const all = [first, ...others];
  return (
    reading !== 'one' &&
    meant
      .slice(1)
      .split(' | ')
      .every((reference) => all.includes(reference))
  );
}
