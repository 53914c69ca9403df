import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { LecternError } from '../../src/contract/lectern-error.ts';
import { fetchEdition } from '../../src/editions/fetch-edition.ts';
import { KNOWN_EDITIONS } from '../../src/editions/known-editions.ts';
import { fetchArchive } from '../../src/editions/sources/fetch-archive.ts';
import { DamagedSourceError } from '../../src/import-files/import-source.ts';
import { createSelfSigned } from '../support/server/self-signed.ts';
import { toZip } from './zip.ts';

const USFM = '\\id JHN An edition of our own\n\\h John\n\\c 3\n\\p\n\\v 16 God loved the world.\n\\v 17 To save it.\n';
const ARCHIVE = toZip([{ name: '43JHN.usfm', content: USFM }]);
const SHA256 = createHash('sha256').update(ARCHIVE).digest('hex');
const LIMITS = { redirects: 5, bytes: 1024 * 1024, silenceMs: 10_000, totalMs: 20_000 };
const silent = () => {};

/** Starts a server on this machine for the duration of the test. Returns its address. */
async function listen(t: TestContext, server: Server & { closeAllConnections(): void }, scheme = 'http') {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const serve = (t: TestContext, listener: RequestListener) => listen(t, createServer(listener));
const refused = (code: string, words: RegExp) => (error: unknown) => {
  assert.ok(error instanceof LecternError, String(error));
  assert.equal(error.code, code);
  assert.match(error.detail!, words);
  return true;
};
const damaged = (words: RegExp) => (error: unknown) => {
  assert.ok(error instanceof DamagedSourceError, String(error));
  assert.match(error.message, words);
  return true;
};

describe('fetching an edition', () => {
  test('when an archive is fetched, then it is returned as it is, with progress reports', async (t) => {
    const url = await serve(t, (_request, response) => {
      response.setHeader('content-length', ARCHIVE.length);
      response.write(ARCHIVE.subarray(0, 50), () => response.end(ARCHIVE.subarray(50)));
    });
    const shares: number[] = [];
    const fetched = await fetchArchive(`${url}/some/web_usfm.zip`, SHA256, (share) => shares.push(share), LIMITS);
    assert.deepEqual([fetched.name, fetched.bytes], ['web_usfm.zip', ARCHIVE]);
    assert.equal(shares.at(-1), 1);
    assert.deepEqual(
      shares,
      shares.toSorted((a, b) => a - b),
    );
  });

  test('when the server redirects, then up to five redirects are followed, relative ones too', async (t) => {
    const url = await serve(t, ({ url: path }, response) => {
      const left = Number(path!.slice(1));
      if (left === 0) return response.end(ARCHIVE);
      response.writeHead([301, 302, 303, 307, 308][left % 5]!, { location: left % 2 ? `/${left - 1}` : `${left - 1}` });
      response.end('elsewhere');
    });
    assert.deepEqual((await fetchArchive(`${url}/5`, SHA256, silent, LIMITS)).bytes, ARCHIVE);
    await assert.rejects(fetchArchive(`${url}/6`, SHA256, silent, LIMITS), refused('unavailable', /more than 5 times/));
  });

  test('when an address is not HTTPS, then it is never fetched, unless it is a literal address of this machine', async (t) => {
    for (const url of [
      'http://example.org/a.zip',
      'http://localhost:1/a.zip',
      'http://128.0.0.1/a.zip',
      'http://0.0.0.0/a.zip',
      'ftp://example.org/a.zip',
      'file:///etc/passwd',
      'data:,x',
      'web.zip',
      '',
      'http://127.example.org/a.zip',
    ]) {
      await assert.rejects(fetchArchive(url, null, silent, LIMITS), refused('invalid_fields', /https/));
    }
    for (const location of [
      'http://example.org/a.zip',
      'file:///etc/passwd',
      'http://localhost/a',
      'ftp://127.0.0.1/a',
    ]) {
      const url = await serve(t, (_request, response) => response.writeHead(302, { location }).end());
      await assert.rejects(fetchArchive(url, null, silent, LIMITS), refused('unavailable', /not HTTPS/));
    }
  });

  test('when a certificate is trusted, then it is accepted, and no other is', async (t) => {
    const { key, cert } = createSelfSigned();
    const server = createSecureServer({ key, cert }, (_request, response) => response.end(ARCHIVE));
    const url = await listen(t, server, 'https');
    await assert.rejects(fetchArchive(`${url}/`, SHA256, silent, LIMITS), refused('unavailable', /self-signed/));
    const trusted = getCACertificates('default');
    t.after(() => setDefaultCACertificates(trusted));
    setDefaultCACertificates([...trusted, cert]);
    assert.deepEqual((await fetchArchive(`${url}/`, SHA256, silent, LIMITS)).bytes, ARCHIVE);
  });

  test('when the archive does not match the digest or is too large, announced or not, then it is refused', async (t) => {
    const url = await serve(t, ({ url: path }, response) => {
      if (path === '/announced') response.setHeader('content-length', LIMITS.bytes + 1);
      if (path === '/other') return response.end(ARCHIVE.subarray(1));
      // A response without a length and without an end.
      const chunk = Buffer.alloc(64 * 1024);
      const more = () => {
        while (!response.destroyed && response.write(chunk));
        response.once('drain', more);
      };
      more();
    });
    await assert.rejects(
      fetchArchive(`${url}/other`, SHA256, silent, LIMITS),
      damaged(/a different archive: its SHA-256/),
    );
    for (const path of ['announced', 'endless']) {
      await assert.rejects(fetchArchive(`${url}/${path}`, null, silent, LIMITS), damaged(/more than 1 MiB/));
    }
  });

  test('when the server has no archive, breaks off or cannot be reached, then the error says so', async (t) => {
    const url = await serve(t, ({ url: path }, response) => {
      if (path !== '/broken') return response.writeHead(Number(path!.slice(1))).end('no');
      response.setHeader('content-length', ARCHIVE.length);
      response.write(ARCHIVE.subarray(0, 10), () => response.destroy());
    });
    for (const status of [404, 403, 500, 503, 204, 206, 304]) {
      const words = new RegExp(`it responds with ${status}`);
      await assert.rejects(fetchArchive(`${url}/${status}`, null, silent, LIMITS), refused('unavailable', words));
    }
    await assert.rejects(fetchArchive(`${url}/broken`, null, silent, LIMITS), refused('unavailable', /did not send/));
    const gone = createServer();
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    const closed = `http://127.0.0.1:${port}/a.zip`;
    await assert.rejects(fetchArchive(closed, null, silent, LIMITS), refused('unavailable', /ECONNREFUSED/));
  });

  test('when a server falls silent or trickles forever, then fetching does not wait for it', async (t) => {
    const url = await serve(t, ({ url: path }, response) => {
      response.write(ARCHIVE.subarray(0, 10));
      if (path !== '/trickle') return;
      const timer = setInterval(() => response.write('x'), 20);
      response.once('close', () => clearInterval(timer));
    });
    const silence = { ...LIMITS, silenceMs: 300 };
    await assert.rejects(
      fetchArchive(`${url}/silent`, null, silent, silence),
      refused('unavailable', /stopped sending data/),
    );
    const total = { ...LIMITS, totalMs: 500 };
    await assert.rejects(fetchArchive(`${url}/trickle`, null, silent, total), refused('unavailable', /took too long/));
  });

  test('[D28] when an edition is fetched, then it is as the catalogue names it, with the digest of what came', async (t) => {
    const url = await serve(t, (_request, response) => response.end(ARCHIVE));
    const known = { ...KNOWN_EDITIONS[0]!, archive: { url: `${url}/web_usfm.zip`, sha256: SHA256 } };
    const { text, report } = await fetchEdition(known, { fetching: silent, reading: silent }, LIMITS);
    const { slug, name, language, rights, sourceId } = known;
    const { rights: found, books, ...rest } = text;
    assert.deepEqual(rest, {
      slug,
      name,
      language,
      language_tag: 'en',
      provenance: { archive_sha256: SHA256, reviewed_on: null, source_id: sourceId },
      checks: { format: 'USFM', gaps: ['JHN 3:1-15'], gap_count: 1, warnings: [], warning_count: 0 },
    });
    assert.deepEqual({ ...found, ...rights }, found);
    assert.deepEqual(
      books.flatMap(({ book_id, verses }) => verses.map((verse) => ({ book_id, ...verse }))),
      [
        { book_id: 43, chapter: 3, verse: 16, text: 'God loved the world.' },
        { book_id: 43, chapter: 3, verse: 17, text: 'To save it.' },
      ],
    );
    assert.equal(report.books.length, 1);
  });
});
