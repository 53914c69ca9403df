import { readFileSync } from 'node:fs';
import { ConfigError } from './config-error.ts';

/** Null: SQLite. It holds a password: no message shows it. Throws ConfigError. */
export function parseDatabaseUrl(text: string | undefined, pgSslMode: string | undefined): string | null {
  if (!text) return null;
  const address = /^postgres(ql)?:\/\//.test(text) ? URL.parse(text) : null;
  if (!address) {
    throw new ConfigError(
      'LECTERN_DATABASE_URL must begin with postgres:// and be a whole address; leave it unset for SQLite.',
    );
  }
  checkEncryption(address.searchParams);
  // Lectern does not read PGSSLMODE. It asks for encryption, so a connection without must not be made.
  const said = ['sslmode', ...SSL_FILES].some((name) => address.searchParams.has(name));
  if (!said && pgSslMode && pgSslMode !== 'disable') {
    throw new ConfigError(
      'PGSSLMODE is set, and means nothing to Lectern. Put sslmode into LECTERN_DATABASE_URL, verify-full where it goes over a network, or disable.',
    );
  }
  return text;
}

/** `allow` and `prefer` are missing: with them libpq falls back to a connection in the clear, which the driver cannot do. */
const SSL_WORDS: Readonly<Record<string, readonly string[]>> = {
  sslmode: ['disable', 'require', 'verify-ca', 'verify-full'],
  sslnegotiation: ['postgres', 'direct'],
};
const SSL_FILES: readonly string[] = ['sslrootcert', 'sslcert', 'sslkey'];
/** A value of `sslrootcert` that names no file: the certificate authorities that Node trusts. */
const SSL_SYSTEM = 'system';

/** The driver takes the last of several values and ignores parameters that it does not know, so both are refused. Throws ConfigError. */
function checkEncryption(parameters: URLSearchParams): void {
  const given = new Set([...parameters.keys()].filter((name) => /^ssl\w*$/i.test(name)));
  for (const name of given) {
    const [value = '', ...more] = parameters.getAll(name);
    const words = SSL_WORDS[name];
    if (!words && !SSL_FILES.includes(name)) {
      throw new ConfigError(
        `${name} in LECTERN_DATABASE_URL is not known. What is: ${[...Object.keys(SSL_WORDS), ...SSL_FILES].join(', ')}.`,
      );
    }
    if (more.length > 0) throw new ConfigError(`${name} is in LECTERN_DATABASE_URL more than once; leave one.`);
    if (words && !words.includes(value)) {
      throw new ConfigError(`${name} in LECTERN_DATABASE_URL must be one of ${words.join(', ')}, but is "${value}".`);
    }
    if (!words && !(name === 'sslrootcert' && value === SSL_SYSTEM)) checkPemFile(name, value);
  }
  const mode = parameters.get('sslmode');
  const authority = parameters.get('sslrootcert');
  if (mode === 'verify-ca' && authority === null) {
    throw new ConfigError(
      'sslmode=verify-ca in LECTERN_DATABASE_URL needs sslrootcert=/path/to/ca.pem; verify-full takes public authorities.',
    );
  }
  if (authority === SSL_SYSTEM && mode !== null && mode !== 'verify-full') {
    throw new ConfigError('sslrootcert=system in LECTERN_DATABASE_URL needs sslmode=verify-full.');
  }
  if (parameters.get('sslnegotiation') === 'direct' && (mode === null || mode === 'disable')) {
    throw new ConfigError('sslnegotiation=direct in LECTERN_DATABASE_URL needs an sslmode that encrypts.');
  }
}

/** Without this check a missing file would show only when the driver connects, as a database that does not answer. Throws ConfigError. */
function checkPemFile(name: string, path: string): void {
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new ConfigError(
      `${name} in LECTERN_DATABASE_URL names "${path}", which cannot be read (${(cause as NodeJS.ErrnoException).code}). ` +
        'Put the file there, readable by the user of the server, or correct the path.',
      { cause },
    );
  }
  if (!content.includes('-----BEGIN ')) {
    throw new ConfigError(
      `${name} in LECTERN_DATABASE_URL names "${path}", which is no PEM file: one has a line that starts with -----BEGIN.`,
    );
  }
}
