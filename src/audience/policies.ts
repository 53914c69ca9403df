import { toPolicy } from '../pages/toolkit/content-security-policy.ts';

const FRAMES = { 'frame-ancestors': "'self'" };

/** Policy of the audience page, which pages of this server may frame. */
export const VIEWER_POLICY = toPolicy(FRAMES);
/** Allows the form that asks for the secret. */
export const FORM_POLICY = toPolicy({ ...FRAMES, 'form-action': "'self'" });
/** Allows also images that the page around the frame has created, such as a file that is not uploaded yet. */
export const PREVIEW_POLICY = toPolicy({ ...FRAMES, 'img-src': "'self' data: blob:" });
export const REMOTE_POLICY = toPolicy();

/** Allows inline styles, unlike the audience's policy, because OBS injects a style sheet. [D60] */
export const OUTPUT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
