import type { paths, Success } from '../../../../clients/typescript/src/index.ts';
import { SONG_FILE_NAME_MAX_CHARACTERS } from '../../../../src/contract/limits.ts';
import type { Slide } from '../../../../src/contract/schemas/presentation.ts';
import { createAnyLength } from '../../../session/create-any-length.ts';
import { fetchAllPages } from '../../../session/fetch-all-pages.ts';
import { fetchDeckList } from '../../../session/fetch-decks.ts';
import type { Session } from '../../../session/session.ts';
import { uploadFile } from '../../../session/upload-file.ts';
import type { DeckDocument } from './deck-document.ts';

const DECK = '/v1/organizations/{organization_id}/decks/{deck_id}';

export type DeckImage = Success<paths['/v1/organizations/{organization_id}/images']['get']>['data'][number];
export type DeckSnapshot = Success<paths['/v1/organizations/{organization_id}/snapshots/{snapshot_id}']['get']>;
export type SongImportData = Success<paths['/v1/organizations/{organization_id}/presentations/import']['post']>;
export type SongPreview = NonNullable<SongImportData['preview']>;
type Deck = Success<paths[typeof DECK]['get']>;

/** Song file to import. */
interface SongUpload {
  readonly body: Blob;
  readonly fileName?: string;
  /** Identifies the import, so that a repeated one does not create a second song. Absent for a dry run. */
  readonly key?: string;
  readonly signal?: AbortSignal;
}

/** Deck as stored, with the ETag of this version. */
export interface StoredDeck {
  readonly id: string;
  readonly revision: number;
  readonly etag: string;
  readonly document: DeckDocument;
}

/**
 * Operations for the decks and images of an organization. They reject with LecternProblem, or with TypeError on a
 * network error.
 */
export type DeckRest = ReturnType<typeof openDeckRest>;

export function openDeckRest(session: Session) {
  const { client, owner } = session;
  const organization_id = owner.id;
  const at = (deck_id: string) => ({ organization_id, deck_id });
  const replace = async (id: string, etag: string, document: DeckDocument): Promise<StoredDeck> => {
    const params = { path: at(id), header: { 'if-match': etag } };
    return toStored(await client.PUT(DECK, { params, body: toDeckBody(document) }));
  };
  return {
    list: () => fetchDeckList(session),
    async get(id: string): Promise<StoredDeck> {
      return toStored(await client.GET(DECK, { params: { path: at(id) } }));
    },
    create(document: DeckDocument): Promise<StoredDeck> {
      const params = { path: { organization_id } };
      const body = toDeckBody(document);
      const post = async (given: typeof body | Pick<typeof body, 'title' | 'kind'>) =>
        toStored(await client.POST('/v1/organizations/{organization_id}/decks', { params, body: given }));
      return createAnyLength(body, {
        post: () => post(body),
        postEmpty: () => post({ title: body.title, kind: body.kind }),
        put: ({ id, etag }) => replace(id, etag, document),
        async delete({ id, etag }) {
          await client.DELETE(DECK, { params: { path: at(id), header: { 'if-match': etag } } });
        },
      });
    },
    replace,
    async delete(id: string, etag: string): Promise<void> {
      // Continues when the page is left.
      await client.DELETE(DECK, { params: { path: at(id), header: { 'if-match': etag } }, keepalive: true });
    },
    /** Returns the latest snapshot as listed, or null. */
    async findPublished(id: string) {
      const params = { path: at(id), query: { limit: 1 } };
      const { data } = await client.GET(`${DECK}/snapshots`, { params });
      return data.data[0] ?? null;
    },
    async getSnapshot(snapshot_id: string): Promise<DeckSnapshot> {
      const path = { organization_id, snapshot_id };
      return (await client.GET('/v1/organizations/{organization_id}/snapshots/{snapshot_id}', { params: { path } }))
        .data;
    },
    async publish(id: string): Promise<DeckSnapshot> {
      return (await client.POST(`${DECK}/snapshots`, { params: { path: at(id) }, body: {} })).data;
    },
    /** Imports a song, or reads it without a key. */
    importSong({ body, fileName, key, signal }: SongUpload): Promise<SongImportData> {
      const query = new URLSearchParams({ dry_run: String(key === undefined) });
      // The end of a long name has the extension.
      if (fileName !== undefined) query.set('file_name', fileName.slice(-SONG_FILE_NAME_MAX_CHARACTERS));
      return uploadFile<SongImportData>(session, {
        url: `/v1/organizations/${organization_id}/presentations/import?${query}`,
        body,
        contentType: 'application/octet-stream',
        ...(key !== undefined && { idempotencyKey: key }),
        ...(signal && { signal }),
      });
    },
    listImages: () =>
      fetchAllPages<DeckImage>((query) =>
        client.GET('/v1/organizations/{organization_id}/images', {
          params: { path: { organization_id }, query },
        }),
      ),
    async deleteImage(image_id: string): Promise<void> {
      await client.DELETE('/v1/organizations/{organization_id}/images/{image_id}', {
        params: { path: { organization_id, image_id } },
      });
    },
  };
}

/** Returns the body of a request. Texts without words and an incomplete songbook are left out. */
export const toDeckBody = ({
  title,
  kind,
  slides,
  order,
  footer,
  shared,
  language_tag: tag,
  songbook,
}: DeckDocument) => ({
  title,
  kind,
  slides: slides.map((slide) => (slide.layout === 'text' ? { ...slide, ...toSongFields(slide) } : slide)),
  order: order && [...order],
  footer,
  shared,
  language_tag: tag?.trim() || null,
  songbook: songbook?.name.trim() && songbook.number.trim() ? songbook : null,
});

/** Absent fields would keep what is stored, so empty ones are sent. */
const toSongFields = ({ translations = [], chords = [] }: Slide) => ({
  translations: translations
    .filter(({ text }) => text.trim() !== '')
    .map(({ language_tag, text }) => ({ language_tag: language_tag.trim() || 'und', text })),
  chords,
});

const toStored = ({ data, response }: { data: Deck; response: Response }): StoredDeck => ({
  id: data.id,
  revision: data.revision,
  etag: response.headers.get('etag')!,
  document: {
    title: data.title,
    kind: data.kind,
    slides: data.slides,
    order: data.order,
    footer: data.footer,
    shared: data.shared,
    language_tag: data.language_tag,
    songbook: data.songbook,
  },
});
