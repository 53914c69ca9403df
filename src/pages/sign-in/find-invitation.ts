import type { OneTimeLinks, OpenLink } from '../../domain/account/identity/one-time-links.ts';
import type { PostLoginRedirect } from '../toolkit/post-login-redirect.ts';

/**
 * Returns the open invitation that the person came from and returns to, or null. Anyone with its link has already read
 * its contents.
 */
export async function findInvitation(
  { links }: { readonly links: OneTimeLinks },
  { next }: PostLoginRedirect,
): Promise<Extract<OpenLink, { purpose: 'invitation' }> | null> {
  const url = next === null ? null : URL.parse(next, 'http://here.invalid');
  const secret = url?.pathname === '/sign-up' ? url.searchParams.get('invitation') : null;
  const link = secret ? await links.find(secret) : null;
  return link?.purpose === 'invitation' ? link : null;
}
