import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type JsonDocument, requireContract } from '../../support/requests/api.ts';
import { BrowserAgent } from '../../support/requests/browser-agent.ts';
import {
  createFixture,
  DOCUMENTED_OPERATIONS,
  fillPath,
  importFixtureEdition,
  operationTitle,
  toExampleRequest,
} from '../../support/requests/documented-operations.ts';
import { createPerson, organizationPagePath, setRole } from '../../support/requests/members.ts';
import { listStringLocations, operationOf, setAtLocation } from '../../support/requests/schema-locations.ts';
import { createTestOrganization, PAGE_ENGINES } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

/** NUL, which PostgreSQL keeps in no text, and halves of a character, which no UTF-8 has. */
const NO_CHARACTERS = ['a\0b', '\0', 'a\ud800b', '\udc00'];

/**
 * A slide needs its layout, and an entry of a plan its kind and title: their other fields are judged only beside those.
 */
function withParts(body: object): object {
  if ('title' in body)
    return {
      title: 'A',
      slides: [
        { layout: 'text', translations: [{ language_tag: 'pt', text: 'A' }], chords: [{ line: 0, at: 0, chord: 'C' }] },
      ],
      songbook: { name: 'A', number: '1' },
    };
  if ('entries' in body) return { entries: [{ kind: 'passage', title: 'A', passage: 'John 3:16' }] };
  return {};
}

for (const engine of PAGE_ENGINES) {
  describe(`invalid text [D1] on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine });
    before(() => importFixtureEdition(lectern));

    it('when such text is in any string of any body, then the response is 422, and nothing changes', async () => {
      const { document } = requireContract(lectern);
      let tried = 0;
      for (const operation of DOCUMENTED_OPERATIONS) {
        if (!operation.body) continue;
        const { client, example, etag } = await createFixture(lectern, operation.kinds[0]!, operation);
        const { path, options } = toExampleRequest(operation, example, etag);
        const schema = operationOf(document, operation).requestBody.content['application/json'].schema;
        const sample = { ...(options.body as object), ...withParts(operation.body(example)) };
        for (const place of listStringLocations(document, schema)) {
          for (const text of NO_CHARACTERS) {
            tried++;
            const body = setAtLocation(sample, place, text);
            const response = await client.request(operation.method, path, { ...options, body });
            const where = `${operationTitle(operation)} ${JSON.stringify(body)}: ${JSON.stringify(response.body)}`;
            assert.equal(response.status, 422, where);
            if (response.body.code !== 'invalid_fields') continue;
            const pointers = response.body.errors.map(({ pointer }: JsonDocument) => pointer);
            assert.ok(pointers.includes(`/${place.join('/')}`), where);
          }
        }
        const unknown = await client.request(operation.method, path, { ...options, body: { 'a\0\ud800': 1 } });
        assert.equal(unknown.status, 422, operationTitle(operation));
        const accepted = await client.request(operation.method, path, options);
        assert.equal(accepted.status, operation.success, 'with the validator from before');
      }
      assert.ok(tried > 100, String(tried));
    });

    it('when such text is in any parameter of a query, then the response is 422; in a path, it is 404', async () => {
      const { document } = requireContract(lectern);
      for (const kind of ['organization', 'account'] as const) {
        const { client, example, etag } = await createFixture(lectern, kind);
        for (const operation of DOCUMENTED_OPERATIONS.filter(({ kinds }) => kinds.includes(kind))) {
          const { options } = toExampleRequest(operation, example, etag);
          const ask = (path: string) => client.request(operation.method, path, options);
          const parameters: JsonDocument[] = operationOf(document, operation).parameters ?? [];
          for (const { name } of parameters.filter((parameter) => parameter.in === 'query')) {
            for (const text of ['%00', 'world%00', '%ED%A0%80']) {
              const required = name === 'q' ? '' : (operation.query ?? '').slice(1);
              const response = await ask(`${fillPath(operation.path, example)}?${required}&${name}=${text}`);
              const where = `${operationTitle(operation)} ${name}=${text}: ${JSON.stringify(response.body)}`;
              if (text.includes('%00')) assert.equal(response.status, 422, where);
              else assert.ok(response.status < 500, where);
            }
          }
          for (const [parameter] of operation.path.matchAll(/\{\w+\}/g)) {
            for (const text of ['%00', 'a%00b', '%ED%A0%80']) {
              const response = await ask(
                fillPath(operation.path.replace(parameter, text), example) + (operation.query ?? ''),
              );
              assert.equal(
                response.status,
                404,
                `${operationTitle(operation)} ${text}: ${JSON.stringify(response.body)}`,
              );
            }
          }
        }
      }
    });

    it('when such text is in any field of any form or any place of a page’s address, then it is refused, and never a failure', async () => {
      const organization = await createTestOrganization(lectern);
      const person = await createPerson(lectern);
      await setRole(lectern, organization, person, 'owner');
      const pages = [
        '/sign-in',
        '/sign-up',
        '/recover',
        '/connect',
        '/account',
        '/account/tokens',
        '/account/devices',
        '/account/organizations',
        '/account/data',
        '/account/apps',
        '/account/activity',
        organizationPagePath(organization),
        `${organizationPagePath(organization)}/tokens`,
      ];
      let sent = 0;
      for (const browser of [new BrowserAgent(lectern.url), person.browser]) {
        for (const path of pages) {
          const { forms } = await browser.get(path);
          for (const { action, method, fields } of forms) {
            for (const name of Object.keys(fields).filter((field) => field !== 'csrf')) {
              sent++;
              const content = { ...fields, [name]: 'a\0b' };
              const address = `${action.pathname}?${new URLSearchParams(content)}`;
              const response = method === 'POST' ? browser.post(action, content) : browser.get(address);
              assert.ok((await response).status < 500, `${action.pathname} ${name}`);
            }
          }
          for (const query of ['after', 'before', 'next', 'request', 'done', 'code', 'user_code', 'email']) {
            const { status } = await browser.get(`${path}?${query}=a%00b`);
            assert.ok(status < 500, `${path} ${query}`);
          }
        }
        for (const path of [
          '/l/a%00b',
          '/media/a%00b',
          '/link/a%00b',
          '/account/organizations/a%00b',
          '/problems/a%00b',
        ])
          assert.ok((await browser.get(path)).status < 500, path);
      }
      assert.ok(sent > 20, String(sent));
    });
  });
}
