import type { paths, Success } from '../../../../clients/typescript/src/index.ts';
import { LOOK_KINDS } from '../../../../src/contract/looks.ts';
import type { Looks } from '../../../../src/contract/schemas/design.ts';
import type { ViewerDesign } from '../../../../src/contract/viewer.ts';
import type { Session } from '../../../session/session.ts';
import type { DocumentStore } from '../../editing/document-store.ts';
import { changedFields, isSameFields, mergeFields, pick } from '../../editing/fields.ts';

const DESIGN = '/v1/organizations/{organization_id}/design';
const LOOKS = '/v1/organizations/{organization_id}/looks';
const LOGO = '/v1/organizations/{organization_id}/logo';

type Logo = Success<paths[typeof LOGO]['get']>;
export type LogoImage = NonNullable<Logo['image']>;

const pathOf = ({ owner }: Session) => ({ organization_id: owner.id });

/** The design and the looks, which share an ETag. */
export interface DesignContent extends ViewerDesign, Looks {}

/** Opens the design and the looks as a document. */
export const openDesignStore = (session: Session): DocumentStore<DesignContent> => ({
  async read() {
    const params = { path: pathOf(session) };
    const { data, response } = await session.client.GET(DESIGN, { params });
    // Looks that are newer than this ETag make the next write stale.
    const looks = await session.client.GET(LOOKS, { params });
    return { content: { ...data.settings, ...looks.data }, etag: response.headers.get('etag')! };
  },
  async write(content, stored, onPart) {
    const { verse, song, announcement, ...settings } = content;
    const looks = { verse, song, announcement };
    let { etag } = stored;
    const toParams = () => ({ path: pathOf(session), header: { 'if-match': etag } });
    const changed = changedFields(content, stored.content);
    const kinds = LOOK_KINDS.filter((kind) => changed.includes(kind));
    if (changed.length > kinds.length) {
      const { response } = await session.client.PUT(DESIGN, { params: toParams(), body: { settings } });
      etag = response.headers.get('etag')!;
      onPart({ content: { ...stored.content, ...settings }, etag });
    }
    if (kinds.length > 0) {
      const { response } = await session.client.PUT(LOOKS, { params: toParams(), body: pick(looks, kinds) });
      etag = response.headers.get('etag')!;
    }
    return { content, etag };
  },
  isSame: isSameFields,
  merge: mergeFields,
});

/** Reads the logo. Rejects with LecternProblem, or with TypeError on a network error. */
export async function fetchLogo(session: Session): Promise<LogoImage | null> {
  return (await session.client.GET(LOGO, { params: { path: pathOf(session) } })).data.image;
}

/** Sets or removes (null) the logo. Rejects with LecternProblem, or with TypeError on a network error. */
export async function saveLogo(session: Session, imageId: string | null): Promise<LogoImage | null> {
  const params = { path: pathOf(session) };
  return (await session.client.PUT(LOGO, { params, body: { image_id: imageId } })).data.image;
}
