import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { executeCommand } from '../../../src/cli/execute.ts';
import { KNOWN_EDITIONS } from '../../../src/editions/known-editions.ts';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import { type Api, type ApiResponse, api, assertProblem, type JsonDocument } from '../../support/requests/api.ts';
import { createTestAccount, createTestOrganization, smallEdition } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const MIB = 1024 * 1024;
const PAGE_MAX_BYTES = 3 * MIB;
const JOHN = 43;
/** Numbers of the source, with gaps. */
const SPARSE = { 1: { 0: 'Title', 1: 'one', 3: 'three' }, 4: { 2: 'two', 10: 'ten "“¶☦\n', 11: 'eleven' } };

/** Chapters of 40 verses. */
const long = (verses: number, text = 'words') => {
  const chapters: Record<number, Record<number, string>> = {};
  for (let index = 0; index < verses; index++) {
    const chapter = Math.floor(index / 40) + 1;
    chapters[chapter] = { ...chapters[chapter], [(index % 40) + 1]: `${text} ${index}` };
  }
  return chapters;
};
/** Verses of so many bytes each, every character three bytes long. */
const heavy = (...bytes: number[]) => ({
  1: Object.fromEntries(bytes.map((count, index) => [index + 1, '☦'.repeat(Math.floor(count / 3))])),
});

describe('[GET book page]', () => {
  const { lectern } = useInProcessServer();
  let client: Api;
  let other: Api;
  const owner = () => ({ kind: client.owner.kind, id: client.owner.id });
  const path = (slug: string, book: number | string = JOHN, of = client) =>
    `/v1/accounts/${of.owner.id}/translations/${slug}/books/${book}`;
  const bring = async (slug: string, books: Parameters<typeof smallEdition>[1], enable = true) => {
    const { editions } = lectern.installation;
    await saveEdition(editions, smallEdition(slug, books));
    if (enable) for (const { owner } of [client, other]) await editions.enable(owner, slug);
  };
  const read = async (url: string): Promise<JsonDocument> => {
    const response = await client.get(url);
    assert.equal(response.status, 200, JSON.stringify(response.body));
    return response.body;
  };
  const next = (slug: string, after: string, limit?: number) =>
    client.get(`${path(slug)}?after=${encodeURIComponent(after)}${limit === undefined ? '' : `&limit=${limit}`}`);
  /** The problem, with a text that says what is wrong and how to go on. */
  const assertExplained = (response: ApiResponse, status: number, code: string, recovery: RegExp) => {
    assertProblem(response, status, code);
    assert.match(response.body.detail, recovery);
    assert.doesNotMatch(response.body.detail, /select|sqlite|postgres|\/src\/|undefined|null/i);
  };

  before(async () => {
    client = api(lectern, await createTestAccount(lectern));
    other = api(lectern, await createTestAccount(lectern));
    await bring('sparse', { [JOHN]: SPARSE, 66: { 22: { 21: 'end' } } });
    await bring('long', { [JOHN]: long(1_203), 1: long(60) });
    await bring('long-too', { [JOHN]: long(120) });
    await bring('not-enabled', { [JOHN]: SPARSE }, false);
  });

  it('when a page is read, then it has the whole shape, with sparse numbers, in canonical order', async () => {
    const { rights } = smallEdition('sparse', {});
    const verse = (chapter: number, number: number, text: string) => ({
      book_id: JOHN,
      book: 'Book 43',
      chapter,
      verse: number,
      text,
    });
    assert.deepEqual(await read(path('sparse')), {
      translation: 'sparse',
      rights,
      verses: [
        verse(1, 0, 'Title'),
        verse(1, 1, 'one'),
        verse(1, 3, 'three'),
        verse(4, 2, 'two'),
        verse(4, 10, 'ten "“¶☦\n'),
        verse(4, 11, 'eleven'),
      ],
      next_cursor: null,
    });
  });

  it('[Limits] when a page is read, then it has 50 verses by default, 1 to 500 on request, and next_cursor is null only on the last', async () => {
    const all: JsonDocument[] = [];
    for (const limit of [1, 2, 3, 5, 6, 7]) {
      const found: JsonDocument[] = [];
      for (let after: string | null = null; ; ) {
        const url: string = `${path('sparse')}?limit=${limit}${after === null ? '' : `&after=${after}`}`;
        const page = await read(url);
        assert.ok(page.verses.length > 0 && page.verses.length <= limit);
        assert.equal(page.next_cursor === null, found.length + page.verses.length === 6);
        found.push(...page.verses);
        after = page.next_cursor;
        if (after === null) break;
        assert.equal(page.verses.length, limit);
      }
      if (all.length === 0) all.push(...found);
      assert.deepEqual(found, all);
    }
    assert.equal((await read(path('long'))).verses.length, 50);
    assert.equal((await read(`${path('long')}?limit=500`)).verses.length, 500);
    for (const limit of ['0', '501', '1000', '-1', '1.5', 'x', '', '1&limit=1']) {
      assertExplained(await client.get(`${path('long')}?limit=${limit}`), 422, 'invalid_fields', /Correct/);
    }
  });

  it('when the limit changes between pages or a page is read again, then both work', async () => {
    const found: JsonDocument[] = [];
    let after: string | null = null;
    for (const limit of [500, 1, undefined, 499, 500]) {
      const query: string = [limit === undefined ? '' : `limit=${limit}`, after === null ? '' : `after=${after}`].join(
        '&',
      );
      const page = await read(`${path('long')}?${query}`);
      assert.deepEqual(await read(`${path('long')}?${query}`), page);
      found.push(...page.verses);
      after = page.next_cursor;
    }
    assert.equal(after, null);
    assert.deepEqual(
      found.map(({ text }) => text),
      Array.from({ length: 1_203 }, (_, index) => `words ${index}`),
    );
  });

  it('[D28] when the translation is given in any case, then it is found, and named in its own spelling', async () => {
    const { next_cursor: after, ...page } = await read(path('LONG'));
    assert.equal(page.translation, 'long');
    assert.deepEqual((await next('Long', after)).body, (await next('long', after)).body);
  });

  it('[D49] when the edition is unknown or lacks the book, then the response is 404', async () => {
    for (const slug of ['unknown', 'x', 'be_ta', '%00', '%20long', 'x'.repeat(40)]) {
      assertExplained(await client.get(path(slug)), 404, 'not_found', /Check the address/);
    }
    for (const book of [1, 44, 0, 999, '-1', '4.3', '043', '43x', 'JHN', '%34%34', '9'.repeat(30), '%00']) {
      assertExplained(await client.get(path('sparse', book)), 404, 'not_found', /Check the address/);
    }
    assert.equal((await client.get(path('sparse', '%34%33'))).status, 200, 'the same address, otherwise written');
  });

  it('[D49] when a known edition is not enabled in the library, then it is 403, and reads never install or enable it', async () => {
    const known = KNOWN_EDITIONS[0]!.slug;
    for (const slug of ['not-enabled', known]) {
      for (let time = 0; time < 2; time++) {
        assertExplained(await client.get(path(slug)), 403, 'edition_not_enabled', /Enable the edition/);
      }
    }
    assertProblem(await client.get(path(known, 999)), 404, 'not_found');
    assert.equal((await client.get(`/v1/translations/${known}`)).body.installed, false);
  });

  it('[Errors] when the book page is of another account, then it is 404, with an organization credential 403, and each says how to continue', async () => {
    assertExplained(await client.get(path('long', JOHN, other)), 404, 'not_found', /Check the address/);
    const organization = api(lectern, await createTestOrganization(lectern));
    for (const whose of [client, organization]) {
      assertExplained(await organization.get(path('long', JOHN, whose)), 403, 'forbidden', /Use a kind of credential/);
    }
    const { email } = client.owner as { email?: string };
    const { token } = await lectern.installation.administration.createToken({
      subject: { user: email! },
      scopes: ['translation.list', 'translation.get', 'live.get'],
    });
    const scopeless = await client.get(path('long'), { token });
    assertExplained(scopeless, 403, 'insufficient_scope', /translation\.read/);
    assert.match(scopeless.headers.get('www-authenticate')!, /scope="translation\.read"/);
    assertExplained(await client.get(path('long'), { token: null }), 401, 'invalid_token', /Send "Authorization/);
  });

  it('[Errors] when a cursor was tampered with, then it is 422 invalid_cursor', async () => {
    const { next_cursor: after } = await read(path('long'));
    const flipped = `${after.slice(0, 30)}${after[30] === 'A' ? 'B' : 'A'}${after.slice(31)}`;
    for (const wrong of [
      '',
      'x',
      '%00',
      '50',
      flipped,
      after.slice(0, -1),
      `${after}A`,
      after.repeat(9),
      `%20${after}`,
    ]) {
      assertExplained(await client.get(`${path('long')}?after=${wrong}`), 422, 'invalid_cursor', /without after/);
    }
    const twice = await client.get(`${path('long')}?after=${after}&after=${after}`);
    assertExplained(twice, 422, 'invalid_fields', /Correct/);
    const { body: lives } = await client.post(client.owner.livesPath, {});
    await client.post(client.owner.livesPath, {});
    const foreign = (await client.get(`${client.owner.livesPath}?limit=1`)).body.next_cursor;
    assert.ok(lives.id && foreign);
    assertExplained(await next('long', foreign), 422, 'invalid_cursor', /without after/);
  });

  it('[Errors] when a cursor is of another account, translation or book, then it is 422 cursor_mismatch', async () => {
    const { next_cursor: after } = await read(path('long'));
    const query = `?after=${after}`;
    const mismatches = [
      await client.get(path('long-too') + query),
      await client.get(path('long', 1) + query),
      await other.get(path('long', JOHN, other) + query),
    ];
    for (const response of mismatches) assertExplained(response, 422, 'cursor_mismatch', /without after/);
    assert.equal((await next('long', after)).status, 200);
  });

  it('[Errors] when the edition is imported again, then a cursor is 409 stale_cursor, and a fresh start reads the new text', async () => {
    await bring('renewed', { [JOHN]: long(120, 'old') });
    const { next_cursor: after } = await read(path('renewed'));
    assert.equal((await next('renewed', after)).body.verses[0].text, 'old 50');
    await bring('renewed', { [JOHN]: long(120, 'new') });
    assertExplained(await next('renewed', after), 409, 'stale_cursor', /from its first page, without after/);
    const page = await read(path('renewed'));
    assert.equal(page.verses[0].text, 'new 0');
    assert.equal((await next('renewed', page.next_cursor)).body.verses[0].text, 'new 50');
    await bring('renewed', { 1: long(1) });
    assertExplained(await next('renewed', after), 404, 'not_found', /Check the address/);
  });

  it('[GET book page] when a cursor is sent, then it carries no authority: library and credential are checked for every page', async () => {
    const { next_cursor: after } = await read(path('long-too'));
    await lectern.installation.editions.disable(owner(), 'long-too');
    assertExplained(await next('long-too', after), 403, 'edition_not_enabled', /Enable the edition/);
    await lectern.installation.editions.enable(owner(), 'long-too');
    assert.equal((await next('long-too', after)).status, 200);
    const { email } = client.owner as { email?: string };
    const issued = await lectern.installation.administration.createToken({ subject: { user: email! } });
    const url = `${path('long-too')}?after=${after}`;
    assert.equal((await client.get(url, { token: issued.token })).status, 200);
    await lectern.installation.administration.revokeToken(issued.id);
    assertExplained(await client.get(url, { token: issued.token }), 401, 'invalid_token', /Bearer/);
  });

  it('[D4] when a request has two defects, then the earlier one is reported', async () => {
    const { next_cursor: after } = await read(path('long'));
    const order: [string, number, string][] = [
      [`${path('unknown')}?limit=x`, 404, 'not_found'],
      [`${path('sparse', 1)}?limit=x`, 404, 'not_found'],
      [`${path('not-enabled')}?limit=x`, 422, 'invalid_fields'],
      [`${path('not-enabled')}?after=x`, 422, 'invalid_cursor'],
      [`${path('not-enabled')}?after=${after}`, 422, 'cursor_mismatch'],
      [`${path('long')}?after=${after}&limit=0`, 422, 'invalid_fields'],
    ];
    for (const [url, status, code] of order) assertProblem(await client.get(url), status, code);
  });

  it('[Limits] when a page exceeds 3 MiB of serialized JSON, then it may be shorter, and nothing is lost', async () => {
    await bring('heavy', { [JOHN]: heavy(...Array.from({ length: 8 }, () => MIB)) });
    const found: number[] = [];
    for (let after: string | null = null; ; ) {
      const url: string = `${path('heavy')}${after === null ? '' : `?after=${after}`}`;
      const response = await client.get(url);
      assert.equal(response.status, 200);
      assert.ok(Number(response.headers.get('content-length')) <= PAGE_MAX_BYTES);
      assert.ok(response.body.verses.length > 0);
      found.push(...response.body.verses.map(({ verse }: JsonDocument) => verse));
      after = response.body.next_cursor;
      if (after === null) break;
      assert.equal(response.body.verses.length, 2);
    }
    assert.deepEqual(found, [1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('[Limits] when one verse alone exceeds the budget, then it is 413 verse_too_large and is not skipped', async () => {
    await bring('bursting', { [JOHN]: heavy(30, 60, PAGE_MAX_BYTES, 30) });
    const first = await read(path('bursting'));
    assert.deepEqual(
      first.verses.map(({ verse }: JsonDocument) => verse),
      [1, 2],
    );
    for (const limit of [undefined, 1, 500]) {
      const response = await next('bursting', first.next_cursor, limit);
      assertExplained(response, 413, 'verse_too_large', /1:3.*Tell the administrator/);
    }
    await bring('just-so', { [JOHN]: heavy(PAGE_MAX_BYTES - 5_000) });
    assert.equal((await read(path('just-so'))).verses.length, 1);
  });

  it('[Errors] when the server restarts, then a cursor stays valid, but not with a new signing key', async () => {
    const { next_cursor: after } = await read(path('long'));
    const reopen = async () => {
      await lectern.restart();
      [client, other] = [api(lectern, client.owner), api(lectern, other.owner)];
    };
    await reopen();
    assert.equal((await next('long', after)).status, 200);
    await executeCommand(lectern.installation, 'keys rotate', { all: false });
    await reopen();
    assertExplained(await next('long', after), 422, 'invalid_cursor', /without after/);
    assert.equal((await client.get(path('long'))).status, 200);
  });
});
