import type { FastifyInstance } from 'fastify';
import { LecternError } from '../contract/lectern-error.ts';
import { isNotModified } from '../domain/not-modified.ts';
import type { Images } from '../domain/presentation/images.ts';

/** Keeps an image from running scripts, even if a browser interprets it as another type. */
const MEDIA_POLICY = "default-src 'none'; sandbox";

interface MediaDependencies {
  readonly images: Images;
  /** Charges a request against the audience budget of an address. Rejects with `rate_limited`. */
  readonly charge: (address: string) => Promise<void>;
}

/** Adds the images of slides and logos. The content of a digest never changes, so browsers cache it forever. */
export function addMedia(app: FastifyInstance, { images, charge }: MediaDependencies): void {
  app.get<{ Params: { digest: string } }>('/media/:digest', { schema: { hide: true } }, async (request, reply) => {
    await charge(request.ip);
    const { digest } = request.params;
    const image = await images.findContent(digest);
    if (!image) throw new LecternError('not_found');
    const etag = `"${digest}"`;
    reply
      .header('etag', etag)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', MEDIA_POLICY);
    if (isNotModified(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type(image.mediaType).send(image.content);
  });
}
