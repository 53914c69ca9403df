import type { OperatorPage } from '../../src/contract/console-page.ts';

/** Returns an address of this installation as other devices open it, if they can reach the server. */
export const toSharedAddress = (url: string, { publicUrl, lanUrl }: Pick<OperatorPage, 'publicUrl' | 'lanUrl'>) =>
  lanUrl !== null && url.startsWith(`${publicUrl}/`) ? lanUrl + url.slice(publicUrl.length) : url;
