import { LecternProblem } from '../../../clients/typescript/src/index.ts';
import type { ViewerSettings } from '../../../src/contract/schemas/live.ts';
import type { Session } from '../../session/session.ts';

/** Settings of a Live that are edited together. */
export interface LiveSettingsValues {
  readonly name: string;
  readonly translations: readonly string[];
  /** Empty: none. */
  readonly reference: string;
  readonly lines: number;
  readonly page_characters: number;
  readonly theme: ViewerSettings['theme'];
  readonly scale: number;
  readonly presentation: boolean;
  /** Null: as in the design. */
  readonly preset: NonNullable<ViewerSettings['preset']> | null;
  readonly transition: NonNullable<ViewerSettings['transition']> | null;
}

export type LiveSettingsField = keyof LiveSettingsValues;

/** Saved settings with the ETag that a change must name. */
export interface SavedLiveSettings {
  readonly values: LiveSettingsValues;
  readonly etag: string;
  /** Name of the user or token of the last change. */
  readonly changedBy: string | null;
}

/** Fields by the resource that has them. Each resource is changed on its own. */
const RESOURCES = {
  live: ['name'],
  settings: ['translations', 'reference'],
  paging: ['lines', 'page_characters'],
  viewerSettings: ['theme', 'scale', 'presentation', 'preset', 'transition'],
} as const satisfies Record<string, readonly LiveSettingsField[]>;

/** Reads the settings of a Live. Rejects with LecternProblem, or with TypeError on a network error. */
export async function fetchLiveSettings({ client }: Session, liveId: string): Promise<SavedLiveSettings> {
  const params = { path: { live_id: liveId } };
  // The ETag is read first. If the Live changes during the reads, the ETag is stale and the next write is refused.
  const { data: now } = await client.GET('/v1/lives/{live_id}/now', { params });
  const [settings, paging, viewer] = await Promise.all([
    client.GET('/v1/lives/{live_id}/settings', { params }),
    client.GET('/v1/lives/{live_id}/paging', { params }),
    client.GET('/v1/lives/{live_id}/viewer-settings', { params }),
  ]);
  const { theme, scale, presentation, preset = null, transition = null } = viewer.data;
  return {
    values: {
      name: now.name,
      translations: settings.data.translations,
      reference: settings.data.reference ?? '',
      lines: paging.data.lines,
      page_characters: paging.data.page_characters,
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

export interface SaveOptions {
  readonly session: Session;
  readonly liveId: string;
  readonly etag: string;
  readonly values: LiveSettingsValues;
  readonly changed: readonly LiveSettingsField[];
  /** Called after each resource that was saved. */
  onSaved(fields: readonly LiveSettingsField[], etag: string): void;
}

/**
 * Saves the changed fields, one resource after another. Rejects with LecternProblem, 412 if the Live has changed, or
 * with TypeError on a network error; what was saved before stays saved.
 */
export async function saveLiveSettings({ session, liveId, etag, values, changed, onSaved }: SaveOptions) {
  let tag = etag;
  for (const [resource, fields] of Object.entries(RESOURCES)) {
    const ours = fields.filter((field) => changed.includes(field));
    if (ours.length === 0) continue;
    const params = { path: { live_id: liveId }, header: { 'if-match': tag } };
    const { response } = await write(session, resource as keyof typeof RESOURCES, params, toBody(values, ours));
    tag = response.headers.get('etag') ?? tag;
    onSaved(ours, tag);
  }
}

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

export const isOvertaken = (error: unknown): error is LecternProblem =>
  error instanceof LecternProblem && error.status === 412;
