import type { paths, Success } from '../../../../clients/typescript/src/index.ts';
import { SONG_FILE_NAME_MAX_CHARACTERS } from '../../../../src/contract/limits.ts';
import type { Session } from '../../../session/session.ts';
import { uploadFile } from '../../../session/upload-file.ts';
import type { PickedFile } from '../../../ui/dropped-files.ts';

const IMPORTS = '/v1/organizations/{organization_id}/imports';
const IMPORT = '/v1/organizations/{organization_id}/imports/{import_id}';
/** Imports in the list of earlier ones. */
const LISTED = 10;

export type SongImport = Success<paths[typeof IMPORT]['get']>;
export type SongImportItem = NonNullable<SongImport['items']>[number];
export type ListedImport = Success<paths[typeof IMPORTS]['get']>['data'][number];
export type UndoneImport = Success<paths[typeof IMPORT]['delete']>;

/** Parts of the report. */
export const ITEM_FILTERS = ['all', 'to_check', 'refused', 'already_there'] as const;
export type ItemFilter = (typeof ITEM_FILTERS)[number];

/** Returns whether an item belongs to a part of the report. */
export function hasFilter(
  { result, warnings, duplicate_of: duplicateOf }: SongImportItem,
  filter: ItemFilter,
): boolean {
  if (filter === 'to_check') return result === 'created' && (warnings.length > 0 || duplicateOf !== null);
  return filter === 'all' || result === filter;
}

/** Operations for imports. They reject with LecternProblem, or with TypeError on a network error. */
export function openImportRest(session: Session) {
  const { client, owner } = session;
  const path = { organization_id: owner.id };
  return {
    /** Sends one file as it is, and several as an archive. */
    async begin(
      files: readonly PickedFile[],
      name: string,
      options: { readonly signal: AbortSignal; onProgress(share: number): void },
    ): Promise<SongImport> {
      const [only] = files;
      // Loaded when it is needed.
      const body = files.length === 1 ? only!.file : await (await import('./pack-files.ts')).packFiles(files);
      const query = new URLSearchParams({
        file_name: (files.length === 1 ? only!.file.name : name).slice(-SONG_FILE_NAME_MAX_CHARACTERS),
      });
      return uploadFile<SongImport>(session, {
        url: `/v1/organizations/${owner.id}/imports?${query}`,
        body,
        contentType: 'application/octet-stream',
        ...options,
      });
    },
    async get(import_id: string): Promise<SongImport> {
      return (await client.GET(IMPORT, { params: { path: { ...path, import_id } } })).data;
    },
    async list(): Promise<readonly ListedImport[]> {
      return (await client.GET(IMPORTS, { params: { path, query: { limit: LISTED } } })).data.data;
    },
    async undo(import_id: string): Promise<UndoneImport> {
      return (await client.DELETE(IMPORT, { params: { path: { ...path, import_id } } })).data;
    },
  };
}
