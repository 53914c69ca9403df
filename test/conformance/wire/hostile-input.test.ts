import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import type { Api, JsonDocument } from '../../support/requests/api.ts';
import {
  createFixture,
  DOCUMENTED_OPERATIONS,
  type DocumentedOperation,
  fetchEtag,
  fillPath,
  importFixtureEdition,
  operationTitle,
  seedFixture,
} from '../../support/requests/documented-operations.ts';
import { PAGE_ENGINES } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

/** Requests of each operation. Most are refused before the database, of which each engine has its own bounds. */
const RUNS = { sqlite: 15, postgres: 20 };

const STRINGS = [
  '',
  ' ',
  '\0',
  '\u0000\u0001',
  '\ud800',
  '\u202e',
  '../../etc/passwd',
  '%2e%2e%2f',
  "' OR 1=1 --",
  '"; DROP TABLE lives; --',
  '<script>alert(1)</script>',
  '$' + '{7*7}',
  '{{7*7}}',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-0',
  '1e309',
  '0x10',
  '٣',
  'a'.repeat(300),
  '𝕏'.repeat(5_000),
  '\n\r\nX-Injected: 1',
  'John 3:16',
  '9'.repeat(400),
];
const text = fc.oneof(fc.constantFrom(...STRINGS), fc.string({ unit: 'binary', maxLength: 40 }));
const value = fc.oneof(
  text,
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>,
  fc.constantFrom(-1, 0, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, true, null, [], {}, [[[[]]]]),
  fc.array(text, { maxLength: 120 }),
);

interface OpenApiOperation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Readonly<Record<string, unknown>>;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: JsonDocument }>> };
}

for (const engine of PAGE_ENGINES) {
  describe(`hostile input to every operation of the OpenAPI document on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine });
    let document: JsonDocument;
    let requests = 0;
    before(async () => {
      await importFixtureEdition(lectern);
      document = (await (await fetch(`${lectern.url}/v1/openapi.json`)).json()) as JsonDocument;
    });

    const resolve = (schema: JsonDocument): JsonDocument =>
      schema?.$ref ? resolve(document.components.schemas[schema.$ref.split('/').at(-1)]) : schema;

    /** Bodies that have the document's fields, each with anything at all, and now and then a field more. */
    const bodyOf = ({ requestBody }: OpenApiOperation): fc.Arbitrary<unknown> => {
      const schema = resolve(requestBody?.content['application/json']?.schema);
      const names = Object.keys(schema?.properties ?? {});
      const fields = Object.fromEntries(names.map((name) => [name, value]));
      return fc.oneof(
        { weight: 4, arbitrary: fc.record(fields, { requiredKeys: [] }) },
        { weight: 1, arbitrary: value },
        { weight: 1, arbitrary: fc.dictionary(text, value, { maxKeys: 5 }) },
      );
    };

    const queryOf = ({ parameters = [] }: OpenApiOperation): fc.Arbitrary<string> => {
      const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
      if (names.length === 0) return fc.constant('');
      const pair = fc.tuple(fc.constantFrom(...names), text).map(([name, each]) => `${name}=${encode(each)}`);
      return fc.array(pair, { maxLength: 4 }).map((pairs) => (pairs.length > 0 ? `?${pairs.join('&')}` : ''));
    };

    it('when the document is compared with the table written from the spec, then both name the same operations', () => {
      const described = Object.entries(document.paths as Record<string, object>).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      );
      assert.deepEqual(described.sort(), DOCUMENTED_OPERATIONS.map(operationTitle).sort());
    });

    for (const operation of DOCUMENTED_OPERATIONS) {
      it(`when the input is hostile, then ${operationTitle(operation)} responds as documented, and never with 500`, async () => {
        const described = document.paths[operation.path][operation.method.toLowerCase()] as OpenApiOperation;
        let { client, example, etag } = await createFixture(lectern, operation.kinds[0]!, operation);
        const hostile = fc.record({
          path: pathOf(operation),
          query: queryOf(described),
          body: bodyOf(described),
          ifMatch: fc.constantFrom('own', 'own', '*', 'W/"x"', '"x"', '"a", "b"', ''),
          key: fc.option(fc.constantFrom('k', 'a'.repeat(256), 'ä'), { freq: 4 }),
        });
        await fc.assert(
          fc.asyncProperty(hostile, async ({ path, query, body, ifMatch, key }) => {
            const target = path ?? fillPath(operation.path, example);
            // A poll that is welcome waits: not here.
            const end = operation.poll ? `${query || '?'}&wait=0` : query;
            const response = await send(client, operation, `${target}${end}`, body, {
              ...(operation.ifMatch && {
                'if-match': ifMatch === 'own' ? fetchEtag(operation, { example, etag }) : ifMatch,
              }),
              ...(key !== null && { 'idempotency-key': Buffer.from(key).toString('latin1') }),
            });
            requests++;
            assert.ok(response.status < 500, JSON.stringify(response.body));
            assert.ok(response.status in described.responses, `${response.status} ${JSON.stringify(response.body)}`);
            if (response.status < 300 && operation.method !== 'GET')
              ({ example, etag } = await seedFixture(client, operation));
          }),
          { numRuns: RUNS[engine], endOnFailure: true },
        );
      });
    }

    it('when all hostile input was sent, then the server still works', async () => {
      assert.ok(requests >= RUNS[engine] * DOCUMENTED_OPERATIONS.length, `${requests} requests`);
      assert.equal((await fetch(`${lectern.url}/readyz`)).status, 200);
      const { client } = await createFixture(lectern, 'organization');
      assert.equal((await client.get(client.owner.livesPath)).status, 200);
    });
  });
}

/** Text that is not valid UTF-16 cannot be encoded in an address. */
const encode = (each: string): string => encodeURIComponent(each.toWellFormed()).slice(0, 2_000);

/** Null: the real one. */
const pathOf = ({ path }: DocumentedOperation): fc.Arbitrary<string | null> => {
  const names = path.match(/\{\w+\}/g) ?? [];
  if (names.length === 0) return fc.constant(null);
  const ids = fc.array(text, { minLength: names.length, maxLength: names.length });
  // An empty part, or one of dots, is another address.
  const filled = ids
    .filter((each) => each.every((id) => /[^./]/.test(id)))
    .map((each) => each.reduce((address, id, index) => address.replace(names[index]!, () => encode(id)), path));
  return fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: filled });
};

const send = (
  client: Api,
  operation: DocumentedOperation,
  path: string,
  body: unknown,
  headers: Record<string, string>,
) => client.request(operation.method, path, { ...(operation.body && { body }), headers });
