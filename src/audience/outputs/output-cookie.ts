import type { FastifyReply, FastifyRequest } from 'fastify';
import { readPassCookie, setPassCookie } from '../pass-cookie.ts';

/** Lifetime of the cookie after its last use. A browser can have one for each of many outputs. [D60] */
const MAX_AGE_SECONDS = 30 * 24 * 60 * 60;

interface OutputPass {
  readonly outputId: string;
  readonly pass: string;
  readonly publicUrl: string;
}

/** Sets or renews the cookie that admits the browser to one output. [D60] */
export const setOutputPassCookie = (reply: FastifyReply, { outputId, pass, publicUrl }: OutputPass): FastifyReply =>
  setPassCookie(reply, 'output', {
    id: outputId,
    pass,
    path: toPath(outputId),
    maxAgeSeconds: MAX_AGE_SECONDS,
    publicUrl,
  });

/** Deletes the cookie of an output that does not exist, if the browser has sent one. [D60] */
export function clearOutputPassCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { outputId, publicUrl }: Omit<OutputPass, 'pass'>,
): void {
  if (readPassCookie(request, 'output', outputId) === undefined) return;
  setPassCookie(reply, 'output', { id: outputId, pass: '', path: toPath(outputId), maxAgeSeconds: 0, publicUrl });
}

const toPath = (outputId: string): string => `/o/${encodeURIComponent(outputId)}`;
