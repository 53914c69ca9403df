import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { newCredentialSecret } from '../../../src/domain/account/credentials/credential-secret.ts';
import { newId } from '../../../src/domain/identifiers.ts';
import { createTestLive, type RequestOptions } from '../../support/requests/api.ts';
import {
  createFixture,
  DOCUMENTED_OPERATIONS,
  type DocumentedOperation,
  type Fixture,
  fillPath,
  importFixtureEdition,
  operationTitle,
  toExampleRequest,
} from '../../support/requests/documented-operations.ts';
import type { TestOwner } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

/** A request that is spoilt step by step. */
interface Draft {
  fixture: Fixture;
  path: string;
  options: RequestOptions;
}

/**
 * Something wrong with a request. Its place in DEFECTS is its place in [D4]; of one stage only one is tried at a time.
 */
interface Defect {
  readonly stage: number;
  readonly name: string;
  readonly status: number;
  readonly code: string;
  readonly concerns: (operation: DocumentedOperation) => boolean;
  readonly spoil: (draft: Draft, operation: DocumentedOperation, world: World) => void;
}

interface World {
  /** A running Live and a stopped one, of owners who have as many Lives as are allowed. */
  readonly running: Record<TestOwner['kind'], Fixture>;
  readonly stopped: Record<TestOwner['kind'], Fixture>;
  /** Credentials without any scope that the operation needs. */
  readonly scopeless: Record<TestOwner['kind'], string>;
}

const withHeader = (draft: Draft, name: string, value: string) => {
  draft.options.headers = { ...draft.options.headers, [name]: value };
};
const ofLive = ({ path }: DocumentedOperation) => path.includes('{live_id}');
const hasBody = ({ body }: DocumentedOperation) => body !== undefined;
const hasFile = ({ file }: DocumentedOperation) => file !== undefined;
const isPush = ({ method, path }: DocumentedOperation) => method === 'POST' && /(stack|passages)$/.test(path);
/** Every queue write but clearing. [D15] */
const isQueueWrite = (operation: DocumentedOperation) =>
  isPush(operation) ||
  (operation.method !== 'GET' && operation.path.includes('queue-items')) ||
  /\/(undo|redo)$/.test(operation.path);
const is = (method: string, end: string) => (operation: DocumentedOperation) =>
  operation.method === method && operation.path.endsWith(end);
const takesIfMatch = ({ ifMatch }: DocumentedOperation) => ifMatch === true;

/** The number that a fixture has. */
const ONE_EACH = {
  LECTERN_PLANS_PER_OWNER: '1',
  LECTERN_DECKS_PER_ORGANIZATION: '1',
  LECTERN_SNAPSHOTS_PER_ORGANIZATION: '1',
  LECTERN_IMAGES_PER_ORGANIZATION: '1',
};

/** [D4] from authentication on. */
const DEFECTS: Defect[] = [
  {
    stage: 401,
    name: 'unknown credential',
    status: 401,
    code: 'invalid_token',
    concerns: () => true,
    spoil: ({ options }) => {
      options.token = newCredentialSecret('service');
    },
  },
  {
    stage: 4031,
    name: 'kind not accepted',
    status: 403,
    code: 'forbidden',
    concerns: ({ kinds }) => kinds.length === 1,
    spoil: (draft, { kinds }, { running }) => {
      draft.fixture = running[kinds[0] === 'account' ? 'organization' : 'account'];
    },
  },
  {
    stage: 4032,
    name: 'missing scope',
    status: 403,
    code: 'insufficient_scope',
    // What the credentials hold instead is what some lists need.
    concerns: ({ scopes }) => scopes.length > 0 && !scopes.includes('presentation.list'),
    spoil: (draft, _operation, { scopeless }) => {
      draft.options.token ??= scopeless[draft.fixture.client.owner.kind];
    },
  },
  {
    stage: 404,
    name: 'unknown Live',
    status: 404,
    code: 'not_found',
    concerns: ofLive,
    spoil: (draft, { path }) => {
      draft.path = fillPath(path, { ...draft.fixture.example, live_id: newId() });
    },
  },
  {
    stage: 404,
    name: 'unknown item',
    status: 404,
    code: 'not_found',
    concerns: ({ path }) => path.includes('{item_id}'),
    spoil: (draft, { path }) => {
      draft.path = fillPath(path, { ...draft.fixture.example, item_id: newId() });
    },
  },
  {
    stage: 404,
    name: 'foreign collection',
    status: 404,
    code: 'not_found',
    concerns: ({ path }) => /\{(account|organization)_id}/.test(path),
    spoil: (draft, { path }) => {
      draft.path = fillPath(path.replace(/\{\w+\}/, newId()), draft.fixture.example);
    },
  },
  {
    stage: 404,
    name: 'unknown edition',
    status: 404,
    code: 'not_found',
    concerns: ({ path }) => path.includes('{slug}'),
    spoil: (draft, { path }) => {
      draft.path = fillPath(path, { ...draft.fixture.example, slug: 'unknown' });
    },
  },
  {
    stage: 404,
    name: 'unknown token',
    status: 404,
    code: 'not_found',
    concerns: ({ path }) => path.includes('{token_id}'),
    spoil: (draft, { path }) => {
      draft.path = fillPath(path, { ...draft.fixture.example, token_id: newId() });
    },
  },
  ...(['plan_id', 'deck_id', 'snapshot_id', 'image_id'] as const).map((name) => ({
    stage: 404,
    name: `unknown ${name}`,
    status: 404,
    code: 'not_found',
    concerns: ({ path }: DocumentedOperation) => path.includes(`{${name}}`),
    spoil: (draft: Draft, { path }: DocumentedOperation) => {
      draft.path = fillPath(path, { ...draft.fixture.example, [name]: newId() });
    },
  })),
  {
    stage: 404,
    name: 'a book that the edition does not have',
    status: 404,
    code: 'not_found',
    concerns: ({ path }) => path.includes('{book_id}'),
    spoil: (draft, { path }) => {
      draft.path = fillPath(path, { ...draft.fixture.example, book_id: 1 });
    },
  },
  {
    stage: 422,
    name: 'media type',
    status: 415,
    code: 'unsupported_media_type',
    concerns: (operation) => hasBody(operation) || hasFile(operation),
    spoil: (draft) => withHeader(draft, 'content-type', 'text/css'),
  },
  {
    stage: 422,
    name: 'body too large',
    status: 413,
    code: 'body_too_large',
    concerns: hasBody,
    spoil: ({ options }, operation) => {
      options.bytes = JSON.stringify(options.body).padEnd((operation.bodyMax ?? 65_536) + 1);
    },
  },
  {
    stage: 422,
    name: 'file too large',
    status: 413,
    code: 'body_too_large',
    concerns: hasFile,
    spoil: ({ options }, { file }) => {
      options.bytes = Buffer.alloc(file!.max + 1);
    },
  },
  {
    stage: 422,
    name: 'another kind of file',
    status: 422,
    code: 'invalid_fields',
    // An import reads its file later.
    concerns: (operation) => hasFile(operation) && operation.success !== 202,
    spoil: ({ options }) => {
      options.bytes = '<svg xmlns="http://www.w3.org/2000/svg"/>';
    },
  },
  {
    stage: 422,
    name: 'malformed JSON',
    status: 400,
    code: 'malformed_json',
    concerns: hasBody,
    spoil: ({ options }) => {
      options.bytes = '{"';
    },
  },
  {
    stage: 422,
    name: 'unknown field',
    status: 422,
    code: 'invalid_fields',
    concerns: hasBody,
    spoil: ({ options }) => {
      options.bytes = JSON.stringify({ ...(options.body as object), unknown: 1 });
    },
  },
  {
    stage: 422,
    name: 'unwanted body',
    status: 422,
    code: 'invalid_fields',
    concerns: (operation) => !hasBody(operation) && !hasFile(operation),
    spoil: ({ options }) => {
      options.bytes = '{}';
    },
  },
  {
    stage: 422,
    name: 'malformed parameter',
    status: 422,
    code: 'invalid_fields',
    concerns: (operation) => is('GET', '/queue-items')(operation) || is('GET', '/{book_id}')(operation),
    spoil: (draft) => {
      draft.path += '?limit=x';
    },
  },
  {
    stage: 422,
    name: 'Idempotency-Key',
    status: 422,
    code: 'idempotency_unsupported',
    concerns: ({ method, path }) =>
      (method === 'POST' && path.startsWith('/v1/me/tokens')) || (method !== 'GET' && path.endsWith('-secret')),
    spoil: (draft) => withHeader(draft, 'idempotency-key', 'once'),
  },
  {
    stage: 409,
    name: 'stopped Live',
    status: 409,
    code: 'live_stopped',
    concerns: (operation) =>
      isQueueWrite(operation) || is('PUT', '/presentation')(operation) || is('POST', '/plan/go')(operation),
    spoil: (draft, operation, { stopped }) => {
      draft.fixture = stopped[draft.fixture.client.owner.kind];
      draft.path = fillPath(operation.path, draft.fixture.example);
      if (draft.options.ifMatch !== undefined) draft.options.ifMatch = draft.fixture.etag;
    },
  },
  {
    stage: 428,
    name: 'no If-Match',
    status: 428,
    code: 'validator_required',
    concerns: takesIfMatch,
    spoil: ({ options }) => {
      options.ifMatch = undefined;
    },
  },
  {
    stage: 428,
    name: 'weak If-Match',
    status: 422,
    code: 'invalid_validator',
    concerns: takesIfMatch,
    spoil: ({ options }) => {
      options.ifMatch = `W/${options.ifMatch}`;
    },
  },
  {
    stage: 412,
    name: 'stale If-Match',
    status: 412,
    code: 'stale_validator',
    concerns: takesIfMatch,
    spoil: ({ options }) => {
      if (options.ifMatch?.startsWith('"')) options.ifMatch = '"stale"';
      else if (options.ifMatch) options.ifMatch = 'W/"stale"';
    },
  },
  {
    stage: 500,
    name: 'order of other items',
    status: 422,
    code: 'invalid_queue_order',
    concerns: is('PUT', '/order'),
    spoil: ({ options }) => {
      options.body = { item_ids: [] };
    },
  },
  {
    stage: 500,
    name: 'past the end',
    status: 422,
    code: 'invalid_fields',
    concerns: is('PATCH', '/{item_id}'),
    spoil: ({ options }) => {
      options.body = { position: 2 };
    },
  },
  {
    stage: 500,
    name: 'not protected',
    status: 409,
    code: 'not_protected',
    concerns: is('PUT', '-secret'),
    spoil: () => {},
  },
  {
    stage: 500,
    name: 'no such plan',
    status: 404,
    code: 'not_found',
    concerns: is('PUT', '/plan'),
    spoil: ({ options }) => {
      options.body = { plan_id: newId() };
    },
  },
  {
    stage: 500,
    name: 'no plan',
    status: 409,
    code: 'no_plan',
    concerns: is('POST', '/plan/go'),
    spoil: () => {},
  },
  {
    stage: 500,
    name: 'no such slide',
    status: 422,
    code: 'invalid_fields',
    concerns: is('PUT', '/presentation'),
    spoil: ({ options, fixture }) => {
      options.body = { snapshot_id: fixture.example.snapshot_id, index: 1 };
    },
  },
  {
    stage: 500,
    name: 'no such image',
    status: 422,
    code: 'invalid_fields',
    concerns: is('PUT', '/{deck_id}'),
    spoil: ({ options }) => {
      options.body = { title: 'Deck', slides: [{ layout: 'image', image: 'unknown' }] };
    },
  },
  {
    stage: 500,
    name: 'no such chapter',
    status: 422,
    code: 'invalid_reference',
    concerns: is('POST', '/stack'),
    spoil: ({ options, fixture }) => {
      options.body = { reference: { book_id: 43, chapter: 99, translation: fixture.example.slug } };
    },
  },
  {
    stage: 500,
    name: 'unknown translation',
    status: 422,
    code: 'invalid_reference',
    concerns: isPush,
    spoil: (draft, { path }) => {
      draft.options.body = path.endsWith('/stack')
        ? { reference: { book_id: 43, translation: 'unknown' } }
        : { passage: 'John 3:16', translations: ['unknown'] };
    },
  },
  {
    stage: 500,
    name: 'no translation anywhere',
    status: 409,
    code: 'translations_not_configured',
    concerns: isPush,
    spoil: ({ options }, { path }) => {
      options.body = path.endsWith('/stack') ? { reference: { book_id: 43 } } : { passage: 'John 3:16' };
    },
  },
  {
    stage: 500,
    name: 'quota',
    status: 409,
    code: 'quota_exceeded',
    concerns: ({ method, path }) =>
      method === 'POST' && /\/(lives|tokens|plans|decks|snapshots|images|import)$/.test(path),
    spoil: () => {},
  },
];

describe('[D4] order of checks', () => {
  // An account's tokens: its own, the fixture's, and the one without scopes.
  const limits = { LECTERN_LIVES_PER_OWNER: '2', LECTERN_TOKENS_PER_USER: '3', ...ONE_EACH };
  const { lectern } = useInProcessServer({ settings: limits });
  let world: World;

  before(async () => {
    await importFixtureEdition(lectern);
    const kinds = ['organization', 'account'] as const;
    const of = async <Value>(make: (kind: TestOwner['kind']) => Promise<Value>) =>
      Object.fromEntries(await Promise.all(kinds.map(async (kind) => [kind, await make(kind)] as const))) as Record<
        TestOwner['kind'],
        Value
      >;
    const running = await of((kind) => createFixture(lectern, kind));
    const stopped = await of(async (kind) => {
      const { client, example } = running[kind];
      return stop({ client, example: { ...example }, etag: '' });
    });
    const scopeless = await of(async (kind) => {
      const { owner } = running[kind].client;
      const subject =
        kind === 'organization' ? { organization: owner.id } : { user: (owner as { email?: string }).email! };
      const scopes = ['presentation.list'];
      return (await lectern.installation.administration.createToken({ subject, scopes })).token;
    });
    world = { running, stopped, scopeless };
  });

  /** A second Live with two items, stopped. */
  const stop = async ({ client, example }: Fixture): Promise<Fixture> => {
    const live = await createTestLive(client);
    const body = { passage: 'John 3:16-17', translations: [example.slug] };
    const pushed = await client.post(`${live.path}/passages`, body, { ifMatch: live.etag });
    const halted = await client.patch(`${live.path}/playback`, { status: 'stopped' }, { ifMatch: pushed.etag! });
    assert.equal(halted.status, 200);
    const { body: page } = await client.get(`${live.path}/queue-items`);
    const item_ids: string[] = page.data.map((item: { id: string }) => item.id);
    return { client, example: { ...example, live_id: live.id, item_id: item_ids[0]!, item_ids }, etag: halted.etag! };
  };

  /** The Live is chosen first, since the other defects are put into a request to it. */
  const send = async (operation: DocumentedOperation, kind: TestOwner['kind'], defects: Defect[]) => {
    const fixture = world.running[kind];
    const draft: Draft = { fixture, ...toExampleRequest(operation, fixture.example, fixture.etag) };
    const stopping = defects.filter(({ stage }) => stage === 409);
    for (const { spoil } of [...stopping, ...defects.filter(({ stage }) => stage !== 409)]) {
      spoil(draft, operation, world);
    }
    return draft.fixture.client.request(operation.method, draft.path, draft.options);
  };
  const unchanged = async () => {
    for (const { client, example, etag } of [...Object.values(world.running), ...Object.values(world.stopped)]) {
      assert.equal((await client.get(`/v1/lives/${example.live_id}`)).etag, etag);
      assert.equal((await client.get(client.owner.livesPath)).body.data.length, 2);
    }
  };

  for (const operation of DOCUMENTED_OPERATIONS) {
    const defects = DEFECTS.filter(({ concerns }) => concerns(operation));
    it(`for ${operationTitle(operation)}: when one defect is sent, then it is reported; when two are sent, then the earlier one is reported`, async () => {
      for (const kind of operation.kinds) {
        for (const [index, first] of defects.entries()) {
          const later = defects.slice(index + 1).filter(({ stage }) => stage !== first.stage);
          // The quota is exhausted throughout: it is what remains when nothing else is wrong.
          for (const combination of [[first], ...later.map((second) => [first, second])]) {
            const names = combination.map(({ name }) => name).join(' + ');
            const { status, body } = await send(operation, kind, combination);
            assert.deepEqual([names, status, body?.code], [names, first.status, first.code]);
          }
        }
      }
      await unchanged();
    });
  }

  it('when everything that can be wrong is wrong, then the first defect is reported', async () => {
    for (const operation of DOCUMENTED_OPERATIONS) {
      const stages = [
        ...Map.groupBy(
          DEFECTS.filter(({ concerns }) => concerns(operation)),
          ({ stage }) => stage,
        ).values(),
      ];
      for (let from = 0; from < stages.length; from++) {
        const combination = stages.slice(from).map(([defect]) => defect!);
        const { status, body } = await send(operation, operation.kinds[0]!, combination);
        const what = `${operationTitle(operation)}: ${combination.map(({ name }) => name).join(' + ')}`;
        assert.deepEqual([what, status, body?.code], [what, combination[0]!.status, combination[0]!.code]);
      }
    }
    await unchanged();
  });
});
