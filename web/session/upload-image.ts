import type { paths, Success } from '../../clients/typescript/src/index.ts';
import type { Session } from './session.ts';
import { type FileUpload, uploadFile } from './upload-file.ts';

type UploadedImage = Success<paths['/v1/organizations/{organization_id}/images']['post']>;

/** Uploads an image of the organization. Rejects with LecternProblem, or with TypeError on a network error. */
export const uploadImage = (
  session: Session,
  file: File,
  options: Pick<FileUpload, 'signal' | 'onProgress'>,
): Promise<UploadedImage> =>
  uploadFile<UploadedImage>(session, {
    url: `/v1/organizations/${session.owner.id}/images`,
    body: file,
    contentType: file.type,
    ...options,
  });
