/** Returns the name of a cookie of the pages for people. Over HTTPS, its prefix binds it to this host. */
export const toCookieName = (what: 'session' | 'browser' | 'owner', usesHttps: boolean): string =>
  `${usesHttps ? '__Host-' : ''}lectern_${what}`;

/** Names of the cookie of a session, over HTTPS and without. */
export const SESSION_COOKIE_NAMES = [true, false].map((usesHttps) => toCookieName('session', usesHttps));
