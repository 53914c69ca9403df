import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newCredentialSecret } from '../../../src/domain/account/credentials/credential-secret.ts';
import { sendRequest } from '../../support/requests/api.ts';
import { sendBytes } from '../../support/requests/raw-bytes.ts';
import { createTestUser } from '../../support/requests/tokens.ts';
import { PAGE_ENGINES, startTestLectern, type TestLectern } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const OAUTH = [
  ['GET', '/oauth/authorize'],
  ['POST', '/oauth/token'],
  ['POST', '/oauth/revoke'],
  ['GET', '/.well-known/oauth-authorization-server'],
] as const;
const stacksOf = ({ logged }: TestLectern) => logged.filter((line) => JSON.stringify(line).includes('"stack"'));

describe('what any client can write into the log', () => {
  it('[D46] [D41] when an OAuth endpoint gets a wrong Host or plain HTTP, then it is 503, and what is logged has no stack and is bounded', async () => {
    for (const publicUrl of ['http://127.0.0.1:0', 'http://lectern.example']) {
      await using lectern = await startTestLectern('sqlite', { LECTERN_PUBLIC_URL: publicUrl });
      for (const [method, path] of OAUTH) {
        const { status, headers } = await sendRequest(lectern.url, method, path, undefined, { host: 'evil.example' });
        assert.equal(status, 503, path);
        assert.match(headers.get('retry-after')!, /^\d+$/);
      }
      for (let count = 0; count < 300; count++) {
        await sendRequest(lectern.url, 'GET', OAUTH[3][1], undefined, { host: 'evil.example' });
      }
      assert.deepEqual(stacksOf(lectern), []);
      const lines = lectern.logged.filter(({ level, msg }) => msg !== 'request' && (level as number) >= 40);
      assert.ok(lines.length > 0 && lines.length <= 200, `${lines.length} lines`);
      assert.deepEqual(
        Object.keys(lines[0]!).filter((key) => !['level', 'time', 'pid', 'hostname'].includes(key)),
        ['request_id', 'path', 'reason', 'msg'],
      );
    }
  });

  for (const engine of PAGE_ENGINES) {
    describe(`on ${engine}`, () => {
      const { lectern } = useInProcessServer({ engine });

      it('[D2] when an odd request has no credential, then no stack is logged', async () => {
        const heads = ['Range: bytes=900000000-', 'Range: bytes=x', 'Cookie: =;;%00=%', 'Accept-Encoding: \u0001'];
        heads.push('If-None-Match: \u00ff', 'Accept-Language: \u00ff;q=x', 'Content-Type: a/b; charset=\u00ff');
        heads.push('Transfer-Encoding: chunked\r\nContent-Type: application/json', 'Content-Length: 5', 'X: y');
        heads.push('Content-Type: multipart/form-data; boundary=', 'Content-Type: application/x-www-form-urlencoded');
        const paths = ['/', '/assets/x', '/l/x', '/l/x/stream', '/l/x/secret', '/media/x', '/connect', '/sign-in'];
        paths.push('/sign-up', '/recover', '/link/x', '/oauth/token', '/oauth/authorize?request=x', '/docs', '/v1/me');
        paths.push('/connect/terminal', '/connect/terminal/token', '/sign-in/passkey', '/sign-in/passkey/options');
        paths.push('/healthz', '/readyz', '/metrics', '/v1/openapi.json', '/problems/not_found', '/%', '/v1/lives/%ff');
        paths.push(`/v1/lives/${'a'.repeat(999)}`, '//x', '/..%2f', '/assets/..%2f..%2f', '/assets/%00', '/v1/%00');
        for (const path of paths) {
          for (const method of ['GET', 'POST', 'HEAD', 'OPTIONS', 'DELETE']) {
            for (const head of heads) {
              const body = head.includes('chunked') ? '3\r\n{"\r\r\n0\r\n\r\n' : 'a%=%&';
              await sendBytes(
                lectern.url,
                `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${head}\r\n\r\n${body}`,
              ).catch(() => undefined);
            }
          }
        }
        assert.deepEqual(stacksOf(lectern), []);
      });

      it('[D35] when a client puts a token in any place, then no line of the log and no record of the audit contains it', async () => {
        const user = await createTestUser(lectern);
        const secrets = (['personal', 'service', 'access', 'refresh'] as const).map(newCredentialSecret);
        secrets.push(`out_${secrets[0]!.slice(3)}`, `rem_${secrets[0]!.slice(3)}`);
        for (const secret of secrets) {
          const id = { 'x-request-id': secret };
          const where = {
            ...id,
            'user-agent': secret,
            referer: `http://x/${secret}`,
            origin: `http://${secret}.example`,
          };
          for (const path of [
            `/${secret}`,
            `/v1/${secret}`,
            `/v1/me?token=${secret}`,
            `/v1/lives/${secret}`,
            `/l/${secret}?a=${secret}`,
            `/v1/me/tokens/${secret.replace('_', '%5F')}`,
            `/v1/lives/%${secret.charCodeAt(0).toString(16)}${secret.slice(1)}`,
            `/account/${secret}`,
            `/oauth/${secret}`,
            `/v1/%ff${secret}`,
          ]) {
            await sendRequest(lectern.url, 'GET', path, undefined, where);
            await sendRequest(lectern.url, 'POST', path, '{}', { ...where, 'content-type': 'application/json' });
          }
          await user.post('/v1/me/tokens', { name: 'made' }, { headers: id });
        }
        const log = JSON.stringify(lectern.logged);
        const audit = JSON.stringify((await user.get(`/v1/accounts/${user.owner.id}/audit`)).body);
        assert.match(audit, /createToken/);
        for (const secret of secrets) {
          assert.ok(!log.includes(secret.slice(5)), `${secret.slice(0, 4)} in the log`);
          assert.ok(!audit.includes(secret.slice(5)), `${secret.slice(0, 4)} in the audit`);
        }
        assert.ok(log.includes('/v1/lives/bt_…'), 'its kind is logged');
      });
    });
  }
});

describe('Strict-Transport-Security', () => {
  const read = async (publicUrl: string) => {
    await using lectern = await startTestLectern('sqlite', { LECTERN_PUBLIC_URL: publicUrl });
    const paths = ['/', '/sign-in', '/v1/me', '/v1/nothing', '/v1/%ff', '/oauth/token', '/docs', '/healthz', '/x'];
    const responses = await Promise.all(paths.map((path) => sendRequest(lectern.url, 'GET', path)));
    const unread = await sendBytes(lectern.url, 'no request\r\n\r\n');
    return [
      ...responses.map(({ headers }) => headers.get('strict-transport-security')),
      /strict-transport-security: ([^\r]*)/i.exec(unread)?.[1] ?? null,
    ];
  };

  it('[RFC 6797] when the public URL is HTTPS, then every response has the header; when it is not, then none has it', async () => {
    assert.deepEqual(new Set(await read('https://lectern.example')), new Set(['max-age=31536000']));
    assert.deepEqual(new Set(await read('http://127.0.0.1:0')), new Set([null]));
  });
});
