import { DEFAULT_VIEWER_SETTINGS } from '../../../src/contract/default-design.ts';
import type { ViewerSettings } from '../../../src/contract/schemas/live.ts';
import type { Session } from '../../session/session.ts';
import type { DocumentStore, StoredContent } from '../editing/document-store.ts';
import { changedFields, isSameFields, mergeFields, pick } from '../editing/fields.ts';

/** Settings of a Live that are edited together. */
export interface LiveSettingsValues {
  readonly name: string;
  readonly translations: readonly string[];
  /** Empty: none. */
  readonly reference: string;
  readonly lines: number;
  readonly page_characters: number;
  readonly earlier: boolean;
  readonly order: boolean;
  readonly theme: ViewerSettings['theme'];
  readonly scale: number;
  readonly presentation: boolean;
  /** Null: as in the design. */
  readonly preset: NonNullable<ViewerSettings['preset']> | null;
  readonly transition: NonNullable<ViewerSettings['transition']> | null;
}

export type LiveSettingsField = keyof LiveSettingsValues;

/** Shipped viewer settings. They leave the preset and the transition to the design. */
export const SHIPPED_VIEWER_SETTINGS = {
  ...DEFAULT_VIEWER_SETTINGS,
  preset: null,
  transition: null,
} satisfies Partial<LiveSettingsValues>;

/** Fields by the resource that has them. Each resource is changed on its own. */
const RESOURCES = {
  live: ['name'],
  settings: ['translations', 'reference'],
  paging: ['lines', 'page_characters'],
  phones: ['earlier', 'order'],
  viewerSettings: ['theme', 'scale', 'presentation', 'preset', 'transition'],
} as const satisfies Record<string, readonly LiveSettingsField[]>;

/** Reads the settings of a Live. Rejects with LecternProblem, or with TypeError on a network error. */
async function fetchLiveSettings({ client }: Session, liveId: string): Promise<StoredContent<LiveSettingsValues>> {
  const params = { path: { live_id: liveId } };
  // The ETag is read first. If the Live changes during the reads, the ETag is stale and the next write is refused.
  const { data: now } = await client.GET('/v1/lives/{live_id}/now', { params });
  const [settings, paging, phones, viewer] = await Promise.all([
    client.GET('/v1/lives/{live_id}/settings', { params }),
    client.GET('/v1/lives/{live_id}/paging', { params }),
    client.GET('/v1/lives/{live_id}/phones', { params }),
    client.GET('/v1/lives/{live_id}/viewer-settings', { params }),
  ]);
  const { theme, scale, presentation, preset = null, transition = null } = viewer.data;
  return {
    content: {
      name: now.name,
      translations: settings.data.translations,
      reference: settings.data.reference ?? '',
      lines: paging.data.lines,
      page_characters: paging.data.page_characters,
      ...phones.data,
      theme,
      scale,
      presentation,
      preset,
      transition,
    },
    etag: now.etag,
    changedBy: now.changed?.by ?? null,
  };
}

/**
 * Opens the settings of a Live as a document. A write saves the changed fields, one resource after another, and what
 * was saved before a failure stays saved. `onWritten` is called after each write.
 */
export const openSettingsStore = (
  session: Session,
  liveId: string,
  onWritten: () => Promise<void>,
): DocumentStore<LiveSettingsValues> => ({
  read: () => fetchLiveSettings(session, liveId),
  async write(content, stored, onPart) {
    const changed = changedFields(content, stored.content);
    let { content: written, etag } = stored;
    for (const [resource, fields] of Object.entries(RESOURCES)) {
      const ours = fields.filter((field) => changed.includes(field));
      if (ours.length === 0) continue;
      const params = { path: { live_id: liveId }, header: { 'if-match': etag } };
      const { response } = await write(session, resource as keyof typeof RESOURCES, params, toBody(content, ours));
      etag = response.headers.get('etag') ?? etag;
      written = { ...written, ...pick(content, ours) };
      onPart({ content: written, etag });
    }
    // The server normalizes names and references.
    const fresh = await fetchLiveSettings(session, liveId);
    await onWritten();
    return fresh;
  },
  isSame: isSameFields,
  merge: mergeFields,
});

interface WriteParams {
  readonly path: { readonly live_id: string };
  readonly header: { readonly 'if-match': string };
}

function write(
  { client }: Session,
  resource: keyof typeof RESOURCES,
  params: WriteParams,
  body: object,
): Promise<{ response: Response }> {
  switch (resource) {
    case 'live':
      return client.PATCH('/v1/lives/{live_id}', { params, body: body as { name: string } });
    case 'settings':
      return client.PATCH('/v1/lives/{live_id}/settings', { params, body });
    case 'paging':
      return client.PATCH('/v1/lives/{live_id}/paging', { params, body });
    case 'phones':
      return client.PATCH('/v1/lives/{live_id}/phones', { params, body });
    case 'viewerSettings':
      return client.PATCH('/v1/lives/{live_id}/viewer-settings', { params, body });
  }
}

const toBody = (values: LiveSettingsValues, fields: readonly LiveSettingsField[]): object =>
  Object.fromEntries(
    fields.map((field) => {
      const value = values[field];
      if (field === 'name') return [field, values.name.trim()];
      return [field, field === 'reference' ? values.reference.trim() || null : value];
    }),
  );
