import { toStoredViewerImage } from '../../src/contract/viewer-content.ts';
import type { Session } from '../session/session.ts';
import type { PreviewLook } from './preview-states.ts';

/**
 * Reads the design, looks and logo of the owner, for previews. An account has none. Rejects with LecternProblem, or
 * with TypeError on a network error.
 */
export async function fetchOwnerLook({ client, owner }: Session): Promise<Omit<PreviewLook, 'settings'>> {
  if (owner.kind === 'account') return { name: null, logo: null, design: null, looks: null };
  const params = { path: { organization_id: owner.id } };
  const [design, looks, logo] = await Promise.all([
    client.GET('/v1/organizations/{organization_id}/design', { params }),
    client.GET('/v1/organizations/{organization_id}/looks', { params }),
    client.GET('/v1/organizations/{organization_id}/logo', { params }),
  ]);
  const { image } = logo.data;
  return {
    name: owner.name,
    logo: image && toStoredViewerImage(image.id, image),
    design: design.data.settings as PreviewLook['design'],
    looks: looks.data,
  };
}
