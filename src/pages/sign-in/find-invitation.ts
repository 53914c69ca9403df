import type { OneTimeLinks, OpenLink } from '../../domain/account/identity/one-time-links.ts';
import type { PostLoginRedirect } from '../toolkit/post-login-redirect.ts';

/** The open invitation that somebody comes from and goes back to: whoever has its link has read what is in it. Null where there is none. */
export async function findInvitation(
  { links }: { readonly links: OneTimeLinks },
  { next }: PostLoginRedirect,
): Promise<Extract<OpenLink, { purpose: 'invitation' }> | null> {
  const url = next === null ? null : URL.parse(next, 'http://here.invalid');
  const secret = url?.pathname === '/sign-up' ? url.searchParams.get('invitation') : null;
  const link = secret ? await links.find(secret) : null;
  return link?.purpose === 'invitation' ? link : null;
}
