import type { ConnectionKind } from '../../config/connection.ts';

const PREFIXES: Readonly<Record<ConnectionKind, string>> = {
  // Binds the cookie to this host.
  https: '__Host-lectern_',
  'this-machine': 'lectern_',
  network: 'lectern_network_',
  plain: 'lectern_',
};

/** Returns the name of a cookie of the pages for people, which a request of another kind does not have. */
export const toCookieName = (what: 'session' | 'browser' | 'owner', connection: ConnectionKind): string =>
  PREFIXES[connection] + what;

/** Names of the cookie of a session. */
export const SESSION_COOKIE_NAMES = (['https', 'plain', 'network'] as const).map((one) => toCookieName('session', one));
