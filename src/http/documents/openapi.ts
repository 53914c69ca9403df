import type { TSchema } from 'typebox';
import { ERROR_CODES, type ErrorCode } from '../../contract/error-codes.ts';
import {
  EXPENSIVE_PER_OWNER_MAX,
  EXPENSIVE_WAIT_MAX_SECONDS,
  EXPENSIVE_WAITING_PER_OWNER_MAX,
  IDEMPOTENCY_KEY_MAX_CHARACTERS,
  INEXPENSIVE_VERSES_MAX,
} from '../../contract/limits.ts';
import { errorCodesOf, OPERATIONS, type Operation, type OperationId } from '../../contract/operations.ts';
import { PersonalAccount } from '../../contract/schemas/account.ts';
import { AuditEntry, AuditPage } from '../../contract/schemas/audit.ts';
import { BookPage } from '../../contract/schemas/book-page.ts';
import * as credentials from '../../contract/schemas/credentials.ts';
import * as design from '../../contract/schemas/design.ts';
import * as event from '../../contract/schemas/event.ts';
import { IMPORT_MEDIA_TYPES, Import, ImportPage, UndoneImport } from '../../contract/schemas/imports.ts';
import * as live from '../../contract/schemas/live.ts';
import { Chapter, Lookup, LookupCandidate } from '../../contract/schemas/lookup.ts';
import * as now from '../../contract/schemas/now.ts';
import { Operators } from '../../contract/schemas/operators.ts';
import * as plans from '../../contract/schemas/plans.ts';
import * as presentation from '../../contract/schemas/presentation.ts';
import * as problem from '../../contract/schemas/problem.ts';
import { ExtractedReferences, ReferenceCandidate, References, SearchPage } from '../../contract/schemas/search.ts';
import { SONG_MEDIA_TYPES, SongImport } from '../../contract/schemas/song-import.ts';
import { Stage } from '../../contract/schemas/stage.ts';
import * as translation from '../../contract/schemas/translation.ts';
import * as usage from '../../contract/schemas/usage.ts';
import { IMAGE_MEDIA_TYPES } from '../../contract/slide-fields.ts';
import { SURROGATES } from '../../contract/text-patterns.ts';
import { PROBLEM_MEDIA_TYPE } from '../responses/problem.ts';
import { JSON_CONTENT } from './described-document.ts';

/** Schemas that become components of the document, by name. */
const COMPONENTS: Record<string, unknown> = {
  Problem: problem.Problem,
  ErrorCode: problem.ProblemCode,
  LiveStatus: live.LiveStatus,
  LiveMode: live.LiveMode,
  DisplayType: live.DisplayType,
  Live: live.Live,
  PersonalLive: live.PersonalLive,
  LiveSummaryPage: live.LiveSummaryPage,
  PersonalLiveSummaryPage: live.PersonalLiveSummaryPage,
  LiveDisplay: live.LiveDisplay,
  PersonalLiveDisplay: live.PersonalLiveDisplay,
  LiveQueueItem: live.LiveQueueItem,
  LiveQueuePage: live.LiveQueuePage,
  PersonalLiveQueuePage: live.PersonalLiveQueuePage,
  LiveStackReference: live.StackReference,
  StackResult: live.StackResult,
  DisplayVerse: live.DisplayVerse,
  LiveStackVerse: live.LiveStackVerse,
  SnapshotSummary: live.SnapshotSummary,
  Playback: live.Playback,
  Settings: live.Settings,
  Paging: live.Paging,
  Phones: live.Phones,
  Focus: live.Focus,
  Stage,
  Operators,
  Now: now.Now,
  Pages: now.Pages,
  LiveEvent: event.LiveEvent,
  LiveStateEvent: event.LiveStateEvent,
  LiveNowEvent: event.LiveNowEvent,
  LiveHeartbeat: event.LiveHeartbeat,
  LiveEventSnapshot: event.LiveEventSnapshot,
  LiveEventViewerSettings: live.ViewerSettings,
  LiveEventDesign: design.Design,
  LiveStudioSettings: design.StudioSettings,
  Look: design.Look,
  Looks: design.Looks,
  Plan: plans.Plan,
  PlanPage: plans.PlanPage,
  PlanEntry: plans.PlanEntry,
  PlanEntryInput: plans.PlanEntryInput,
  Deck: presentation.Deck,
  DeckPage: presentation.DeckPage,
  SnapshotPage: presentation.SnapshotPage,
  Slide: presentation.Slide,
  SlideInput: presentation.SlideInput,
  SlideReference: presentation.SlideReference,
  Snapshot: presentation.Snapshot,
  Image: presentation.Image,
  ImagePage: presentation.ImagePage,
  Logo: presentation.Logo,
  Import,
  ImportPage,
  UndoneImport,
  SongImport,
  Usage: usage.Usage,
  UsageRow: usage.UsageRow,
  Licence: usage.Licence,
  TranslationRights: translation.TranslationRights,
  TranslationProvenance: translation.TranslationProvenance,
  TranslationEdition: translation.TranslationEdition,
  TranslationEditionPage: translation.TranslationEditionPage,
  BookDefinition: translation.BookDefinition,
  BookDefinitionPage: translation.BookDefinitionPage,
  Verse: translation.Verse,
  SearchPage,
  References,
  ReferenceCandidate,
  ExtractedReferences,
  Lookup,
  LookupCandidate,
  Chapter,
  BookPage,
  PersonalAccount,
  Me: credentials.Me,
  PersonalToken: credentials.PersonalToken,
  PersonalTokenPage: credentials.PersonalTokenPage,
  IssuedToken: credentials.IssuedToken,
  AuditEntry,
  AuditPage,
};

const ETAG_HEADER = {
  ETag: {
    type: 'string',
    description: 'Strong entity tag of the returned version. Send it in `If-Match` or `If-None-Match`.',
  },
};

/** Binary request body (OpenAPI 3.1, "Considerations for File Uploads"). */
const FILE_BODIES = {
  image: { consumes: [...IMAGE_MEDIA_TYPES], body: { description: 'The bytes of the image.' } },
  song: { consumes: [...SONG_MEDIA_TYPES], body: { description: 'The bytes of the file.' } },
  import: { consumes: [...IMPORT_MEDIA_TYPES], body: { description: 'The bytes of the file.' } },
} as const;

/** A response as CSV (RFC 4180). */
const CSV_CONTENT = {
  'text/csv': {
    schema: { type: 'string', description: 'The same rows as CSV (RFC 4180), with the names of the columns.' },
  },
};

const LOCATION_HEADER = { Location: { type: 'string', description: 'URL of the new resource.' } };

const SKIPPED_HEADER = {
  'Lectern-Skipped': {
    type: 'string',
    description:
      'Translations that lack verses of the passage which another translation has, separated by commas. A translation without parameters ' +
      'lacks the whole passage. Otherwise `count` is the number of missing verses, and `verses` lists the first of them, in the numbering of ' +
      'the first translation that has them. Example: `bsb, web;count=2;verses="17:21 18:11"`.',
  },
};

const RETRY_AFTER = { 'Retry-After': { type: 'integer', description: 'Seconds to wait before the next request.' } };
const CHALLENGE = { 'WWW-Authenticate': { type: 'string', description: 'Bearer challenge (RFC 6750 §3).' } };

/** Headers of errors, by status. [D3] */
const ERROR_HEADERS: Record<number, object> = { 401: CHALLENGE, 403: CHALLENGE, 429: RETRY_AFTER, 503: RETRY_AFTER };

/** Schemas of path parameters. [Endpoints] */
const PATH_PARAMETERS: Readonly<Record<string, object>> = {
  account_id: { type: 'string', description: 'Id of a personal account.' },
  organization_id: { type: 'string', description: 'Id of an organization.' },
  live_id: { type: 'string', description: 'Id of a Live.' },
  item_id: { type: 'string', description: 'Id of a queue item.' },
  output_id: { type: 'string', description: 'Id of an output.' },
  plan_id: { type: 'string', description: 'Id of a plan.' },
  deck_id: { type: 'string', description: 'Id of a deck.' },
  snapshot_id: { type: 'string', description: 'Id of a snapshot.' },
  import_id: { type: 'string', description: 'Id of an import.' },
  image_id: { type: 'string', description: 'Id of an image, which is its SHA-256.' },
  token_id: { type: 'string', description: 'Id of a personal token.' },
  grant_id: { type: 'string', description: 'Id of a grant.' },
  slug: { type: 'string', description: 'Slug of an edition, in any case.' },
  book_id: { type: 'integer', description: 'Canonical number of a book, as in `GET /v1/books`.' },
  chapter: { type: 'string', description: 'Number of a chapter.' },
};

/** Returns the documentation schema of a route: parameters, request body, headers and responses. [D48] */
export function describeOperation(
  id: OperationId,
  schemas: { body?: TSchema; query?: TSchema; response?: TSchema },
): Record<string, unknown> {
  const operation: Operation = OPERATIONS[id];
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
  return {
    operationId: id,
    ...(operation.deprecated && { deprecated: true }),
    summary: operation.summary,
    description:
      `${operation.description}\n\n` +
      `Scopes: ${listScopes(operation.scopes)}. ` +
      `${operation.delegatedScopes ? `Scopes of delegated credentials: ${listScopes(operation.delegatedScopes)}. ` : ''}` +
      `Credentials: ${operation.kinds.join(', ')}.` +
      `${operation.idempotency === 'unsupported' ? ' `Idempotency-Key` is refused.' : ''}` +
      `${operation.expensive ? `\n\n${describeTurns(operation)}` : ''}`,
    tags: [operation.tag],
    security: [{ bearer: [] }],
    ...(names.length > 0 && {
      params: {
        type: 'object',
        properties: Object.fromEntries(names.map((name) => [name, PATH_PARAMETERS[name] ?? { type: 'string' }])),
        required: names,
      },
    }),
    ...(schemas.query && { querystring: withDocumented(schemas.query) }),
    ...(schemas.body && { body: withDocumented(schemas.body) }),
    ...(operation.body && operation.body !== 'json' && FILE_BODIES[operation.body]),
    ...(headersOf(operation) && { headers: headersOf(operation) }),
    response: responsesOf(operation, schemas.response && (withDocumented(schemas.response) as TSchema)),
  };
}

/**
 * Copies a schema and merges the rules of its `documented` keywords into it. Strict generators read `anyOf` only as
 * "or null", and no surrogates in patterns. [D48]
 */
function withDocumented(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withDocumented);
  if (typeof node === 'string') return node.replaceAll(SURROGATES, '');
  if (node === null || typeof node !== 'object') return node;
  const { documented, ...schema } = node as Record<string, unknown>;
  const toKey = (key: string, value: unknown) => (key === 'anyOf' && !hasNull(value) ? 'oneOf' : key);
  return Object.fromEntries(
    Object.entries({ ...schema, ...(documented as object | undefined) }).map(([key, value]) => [
      toKey(key, value),
      withDocumented(value),
    ]),
  );
}

/** [D10] */
const describeTurns = ({ method }: Operation): string =>
  (method === 'GET' ? 'Expensive: ' : `Expensive if it adds or restores more than ${INEXPENSIVE_VERSES_MAX} verses: `) +
  `a node runs at most ${EXPENSIVE_PER_OWNER_MAX} such requests of an account or organization at a time, and ` +
  `${EXPENSIVE_WAITING_PER_OWNER_MAX} wait for up to ${EXPENSIVE_WAIT_MAX_SECONDS} seconds. Others are refused with \`rate_limited\`.`;

const hasNull = (branches: unknown): boolean => (branches as { type?: string }[]).some(({ type }) => type === 'null');

const listScopes = (scopes: Operation['scopes']): string => scopes.map((scope) => `\`${scope}\``).join(', ') || 'none';

/** Documents the request headers, which `preconditions.ts`, `idempotency.ts` and `operation-result.ts` evaluate. */
function headersOf(operation: Operation): Record<string, unknown> | undefined {
  const properties: Record<string, unknown> = {
    ...(operation.ifMatch && {
      'if-match': {
        type: 'string',
        pattern: '^"[!#-~\\x80-\\xff]*"$',
        description:
          'Strong ETag of the latest response. Exactly one value; wildcards, weak tags and lists are rejected.',
      },
    }),
    ...(operation.method === 'GET' &&
      operation.etag && {
        'if-none-match': {
          type: 'string',
          description: 'ETag of a cached response. If it is still current, the response is 304.',
        },
      }),
    ...(operation.idempotency === 'honoured' && {
      'idempotency-key': {
        type: 'string',
        minLength: 1,
        maxLength: IDEMPOTENCY_KEY_MAX_CHARACTERS,
        pattern: '^[!-~]+$',
        description:
          'Unique key of this request, for safe retries. A request with the same key and body within 24 hours returns the first response and creates nothing.',
      },
    }),
  };
  const required = operation.ifMatch ? ['if-match'] : [];
  return Object.keys(properties).length > 0 ? { type: 'object', properties, required } : undefined;
}

function responsesOf(operation: Operation, response: TSchema | undefined): Record<string, unknown> {
  const described = {
    ...(operation.etag && ETAG_HEADER),
    ...(operation.located && LOCATION_HEADER),
    ...(operation.skips && SKIPPED_HEADER),
  };
  const headers = Object.keys(described).length > 0 ? { headers: described } : {};
  const responses: Record<string, unknown> = {
    [operation.success]: response
      ? {
          description: 'Success.',
          ...headers,
          content: { [JSON_CONTENT]: { schema: response }, ...(operation.csv && CSV_CONTENT) },
        }
      : { description: 'Success. The response has no body.', ...headers, type: 'null' },
  };
  if (operation.otherSuccess && response) {
    responses[operation.otherSuccess] = {
      description: 'Success. Nothing was created.',
      content: { [JSON_CONTENT]: { schema: response } },
    };
  }
  if (operation.method === 'GET' && operation.etag) {
    responses[304] = { description: 'The version in `If-None-Match` is still current.', ...headers, type: 'null' };
  }
  const byStatus = Map.groupBy(errorCodesOf(operation), (code: ErrorCode) => ERROR_CODES[code].status);
  for (const [status, codes] of byStatus) {
    responses[status] = {
      ...(ERROR_HEADERS[status] && { headers: ERROR_HEADERS[status] }),
      description: codes.map((code) => `\`${code}\`: ${ERROR_CODES[code].meaning}`).join('\n\n'),
      content: { [PROBLEM_MEDIA_TYPE]: { schema: problem.Problem } },
    };
  }
  return responses;
}

/** Returns the parts of the document that do not come from routes. */
export const openApiBase = () => ({
  openapi: '3.1.0',
  info: {
    title: 'Lectern',
    version: '1.0.0',
    description:
      'Lectern puts Bible verses on live displays. Send the ETag of a Live in `If-Match` with every write to it. Errors are problems ' +
      '(RFC 9457) with a stable `code`. Every response has `X-Request-Id`, and `RateLimit-Policy` and `RateLimit` ' +
      '(draft-ietf-httpapi-ratelimit-headers), which state the limits and what remains of the one that is closest to exhaustion. Bytes that ' +
      'are not valid HTTP are answered with 400, 408 or 431, and unknown methods with 405, before any operation is chosen. Later versions can ' +
      'add fields to responses, values to enumerations of responses, and codes: ignore fields that you do not know.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  // Relative, so that requests go to the server that the document came from.
  servers: [{ url: '/' }],
  components: {
    securitySchemes: {
      bearer: {
        type: 'http' as const,
        scheme: 'bearer',
        description: 'A service token of an organization, a personal token, or a delegated OAuth access token.',
      },
    },
  },
});

/**
 * Adds `x-codes` to each error response: its possible error codes in machine-readable form. Marks the bodies that can
 * be left out.
 */
export function completeOperations(document: Record<string, unknown>): Record<string, unknown> {
  for (const methods of Object.values(document.paths as Record<string, Record<string, DocumentedOperation>>)) {
    for (const { operationId, requestBody, responses } of Object.values(methods)) {
      const { schema } = requestBody?.content[JSON_CONTENT] ?? {};
      if (schema) requestBody!.required = !isOptionalBody(schema);
      for (const code of errorCodesOf(OPERATIONS[operationId])) {
        const response = responses[ERROR_CODES[code].status]!;
        response['x-codes'] = [...(response['x-codes'] ?? []), code];
      }
    }
  }
  return document;
}

interface DocumentedOperation {
  operationId: OperationId;
  requestBody?: { required: boolean; content: Record<string, { schema: TSchema }> };
  responses: Record<string, { 'x-codes'?: ErrorCode[] }>;
}

/** Checks whether a JSON body can be left out, because an empty object is valid. */
export const isOptionalBody = (schema: TSchema): boolean => {
  const { required = [], minProperties = 0 } = withDocumented(schema) as {
    required?: string[];
    minProperties?: number;
  };
  return required.length === 0 && minProperties === 0;
};

const COMPONENT_SCHEMAS = Object.entries(COMPONENTS).map(([name, schema]) => [name, withDocumented(schema)] as const);

/** Returns the keywords of a schema node. Comparing them first is cheap and rules out most nodes. */
const shapeOf = (node: unknown): string => Object.keys(node ?? {}).join();
const COMPONENT_SHAPES = new Set(COMPONENT_SCHEMAS.map(([, schema]) => shapeOf(schema)));

/** Replaces schemas that equal a component with references to it. */
export function referenceComponents(document: Record<string, unknown>): Record<string, unknown> {
  const names = new Map(COMPONENT_SCHEMAS.map(([name, schema]) => [JSON.stringify(schema), name]));
  const named = (node: unknown, self?: string): unknown => {
    if (Array.isArray(node)) return node.map((entry) => named(entry));
    if (node === null || typeof node !== 'object') return node;
    const name = COMPONENT_SHAPES.has(shapeOf(node)) ? names.get(JSON.stringify(node)) : undefined;
    if (name !== undefined && name !== self) return { $ref: `#/components/schemas/${name}` };
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, named(value)]));
  };
  const schemas = Object.fromEntries(COMPONENT_SCHEMAS.map(([name, schema]) => [name, named(schema, name)]));
  const { components, ...rest } = document as { components: Record<string, unknown> };
  return { ...(named(rest) as object), components: { ...components, schemas } };
}
