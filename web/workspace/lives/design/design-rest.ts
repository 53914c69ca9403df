import type { paths, Success } from '../../../../clients/typescript/src/index.ts';
import type { ViewerDesign } from '../../../../src/contract/viewer.ts';
import type { Session } from '../../../session/session.ts';
import type { DocumentStore } from '../../editing/document-store.ts';
import { isSameFields, mergeFields } from '../../editing/fields.ts';

const DESIGN = '/v1/organizations/{organization_id}/design';
const LOGO = '/v1/organizations/{organization_id}/logo';

type Logo = Success<paths[typeof LOGO]['get']>;
export type LogoImage = NonNullable<Logo['image']>;

const pathOf = ({ owner }: Session) => ({ organization_id: owner.id });

/** Opens the design as a document. */
export const openDesignStore = (session: Session): DocumentStore<ViewerDesign> => ({
  async read() {
    const { data, response } = await session.client.GET(DESIGN, { params: { path: pathOf(session) } });
    return { content: data.settings, etag: response.headers.get('etag')! };
  },
  async write(settings, { etag }) {
    const params = { path: pathOf(session), header: { 'if-match': etag } };
    const { response } = await session.client.PUT(DESIGN, { params, body: { settings } });
    return { content: settings, etag: response.headers.get('etag')! };
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
