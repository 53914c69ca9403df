import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { type ApiResponse, type JsonDocument, requireContract } from '../../support/requests/api.ts';
import {
  createFixture,
  DOCUMENTED_OPERATIONS,
  type DocumentedOperation,
  type Fixture,
  importFixtureEdition,
  operationTitle,
  toExampleRequest,
} from '../../support/requests/documented-operations.ts';
import { listSchemaLocations, operationOf, setAtLocation } from '../../support/requests/schema-locations.ts';
import { listOutside, SchemaValues } from '../../support/run/generated-values.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const RUNS = 25;

/** Fields can name what does not exist: no schema knows what an installation has. */
const NAMES_NOTHING =
  /^is no |^must be at most \d+$|^is not (an image|an item of this queue|an entry of the (history|plan)|the slug of an edition|in the library)|^is not allowed in a plan of an account|^are no |images? of the organization/;

/**
 * Rules of descriptions that no schema can state: of two fields one of which must not be before or beside the other,
 * or ids that repeat.
 */
const BETWEEN_FIELDS =
  /must not be before (verse|`from`)|days after `from`|is the id of another (slide|entry)|is named twice|together with replace|be set if seconds is not/;

/** Rules of descriptions that no pattern states that RE2, Python and ECMAScript read alike. */
const BEYOND_PATTERNS =
  /^must have 1 to \d+ characters after trimming|^must have a letter or a digit|^must have at least 2 characters/;

const isRefusedByFields = ({ status, body }: ApiResponse): boolean =>
  status === 400 ||
  (body?.code === 'invalid_fields' &&
    !/^(There is no translation|Send either snapshot_id or deck_id)/.test(body.detail) &&
    !body.errors?.every(({ message }: JsonDocument) =>
      [NAMES_NOTHING, BETWEEN_FIELDS, BEYOND_PATTERNS].some((rule) => rule.test(message)),
    ));

describe('requests made from the OpenAPI document [D48]', () => {
  const { lectern } = useInProcessServer({
    settings: {
      LECTERN_LIVES_PER_OWNER: '100000',
      LECTERN_TOKENS_PER_USER: '100000',
      LECTERN_PLANS_PER_OWNER: '100000',
      LECTERN_DECKS_PER_ORGANIZATION: '100000',
    },
  });
  let document: JsonDocument;
  let values: SchemaValues;
  before(async () => {
    await importFixtureEdition(lectern);
    ({ document } = requireContract(lectern));
    values = new SchemaValues(document);
  });

  const withBody = DOCUMENTED_OPERATIONS.filter(({ body }) => body);
  const bodyOf = (operation: DocumentedOperation) =>
    operationOf(document, operation).requestBody.content['application/json'].schema;
  const send = async (operation: DocumentedOperation, fixture: Fixture, body: unknown, etag?: string) => {
    const { path, options } = toExampleRequest(operation, fixture.example, fixture.etag);
    return fixture.client.request(operation.method, path, {
      ...options,
      body,
      ...(options.ifMatch && etag && { ifMatch: etag }),
    });
  };

  for (const operation of withBody) {
    it(`when a body is allowed by its schema, then ${operationTitle(operation)} takes it`, async () => {
      const fixture = await createFixture(lectern, operation.kinds[0]!, operation);
      let etag: string | undefined;
      await fc.assert(
        fc.asyncProperty(values.of(bodyOf(operation)), async (body) => {
          const response = await send(operation, fixture, body, etag);
          etag = response.etag ?? etag;
          assert.ok(!isRefusedByFields(response) && response.status < 500, JSON.stringify(response.body));
        }),
        { numRuns: RUNS },
      );
    });

    it(`when a value is just outside a bound of its schema, then ${operationTitle(operation)} refuses it`, async () => {
      const fixture = await createFixture(lectern, operation.kinds[0]!, operation);
      const schema = bodyOf(operation);
      const sample = operation.body!(fixture.example);
      for (const { place, schema: inner } of listSchemaLocations(document, schema)) {
        for (const outside of listOutside(inner)) {
          const body = setAtLocation(sample, place, outside);
          if (values.allows(schema, body)) continue;
          const response = await send(operation, fixture, body);
          assert.equal(response.status, 422, `${JSON.stringify(body).slice(0, 300)}: ${JSON.stringify(response.body)}`);
        }
      }
      const unknown = await send(operation, fixture, { ...sample, unknown: 1 });
      assert.equal(unknown.status, 422);
    });
  }

  for (const operation of DOCUMENTED_OPERATIONS) {
    const queryOf = (): { name: string; schema: JsonDocument; required?: boolean }[] =>
      (operationOf(document, operation).parameters ?? []).filter(
        ({ in: place, name }: JsonDocument) => place === 'query' && name !== 'wait',
      );

    it(`when a query is allowed by its schemas, then ${operationTitle(operation)} takes it, and takes nothing just outside them`, async () => {
      const parameters = queryOf();
      if (parameters.length === 0) return;
      const create = () => createFixture(lectern, operation.kinds[0]!, operation);
      const shared = await create();
      const ask = async (query: Record<string, unknown>) => {
        // What is removed is there once.
        const { client, example, etag } = operation.method === 'GET' ? shared : await create();
        const { path, options } = toExampleRequest({ ...operation, query: undefined }, example, etag);
        return client.request(
          operation.method,
          `${path}?${new URLSearchParams(query as Record<string, string>)}`,
          options,
        );
      };
      const fields = parameters.map(({ name, schema }): [string, fc.Arbitrary<unknown>] => [name, values.of(schema)]);
      const requiredKeys = parameters.filter(({ required }) => required).map(({ name }) => name);
      await fc.assert(
        fc.asyncProperty(
          fc.record<Record<string, unknown>>(Object.fromEntries(fields), { requiredKeys }),
          async (query) => {
            const response = await ask(query);
            assert.ok(!isRefusedByFields(response) && response.status < 500, JSON.stringify(response.body));
          },
        ),
        { numRuns: RUNS },
      );
      const needed = Object.fromEntries(new URLSearchParams(operation.query ?? ''));
      for (const { name, schema } of parameters) {
        // In a query all is text: there is no other type, and no half of a character.
        const outside = listOutside(schema).filter((value) => typeof value === schema.type || !Number.isInteger(value));
        for (const value of outside.filter((one) => String(one).isWellFormed())) {
          const read = schema.type === 'integer' && /^\d+$/.test(String(value)) ? Number(value) : value;
          if (values.allows(schema, read) || Array.isArray(value)) continue;
          const response = await ask({ ...needed, [name]: value });
          assert.equal(response.status, 422, `${name}=${value}: ${JSON.stringify(response.body)}`);
        }
      }
    });
  }
});
