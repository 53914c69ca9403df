import type { FastifyReply, FastifyRequest } from 'fastify';

/** Kind of resource that a pass admits to. */
type Room = 'live' | 'output' | 'remote';

interface Pass {
  /** Id of the Live, output or link. */
  readonly id: string;
  readonly pass: string;
  /** Path of the cookie. */
  readonly path: string;
  readonly maxAgeSeconds?: number;
  readonly publicUrl: string;
}

interface KeptCookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  /** 0 deletes the cookie. */
  readonly maxAgeSeconds?: number;
  readonly publicUrl: string;
}

/** Default lifetime of a cookie. Long, so that screens do not need admission every Sunday. */
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;

const passName = (room: Room, id: string): string => `lectern_${room}_${id}`;

/** Sets a cookie that scripts cannot read. The header is set at once, because streams skip the hooks of a response. */
export const setKeptCookie = (
  reply: FastifyReply,
  { name, value, path, maxAgeSeconds = MAX_AGE_SECONDS, publicUrl }: KeptCookie,
): FastifyReply =>
  reply.header(
    'set-cookie',
    reply.server.serializeCookie(name, value, {
      path,
      httpOnly: true,
      sameSite: 'lax',
      maxAge: maxAgeSeconds,
      secure: publicUrl.startsWith('https:'),
    }),
  );

/** Sets the cookie that admits the browser below a path. */
export const setPassCookie = (reply: FastifyReply, room: Room, { id, pass, ...cookie }: Pass): FastifyReply =>
  setKeptCookie(reply, { ...cookie, name: passName(room, id), value: pass });

/** Returns the pass of a browser. */
export const readPassCookie = (request: FastifyRequest, room: Room, id: string): string | undefined =>
  request.cookies[passName(room, id)];
