import type { FastifyReply } from 'fastify';
import { setPassCookie } from '../pass-cookie.ts';

/** Sets the cookie that admits the browser to one output. [D60] */
export const setOutputPassCookie = (
  reply: FastifyReply,
  { outputId, pass, publicUrl }: { outputId: string; pass: string; publicUrl: string },
): FastifyReply =>
  setPassCookie(reply, 'output', { id: outputId, pass, path: `/o/${encodeURIComponent(outputId)}`, publicUrl });
