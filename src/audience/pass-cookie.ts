import type { FastifyReply, FastifyRequest } from 'fastify';

/** What a browser was let in to: a Live, an output or a remote link. */
type Room = 'live' | 'output' | 'remote';

interface Pass {
  /** Of the Live, output or link. */
  readonly id: string;
  readonly pass: string;
  /** The addresses that get the pass begin with it. */
  readonly path: string;
  readonly maxAgeSeconds?: number;
  readonly publicUrl: string;
}

/** How long a browser keeps that it was let in: screens are not asked anew every Sunday. */
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;

const passName = (room: Room, id: string): string => `lectern_${room}_${id}`;

/** Lets the browser in, at the addresses of the path alone. */
export const setPassCookie = (
  reply: FastifyReply,
  room: Room,
  { id, pass, path, maxAgeSeconds = MAX_AGE_SECONDS, publicUrl }: Pass,
): FastifyReply =>
  reply.setCookie(passName(room, id), pass, {
    path,
    httpOnly: true,
    sameSite: 'lax',
    maxAge: maxAgeSeconds,
    secure: publicUrl.startsWith('https:'),
  });

/** What the browser has. */
export const readPassCookie = (request: FastifyRequest, room: Room, id: string): string | undefined =>
  request.cookies[passName(room, id)];
