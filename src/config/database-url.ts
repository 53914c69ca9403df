import { readFileSync } from 'node:fs';
import { ConfigError } from './config-error.ts';

/**
 * Parses the database URL. Returns null for SQLite. The URL contains a password, so no message shows it. Throws
 * ConfigError.
 */
export function parseDatabaseUrl(text: string | undefined, pgSslMode: string | undefined): string | null {
  if (!text) return null;
  const address = /^postgres(ql)?:\/\//.test(text) ? URL.parse(text) : null;
  if (!address) {
    throw new ConfigError(
      'LECTERN_DATABASE_URL must be a complete URL that starts with postgres://. Leave it unset for SQLite.',
    );
  }
  checkEncryption(address.searchParams);
  // Lectern does not read PGSSLMODE. Because the variable requests encryption, an unencrypted connection must not be
  // made.
  const configured = ['sslmode', ...SSL_FILES].some((name) => address.searchParams.has(name));
  if (!configured && pgSslMode && pgSslMode !== 'disable') {
    throw new ConfigError(
      'PGSSLMODE is set, but Lectern does not read it. Add sslmode to LECTERN_DATABASE_URL: verify-full over a network, or disable.',
    );
  }
  return text;
}

/**
 * `allow` and `prefer` are not supported: libpq falls back to an unencrypted connection, which the driver cannot do.
 */
const SSL_VALUES: Readonly<Record<string, readonly string[]>> = {
  sslmode: ['disable', 'require', 'verify-ca', 'verify-full'],
  sslnegotiation: ['postgres', 'direct'],
};
const SSL_FILES: readonly string[] = ['sslrootcert', 'sslcert', 'sslkey'];
/** Value of `sslrootcert` that selects the certificate authorities that Node trusts instead of a file. */
const SSL_SYSTEM = 'system';

/**
 * Checks the SSL parameters. The driver uses the last of several values and ignores unknown parameters, so both are
 * refused. Throws ConfigError.
 */
function checkEncryption(parameters: URLSearchParams): void {
  const names = new Set([...parameters.keys()].filter((name) => /^ssl\w*$/i.test(name)));
  for (const name of names) {
    const [value = '', ...more] = parameters.getAll(name);
    const allowed = SSL_VALUES[name];
    if (!allowed && !SSL_FILES.includes(name)) {
      throw new ConfigError(
        `${name} in LECTERN_DATABASE_URL is not supported. Supported parameters: ${[...Object.keys(SSL_VALUES), ...SSL_FILES].join(', ')}.`,
      );
    }
    if (more.length > 0) throw new ConfigError(`${name} is in LECTERN_DATABASE_URL more than once. Keep one.`);
    if (allowed && !allowed.includes(value)) {
      throw new ConfigError(`${name} in LECTERN_DATABASE_URL must be one of ${allowed.join(', ')}, but is "${value}".`);
    }
    if (!allowed && !(name === 'sslrootcert' && value === SSL_SYSTEM)) checkPemFile(name, value);
  }
  const mode = parameters.get('sslmode');
  const authority = parameters.get('sslrootcert');
  if (mode === 'verify-ca' && authority === null) {
    throw new ConfigError(
      'sslmode=verify-ca in LECTERN_DATABASE_URL needs sslrootcert=/path/to/ca.pem. verify-full also works with public authorities.',
    );
  }
  if (authority === SSL_SYSTEM && mode !== null && mode !== 'verify-full') {
    throw new ConfigError('sslrootcert=system in LECTERN_DATABASE_URL needs sslmode=verify-full.');
  }
  if (parameters.get('sslnegotiation') === 'direct' && (mode === null || mode === 'disable')) {
    throw new ConfigError('sslnegotiation=direct in LECTERN_DATABASE_URL needs an sslmode that encrypts.');
  }
}

/**
 * Checks a PEM file. Without this check, a missing file would only show when the driver connects, as a database that
 * does not respond. Throws ConfigError.
 */
function checkPemFile(name: string, path: string): void {
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new ConfigError(
      `${name} in LECTERN_DATABASE_URL names "${path}", which cannot be read (${(cause as NodeJS.ErrnoException).code}). ` +
        'Put the file there, readable by the user that runs the server, or correct the path.',
      { cause },
    );
  }
  if (!content.includes('-----BEGIN ')) {
    throw new ConfigError(
      `${name} in LECTERN_DATABASE_URL names "${path}", which is not a PEM file: it has no line that starts with -----BEGIN.`,
    );
  }
}
