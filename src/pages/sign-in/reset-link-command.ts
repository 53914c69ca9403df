import { lecternCommand, type ServerCommandConfig, serverCommand } from '../../config/server-command.ts';
import type { PostLoginRedirect } from '../toolkit/post-login-redirect.ts';
import type { Visit } from '../toolkit/visit.ts';

/**
 * Returns the command that prints a link to set a password, and then opens the page that the person wanted. Only
 * administrators see folders of the server. [D69]
 */
export function resetLinkCommand(
  { holder }: Visit,
  config: ServerCommandConfig,
  { email, redirect: { next } }: { email: string; redirect: PostLoginRedirect },
): string {
  // Without a destination the link opens the account page, which says that the password was set.
  const destination = next === null || next.startsWith('/account?') ? [] : ['--next', next];
  const words = ['user', 'reset-link', '--email', email, ...destination];
  return holder?.user.administrator ? serverCommand(config, words) : lecternCommand(words);
}
