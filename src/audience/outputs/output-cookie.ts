import type { FastifyReply } from 'fastify';
import { setPass } from '../pass-cookie.ts';

/** Lets the browser in at the address of the output alone. [D60] */
export const setOutputPass = (
  reply: FastifyReply,
  { outputId, pass, publicUrl }: { outputId: string; pass: string; publicUrl: string },
): FastifyReply =>
  setPass(reply, 'output', { id: outputId, pass, path: `/o/${encodeURIComponent(outputId)}`, publicUrl });
