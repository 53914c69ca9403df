import type { FastifyReply } from 'fastify';
import { SCREEN_PATH } from '../../contract/pairing.ts';
import type { ScreenSecret } from '../../domain/pairing/pairing.ts';
import { setKeptCookie } from '../pass-cookie.ts';

/** Output of a paired browser, with the pass that admits it. */
export interface ScreenAdmission {
  readonly outputId: string;
  readonly pass: string;
}

/** Cookie of `/screen`: a waiting pairing code, or the admission to an output. [D61] */
export type ScreenCookie = { readonly waiting: ScreenSecret } | { readonly admission: ScreenAdmission };

export const SCREEN_COOKIE = 'lectern_screen';

const FORMAT = /^([wo])\.([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_-]{1,128})$/;

/** Sets or renews the cookie of `/screen`. */
export const setScreenCookie = (reply: FastifyReply, cookie: ScreenCookie, publicUrl: string): FastifyReply =>
  setKeptCookie(reply, { name: SCREEN_COOKIE, value: writeScreenCookie(cookie), path: SCREEN_PATH, publicUrl });

function writeScreenCookie(cookie: ScreenCookie): string {
  if ('waiting' in cookie) return `w.${cookie.waiting.code}.${cookie.waiting.secret}`;
  return `o.${cookie.admission.outputId}.${cookie.admission.pass}`;
}

/** Parses a cookie. Returns null if it is malformed. */
export function readScreenCookie(text: string | undefined): ScreenCookie | null {
  const [, kind, name, secret] = FORMAT.exec(text ?? '') ?? [];
  if (name === undefined || secret === undefined) return null;
  return kind === 'w' ? { waiting: { code: name, secret } } : { admission: { outputId: name, pass: secret } };
}
