import { createHash, type Hash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { IMPORT_MAX_BYTES, IMPORT_UPLOADS_MAX, PAGE_DEFAULT_ITEMS, PAGE_MAX_ITEMS } from '../../contract/limits.ts';
import {
  CreateImportQuery,
  IMPORT_MEDIA_TYPES,
  Import,
  ImportPage,
  UndoneImport,
} from '../../contract/schemas/imports.ts';
import { pageQuery } from '../../contract/schemas/shapes.ts';
import { newImportPath } from '../../import-files/temporary-files.ts';
import type { ShownImport, SongImports } from '../../songs/imports/song-imports.ts';
import type { ImportCounts, ImportRecord, ListPage, Storage } from '../../storage/storage.ts';
import type { ListCursors } from '../operation/cursor.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { createOnce } from '../operation/idempotency.ts';
import { addOperation } from '../operation/operation.ts';
import { addStreamParser } from './upload-body.ts';

const ImportsQuery = pageQuery(PAGE_MAX_ITEMS, PAGE_DEFAULT_ITEMS);

export interface ImportsServices extends OperationServices {
  readonly storage: Storage;
  readonly songImports: SongImports;
  readonly listCursors: ListCursors;
}

/** A received file. The JSON by which idempotency compares requests has its digest. [D9] */
class FileBody {
  readonly path: string;
  readonly #sha256: string;
  readonly #query: unknown;

  constructor(path: string, sha256: string, query: unknown) {
    this.path = path;
    this.#sha256 = sha256;
    this.#query = query;
  }

  toJSON(): object {
    return { sha256: this.#sha256, query: this.#query };
  }
}

/** Adds the operations for imports of many songs. [D70] */
export function addImports(app: FastifyInstance, services: ImportsServices): void {
  const { songImports, listCursors, config, storage } = services;
  const countsOf = async ({ id }: Pick<ImportRecord, 'id'>) => (await songImports.countResults([id])).get(id)!;

  app.register(async (uploads) => {
    addStreamParser(uploads, {
      mediaTypes: IMPORT_MEDIA_TYPES,
      uploadsMax: IMPORT_UPLOADS_MAX,
      tooLarge: `The file of an import can have at most ${IMPORT_MAX_BYTES / 1024 / 1024} MiB.`,
      receive: async (chunks, { query }) => {
        const path = newImportPath();
        const hash = createHash('sha256');
        await writeFile(path, hashed(chunks, hash), { flag: 'wx', mode: 0o600 }).catch(async (error) => {
          await rm(path, { force: true });
          throw error;
        });
        return new FileBody(path, hash.digest('hex'), query);
      },
    });
    // A request that is refused after its body was received.
    uploads.addHook('onError', async ({ body }) => {
      if (body instanceof FileBody) await rm(body.path, { force: true });
    });

    addOperation(uploads, services, 'createImport', { query: CreateImportQuery, response: Import }, async (context) => {
      const { owner, query, actor } = context;
      const { path } = context.body as FileBody;
      const location = `${config.publicUrl}/v1/organizations/${owner.id}/imports`;
      const toCreated = (record: ImportRecord) => ({
        body: { ...toImport(record, NO_COUNTS), items: null },
        headers: { location: `${location}/${record.id}` },
      });
      let isTaken = false;
      try {
        return await createOnce(storage, context, async (toIdempotencyRecord) => {
          await context.recheck();
          const record = await songImports.create(
            owner.id,
            { path, fileName: query.file_name ?? '' },
            actor,
            toIdempotencyRecord && ((made) => toIdempotencyRecord(toCreated(made))),
          );
          isTaken = record !== null;
          return record && toCreated(record);
        });
      } finally {
        if (!isTaken) await rm(path, { force: true });
      }
    });
  });

  addOperation(
    app,
    services,
    'listImports',
    { query: ImportsQuery, response: ImportPage },
    async ({ owner, query }) => {
      let counts: ReadonlyMap<string, ImportCounts>;
      const body = await listCursors.page(`imports/${owner.id}`, query, {
        find: async (page: ListPage) => {
          const records = await songImports.list(owner.id, page);
          counts = await songImports.countResults(records.map(({ id }) => id));
          return records;
        },
        positionOf: ({ createdAt, id }) => ({ createdAt, id }),
        toData: (record) => toImport(record, counts.get(record.id)!),
      });
      return { body };
    },
  );

  const requireResource = ({ organization_id, import_id }: Readonly<Record<string, string>>) =>
    songImports.require(organization_id!, import_id!);

  addOperation(app, services, 'getImport', { response: Import, requireResource }, async ({ resource }) => {
    const items = resource.state === 'running' ? null : await songImports.listItems(resource.id);
    return { body: { ...toImport(resource, await countsOf(resource)), items }, compressible: true };
  });

  addOperation(app, services, 'undoImport', { response: UndoneImport, requireResource }, async (context) => {
    await context.recheck();
    const { deleted, kept, keptPlans } = await songImports.undo(context.resource, context.actor);
    return {
      body: {
        deleted,
        kept: kept.map(({ deckId, title, reason }) => ({ deck_id: deckId, title, reason })),
        kept_plans: keptPlans,
      },
    };
  });
}

const NO_COUNTS: ImportCounts = { created: 0, already_there: 0, refused: 0 };

async function* hashed(chunks: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

const toImport = (record: ShownImport, counts: ImportCounts) => ({
  id: record.id,
  file_name: record.fileName,
  state: record.state,
  progress: record.progress,
  counts,
  omitted: Object.entries(JSON.parse(record.omitted)).map(([kind, count]) => ({ kind, count })),
  failure: record.failure === null ? null : JSON.parse(record.failure),
  created_at: record.createdAt,
});
