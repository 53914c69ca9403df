import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type JsonDocument, sendRequest } from '../../support/requests/api.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

describe('the documentation that a server shows [D48]', () => {
  const { lectern } = useInProcessServer();
  let openApi: JsonDocument;
  before(async () => {
    openApi = (await get('/v1/openapi.json')).body;
  });

  const get = (path: string, headers: Record<string, string> = BROWSER) =>
    sendRequest(lectern.url, 'GET', path, undefined, headers);
  const addressesIn = (page: string) => [...page.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, address]) => address!);

  it('when a page is opened, then it is HTML under a strict policy, cached for a while, and not sent again unchanged', async () => {
    for (const path of ['/docs', '/docs/tutorial/first-push', '/docs/glossary', '/docs/api', '/docs/api/lives']) {
      const { status, headers, body } = await get(path);
      assert.deepEqual([status, headers.get('content-type')], [200, 'text/html; charset=utf-8'], path);
      assert.equal(headers.get('content-security-policy'), POLICY, path);
      assert.equal(headers.get('referrer-policy'), 'no-referrer', path);
      assert.equal(headers.get('cache-control'), 'public, max-age=300', path);
      assert.doesNotMatch(body, /<style|style="|<script(?! type="module" src="\/assets\/)| on\w+="/, path);
      const again = await get(path, { ...BROWSER, 'if-none-match': headers.get('etag')! });
      assert.deepEqual([again.status, again.body || null], [304, null], path);
    }
  });

  it('when a client accepts a compressed page, then it gets that', async () => {
    const { headers } = await get('/docs/api/queue', { ...BROWSER, 'accept-encoding': 'gzip, br' });
    assert.deepEqual([headers.get('content-encoding'), headers.get('vary')], ['br', 'accept-encoding']);
  });

  it('when an address has another form of a page, then it redirects to the page', async () => {
    for (const [path, page] of [
      ['/docs/', '/docs'],
      ['/docs/index.html', '/docs'],
      ['/docs/how-to/keys/', '/docs/how-to/keys'],
      ['/docs/how-to/keys.md', '/docs/how-to/keys'],
      ['/docs/how-to/keys.html', '/docs/how-to/keys'],
      ['/docs/decisions/README.md', '/docs/decisions'],
    ] as const) {
      const response = await fetch(lectern.url + path, { headers: BROWSER, redirect: 'manual' });
      assert.deepEqual([response.status, response.headers.get('location')], [301, page], path);
    }
  });

  it('when there is no page at an address, then a browser gets 404 in the same frame, and a program a problem', async () => {
    for (const path of [
      '/docs/nowhere',
      '/docs/404',
      '/docs/how-to/nowhere.md',
      '/docs/pictures/none.png',
      '/docs/..%2fx',
    ]) {
      const { status, headers, body } = await get(path);
      assert.deepEqual([status, headers.get('content-type')], [404, 'text/html; charset=utf-8'], path);
      assert.equal(headers.get('content-security-policy'), POLICY, path);
      assert.equal(headers.get('cache-control'), 'private, no-store', path);
      assert.match(body, /<h1>Page not found<\/h1>/, path);
      assert.match(body, /<nav id="contents"/, path);
      const program = await get(path, { accept: 'application/json' });
      assert.deepEqual([program.status, program.body.code], [404, 'not_found'], path);
    }
  });

  it('when every page is opened, then each link leads to a page or a file that is there, and to an anchor on it', async () => {
    const pages = new Map<string, string>();
    const links: { from: string; to: string }[] = [];
    const open = async (path: string) => {
      const { status, headers, body } = await get(path);
      assert.equal(status, 200, path);
      pages.set(path, body);
      if (!path.startsWith('/docs') || headers.get('content-type') !== 'text/html; charset=utf-8') return;
      for (const address of addressesIn(body)) {
        if (/^(https?|data|mailto):/.test(address)) continue;
        const { pathname, hash } = new URL(address, `http://host${path}`);
        links.push({ from: path, to: pathname + hash });
        if (!pages.has(pathname) && !pathname.startsWith('/problems/')) await open(pathname);
      }
    };
    await open('/docs');
    for (const { from, to } of links) {
      const [path, anchor] = to.split('#');
      if (anchor)
        assert.ok(pages.get(path!)?.includes(` id="${decodeURIComponent(anchor)}"`), `${from} leads to ${to}`);
    }
    assert.ok(pages.size > 60, `${pages.size}`);
    const index: { address: string }[] = (await get('/docs/search.json')).body;
    for (const { address } of index) assert.ok(pages.has(address.split('#')[0]!), address);
  });

  it('when a guide is there in several languages, then its page is in its language, and leads to the others', async () => {
    for (const [path, language, contents] of [
      ['/docs/how-to/outputs', 'en', 'Contents'],
      ['/docs/de/how-to/outputs', 'de', 'Inhalt'],
      ['/docs/pt/how-to/outputs', 'pt', 'Conteúdo'],
    ] as const) {
      const { status, body } = await get(path);
      assert.equal(status, 200, path);
      assert.match(body, new RegExp(`<html lang="${language}">`), path);
      assert.ok(body.includes(`popovertarget="contents">${contents}</button>`), path);
      for (const [code, address] of [
        ['en', '/docs/how-to/outputs'],
        ['de', '/docs/de/how-to/outputs'],
        ['pt', '/docs/pt/how-to/outputs'],
      ]) {
        assert.ok(body.includes(`<link rel="alternate" hreflang="${code}" href="${address}">`), `${path}: ${code}`);
        assert.ok(body.includes(`<a href="${address}" hreflang="${code}" lang="${code}"`), `${path}: ${code}`);
      }
    }
    const german: string = (await get('/docs/de/how-to/outputs')).body;
    assert.match(german, /<a href="\/docs\/de\/how-to\/pair-a-screen">/);
    assert.match(german, /<a href="\/docs\/how-to\/service-tokens" hreflang="en">Token<\/a> \(auf Englisch\)/);
    const index: { address: string }[] = (await get('/docs/de/search.json')).body;
    assert.ok(index.length > 20 && index.every(({ address }) => address.startsWith('/docs/de/')), `${index.length}`);
    const missing = await get('/docs/de/nowhere');
    assert.deepEqual([missing.status, missing.body.includes('<html lang="de">')], [404, true]);
    assert.equal((await get('/docs/de/404')).status, 404);
  });

  it('when the first page of the server is opened, then its link to the guides leads to those in its language', async () => {
    for (const [language, address] of [
      ['de', '/docs/de'],
      ['en', '/docs'],
    ] as const) {
      const { body } = await get('/', { ...BROWSER, 'accept-language': language });
      assert.ok(addressesIn(body).includes(address), language);
    }
  });

  it('when the API reference is read, then every operation is there with its codes and samples', async () => {
    const operations: JsonDocument[] = Object.values<JsonDocument>(openApi.paths).flatMap((methods) =>
      Object.values(methods),
    );
    for (const { operationId, tags, responses, 'x-codeSamples': samples } of operations) {
      const page: string = (await get(`/docs/api/${tags[0].toLowerCase()}`)).body;
      const [, section = ''] = page.split(`<section class="operation" aria-labelledby="${operationId}">`);
      const shown = section.slice(0, section.indexOf('</section>'));
      for (const code of Object.values<JsonDocument>(responses).flatMap((response) => response['x-codes'] ?? []))
        assert.ok(shown.includes(`href="/problems/${code}"`), `${operationId}: ${code}`);
      for (const { label } of samples)
        assert.ok(shown.includes(`<p class="label">${label}</p>`), `${operationId}: ${label}`);
      const status = Object.keys(responses).find((code) => code.startsWith('2'))!;
      if (responses[status].content) assert.ok(shown.includes(`<p class="label">Response ${status}</p>`), operationId);
    }
  });
});
