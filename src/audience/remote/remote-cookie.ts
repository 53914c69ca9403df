import type { FastifyReply, FastifyRequest } from 'fastify';

const passName = (linkId: string): string => `lectern_remote_${linkId}`;

interface RemotePass {
  readonly linkId: string;
  readonly pass: string;
  readonly maxAgeSeconds: number;
  readonly publicUrl: string;
}

/** Lets the browser in at the address of the link alone, as long as the link lasts. [D68] */
export const setRemotePass = (
  reply: FastifyReply,
  { linkId, pass, maxAgeSeconds, publicUrl }: RemotePass,
): FastifyReply =>
  reply.setCookie(passName(linkId), pass, {
    path: `/r/${encodeURIComponent(linkId)}`,
    httpOnly: true,
    sameSite: 'lax',
    maxAge: maxAgeSeconds,
    secure: publicUrl.startsWith('https:'),
  });

/** What the browser has. */
export const remotePassOf = (request: FastifyRequest, linkId: string): string | undefined =>
  request.cookies[passName(linkId)];
