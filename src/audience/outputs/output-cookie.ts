import type { FastifyReply, FastifyRequest } from 'fastify';
import { PASS_MAX_AGE_SECONDS } from '../page-answers.ts';

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
    maxAge: PASS_MAX_AGE_SECONDS,
    secure: publicUrl.startsWith('https:'),
  });

/** What the browser has. */
export const outputPassOf = (request: FastifyRequest, outputId: string): string | undefined =>
  request.cookies[passName(outputId)];
