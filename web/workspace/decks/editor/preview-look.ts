import { DEFAULT_VIEWER_SETTINGS } from '../../../../src/contract/default-design.ts';
import { fetchOwnerLook } from '../../../preview/owner-look.ts';
import type { PreviewLook } from '../../../preview/preview-states.ts';
import { fetchLives } from '../../../session/fetch-lives.ts';
import type { Session } from '../../../session/session.ts';

/**
 * Reads the look of the organization and the viewer settings of its first Live, for previews. Rejects with
 * LecternProblem, or with TypeError on a network error.
 */
export async function fetchPreviewLook(session: Session): Promise<PreviewLook> {
  const { client } = session;
  const [look, lives] = await Promise.all([fetchOwnerLook(session), fetchLives(session)]);
  const [first] = lives;
  const settings = first
    ? (await client.GET('/v1/lives/{live_id}/viewer-settings', { params: { path: { live_id: first.id } } })).data
    : DEFAULT_VIEWER_SETTINGS;
  return { ...look, settings };
}
