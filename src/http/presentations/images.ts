import type { FastifyInstance } from 'fastify';
import { PAGE_DEFAULT_ITEMS, PAGE_MAX_ITEMS } from '../../contract/limits.ts';
import * as schema from '../../contract/schemas/presentation.ts';
import { pageQuery } from '../../contract/schemas/shapes.ts';
import type { Images } from '../../domain/presentation/images.ts';
import type { ImageRecord, ListPage } from '../../storage/storage.ts';
import type { ListCursors } from '../operation/cursor.ts';
import type { OperationServices } from '../operation/endpoint.ts';
import { addOperation } from '../operation/operation.ts';
import { addImageParser, type ImageBody } from './image-body.ts';

const ImagesQuery = pageQuery(PAGE_MAX_ITEMS, PAGE_DEFAULT_ITEMS);

export interface ImagesServices extends OperationServices {
  readonly images: Images;
  readonly listCursors: ListCursors;
}

/** Adds the operations for the images and the logo of an organization. [D26], [D22] */
export function addImages(app: FastifyInstance, services: ImagesServices): void {
  const { images, lives, listCursors, config } = services;

  app.register(async (uploads) => {
    addImageParser(uploads);
    addOperation(uploads, services, 'uploadImage', { response: schema.Image }, async (context) => {
      await context.recheck();
      const image = await images.add(context.owner.id, context.body as ImageBody, context.actor);
      return { body: toImage(image), headers: { location: `${config.publicUrl}/media/${image.digest}` } };
    });
  });

  addOperation(
    app,
    services,
    'listImages',
    { query: ImagesQuery, response: schema.ImagePage },
    async ({ owner, query }) => {
      const body = await listCursors.page(`images/${owner.id}`, query, {
        find: (page: ListPage<{ createdAt: string; digest: string }>) => images.list(owner.id, page),
        positionOf: ({ createdAt, digest }) => ({ createdAt, digest }),
        toData: toImage,
      });
      return { body };
    },
  );

  const requireResource = ({ organization_id, image_id }: Readonly<Record<string, string>>) =>
    images.require(organization_id!, image_id!);
  addOperation(app, services, 'deleteImage', { requireResource }, async (context) => {
    await context.recheck();
    await images.remove(context.owner.id, context.params.image_id!, context.actor);
    return {};
  });

  addOperation(app, services, 'getLogo', { response: schema.Logo }, async ({ owner }) => {
    const image = await images.findLogo(owner);
    // The digest of an image determines all its fields.
    return { body: { image: image && toImage(image) }, etag: `"${image?.digest ?? 'none'}"` };
  });

  addOperation(
    app,
    services,
    'replaceLogo',
    { body: schema.ReplaceLogoBody, response: schema.Logo },
    async (context) => {
      const { owner, body } = context;
      await context.recheck();
      const image = await images.setLogo(owner, body.image_id, context.actor);
      await lives.refreshProfile(owner);
      return { body: { image: image && toImage(image) } };
    },
  );
}

const toImage = ({ digest, mediaType, width, height, bytes }: ImageRecord) => ({
  id: digest,
  media_type: mediaType,
  width,
  height,
  bytes,
});
