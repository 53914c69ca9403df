import type { FastifyReply } from 'fastify';

/** How long a browser keeps that it was let in: screens are not set up again every Sunday. */
const KEPT_SECONDS = 400 * 24 * 60 * 60;

const passName = (outputId: string): string => `lectern_output_${outputId}`;

/** Lets the browser in at the address of the output alone. [D60] */
export const setOutputPass = (
  reply: FastifyReply,
  { outputId, pass, publicUrl }: { outputId: string; pass: string; publicUrl: string },
): FastifyReply =>
  reply.setCookie(passName(outputId), pass, {
    path: `/o/${encodeURIComponent(outputId)}`,
    httpOnly: true,
    sameSite: 'lax',
    maxAge: KEPT_SECONDS,
    secure: publicUrl.startsWith('https:'),
  });
