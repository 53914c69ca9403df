import { isIP } from 'node:net';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import {
  AUDIT_DAYS,
  DECKS_PER_ORGANIZATION_MAX,
  IMAGES_PER_ORGANIZATION_MAX,
  LIVES_PER_OWNER_MAX,
  QUEUE_MAX_ITEMS,
  SNAPSHOTS_PER_ORGANIZATION_MAX,
  TOKENS_PER_USER_MAX,
} from './contract/limits.ts';

interface Setting {
  readonly name: string;
  readonly meaning: string;
  /** As it is shown; what is computed from other settings is described in words. */
  readonly fallback: string;
  readonly secret?: true;
}

/** Every setting: its environment variable, what it means and its default. `lectern config` prints this table. [D46] */
export const SETTINGS = [
  { name: 'HOST', meaning: 'Address to listen on', fallback: '127.0.0.1' },
  { name: 'PORT', meaning: 'TCP port to listen on', fallback: '8080' },
  { name: 'LECTERN_DATA_DIR', meaning: 'Folder of the SQLite database and of the key file', fallback: './data' },
  {
    name: 'LECTERN_DATABASE_URL',
    meaning: 'postgres://… for PostgreSQL; unset: SQLite in the data folder',
    fallback: '',
    secret: true,
  },
  {
    name: 'LECTERN_PUBLIC_URL',
    meaning: 'Origin under which people and clients reach this installation',
    fallback: 'http://HOST:PORT',
  },
  {
    name: 'LECTERN_SECRET_FILE',
    meaning: 'File with the keys for cursors, cookies and hashes',
    fallback: 'secret.json in the data folder',
  },
  {
    name: 'LECTERN_STARTER',
    meaning: 'on: an empty installation gets a starter edition, organization and Live; off: starts empty',
    fallback: 'on',
  },
  {
    name: 'LECTERN_INSECURE_LAN',
    meaning: 'on: allow sign-in over plain HTTP on a network (not advised)',
    fallback: 'off',
  },
  {
    name: 'LECTERN_SIGN_UP',
    meaning: 'Who can make an account: invitation (whoever is invited), open (anyone) or closed (nobody)',
    fallback: 'invitation',
  },
  {
    name: 'LECTERN_SMTP_URL',
    meaning:
      'smtp://USER:PASSWORD@HOST:PORT (smtps: TLS from the beginning) to send links to a new password; unset: none are sent',
    fallback: '',
    secret: true,
  },
  { name: 'LECTERN_MAIL_FROM', meaning: 'Sender of these messages: an e-mail address', fallback: '' },
  { name: 'LECTERN_LOG_LEVEL', meaning: 'fatal, error, warn, info, debug, trace or silent', fallback: 'info' },
  {
    name: 'LECTERN_SQLITE_SYNCHRONOUS',
    meaning: 'FULL: an acknowledged write survives loss of power; NORMAL: it survives a crash of the process',
    fallback: 'FULL',
  },
  { name: 'LECTERN_POSTGRES_CONNECTIONS', meaning: 'Most connections to PostgreSQL', fallback: '10' },
  {
    name: 'LECTERN_TRUSTED_PROXIES',
    meaning: 'Addresses or networks, comma separated, whose X-Forwarded-For counts',
    fallback: '',
  },
  {
    name: 'LECTERN_LIVES_PER_OWNER',
    meaning: 'Most Lives of one account or organization',
    fallback: String(LIVES_PER_OWNER_MAX),
  },
  { name: 'LECTERN_QUEUE_ITEMS', meaning: 'Most items in the queue of one Live', fallback: String(QUEUE_MAX_ITEMS) },
  {
    name: 'LECTERN_TOKENS_PER_USER',
    meaning: 'Most personal tokens of one user, made over REST, that work at the same time',
    fallback: String(TOKENS_PER_USER_MAX),
  },
  {
    name: 'LECTERN_AUDIT_DAYS',
    meaning: 'Days that records of who changed what are kept',
    fallback: String(AUDIT_DAYS),
  },
  {
    name: 'LECTERN_DECKS_PER_ORGANIZATION',
    meaning: 'Most decks of one organization',
    fallback: String(DECKS_PER_ORGANIZATION_MAX),
  },
  {
    name: 'LECTERN_SNAPSHOTS_PER_ORGANIZATION',
    meaning: 'Most snapshots that one organization has published; they are kept for good',
    fallback: String(SNAPSHOTS_PER_ORGANIZATION_MAX),
  },
  {
    name: 'LECTERN_IMAGES_PER_ORGANIZATION',
    meaning: 'Most images that are kept for one organization, those of its snapshots included',
    fallback: String(IMAGES_PER_ORGANIZATION_MAX),
  },
  { name: 'LECTERN_SEATS', meaning: 'Most viewers of one Live on one node', fallback: '10000' },
  { name: 'LECTERN_BUDGET_REQUESTS', meaning: 'REST requests a minute on this node', fallback: '240000' },
  { name: 'LECTERN_BUDGET_PEER', meaning: 'REST requests a minute from one address', fallback: '24000' },
  {
    name: 'LECTERN_BUDGET_PRINCIPAL',
    meaning: 'REST requests a minute of one account or organization credential',
    fallback: '12000',
  },
  { name: 'LECTERN_BUDGET_POLLS', meaning: 'New event polls a minute of one credential', fallback: '6000' },
  { name: 'LECTERN_BUDGET_AUDIENCE', meaning: 'Audience requests a minute from one address', fallback: '60000' },
  {
    name: 'LECTERN_BUDGET_PAGES',
    meaning: 'Requests a minute from one address for sign-in, accounts and OAuth',
    fallback: '1200',
  },
  {
    name: 'LECTERN_BUDGET_GUESSES',
    meaning: 'Wrong audience secrets a minute from one address for one Live; a hall may have one address',
    fallback: '20',
  },
  {
    name: 'LECTERN_BUDGET_TERMINALS',
    meaning: 'Logins a minute that terminals begin from one address',
    fallback: '20',
  },
] as const satisfies readonly Setting[];

type SettingName = (typeof SETTINGS)[number]['name'];

export interface Config {
  host: string;
  port: number;
  dataDir: string;
  /** Null: SQLite in `dataDir`. */
  databaseUrl: string | null;
  /** Origin without a slash at its end: base_url and auth_url. */
  publicUrl: string;
  secretFile: string;
  starter: boolean;
  logLevel: string;
  sqliteSynchronous: 'FULL' | 'NORMAL';
  postgresConnections: number;
  trustedProxies: string[];
  livesPerOwner: number;
  queueItems: number;
  tokensPerUser: number;
  auditDays: number;
  decksPerOrganization: number;
  snapshotsPerOrganization: number;
  imagesPerOrganization: number;
  seats: number;
  /** Sign-in over plain HTTP on a network. [D46] */
  insecureLan: boolean;
  signUp: 'invitation' | 'open' | 'closed';
  /** Null: no mail is sent. */
  mail: { smtpUrl: string; from: string } | null;
  budgets: {
    requests: number;
    peer: number;
    principal: number;
    polls: number;
    audience: number;
    pages: number;
    guesses: number;
    terminals: number;
  };
}

/** A setting that cannot be used; the message names it and says what is allowed. */
export class ConfigError extends Error {}

/** Of the command that docs/how-to/systemd.md installs, and what Kubernetes sets beside a service of this name. */
const FOREIGN = /^LECTERN_(HOME|SETTINGS|PORT(_\w+)?|SERVICE_\w+)$/;

/** Environment variables that look like settings and are none: typing errors, and settings of other versions. */
export function listUnknownSettings(env: Readonly<Record<string, string | undefined>> = process.env): string[] {
  const known = new Set<string>(SETTINGS.map(({ name }) => name));
  return Object.keys(env).filter((name) => name.startsWith('LECTERN_') && !known.has(name) && !FOREIGN.test(name));
}

/** Reads the settings; `lan` binds all addresses unless HOST is set. Throws ConfigError. */
export function readConfig(
  env: Readonly<Record<string, string | undefined>> = process.env,
  { lan = false }: { lan?: boolean } = {},
): Config {
  const text = (name: SettingName) => env[name]?.trim() || SETTINGS.find((setting) => setting.name === name)!.fallback;
  const refuse = (name: SettingName, rule: string): never => {
    throw new ConfigError(`${name} must be ${rule}, but is "${env[name]}".`);
  };
  const integer = (name: SettingName, min: number, max: number) => {
    const value = text(name);
    const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN;
    return number >= min && number <= max ? number : refuse(name, `a whole number from ${min} to ${max}`);
  };
  const oneOf = <Value extends string>(name: SettingName, values: readonly Value[]): Value => {
    const value = text(name) as Value;
    return values.includes(value) ? value : refuse(name, `one of ${values.join(', ')}`);
  };

  const host = lan && !env.HOST ? '0.0.0.0' : text('HOST');
  const port = integer('PORT', 0, 65535);
  const dataDir = resolve(text('LECTERN_DATA_DIR'));
  return {
    host,
    port,
    dataDir,
    databaseUrl: parseDatabaseUrl(text('LECTERN_DATABASE_URL')),
    publicUrl: env.LECTERN_PUBLIC_URL ? parseOrigin(env.LECTERN_PUBLIC_URL) : `http://${urlHost(host)}:${port}`,
    secretFile: resolve(env.LECTERN_SECRET_FILE?.trim() || join(dataDir, 'secret.json')),
    starter: oneOf('LECTERN_STARTER', ['on', 'off']) === 'on',
    logLevel: oneOf('LECTERN_LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    sqliteSynchronous: oneOf('LECTERN_SQLITE_SYNCHRONOUS', ['FULL', 'NORMAL']),
    postgresConnections: integer('LECTERN_POSTGRES_CONNECTIONS', 2, 1000),
    trustedProxies: parseNetworks(text('LECTERN_TRUSTED_PROXIES')),
    livesPerOwner: integer('LECTERN_LIVES_PER_OWNER', 1, 100_000),
    queueItems: integer('LECTERN_QUEUE_ITEMS', 1, 100_000),
    tokensPerUser: integer('LECTERN_TOKENS_PER_USER', 1, 100_000),
    auditDays: integer('LECTERN_AUDIT_DAYS', 1, 36_500),
    decksPerOrganization: integer('LECTERN_DECKS_PER_ORGANIZATION', 1, 100_000),
    snapshotsPerOrganization: integer('LECTERN_SNAPSHOTS_PER_ORGANIZATION', 1, 10_000_000),
    imagesPerOrganization: integer('LECTERN_IMAGES_PER_ORGANIZATION', 1, 1_000_000),
    seats: integer('LECTERN_SEATS', 1, 1_000_000),
    insecureLan: oneOf('LECTERN_INSECURE_LAN', ['on', 'off']) === 'on',
    signUp: oneOf('LECTERN_SIGN_UP', ['invitation', 'open', 'closed']),
    mail: parseMail(text('LECTERN_SMTP_URL'), text('LECTERN_MAIL_FROM')),
    budgets: {
      requests: integer('LECTERN_BUDGET_REQUESTS', 1, 1_000_000_000),
      peer: integer('LECTERN_BUDGET_PEER', 1, 1_000_000_000),
      principal: integer('LECTERN_BUDGET_PRINCIPAL', 1, 1_000_000_000),
      polls: integer('LECTERN_BUDGET_POLLS', 1, 1_000_000_000),
      audience: integer('LECTERN_BUDGET_AUDIENCE', 1, 1_000_000_000),
      pages: integer('LECTERN_BUDGET_PAGES', 1, 1_000_000_000),
      guesses: integer('LECTERN_BUDGET_GUESSES', 1, 1_000_000_000),
      terminals: integer('LECTERN_BUDGET_TERMINALS', 1, 1_000_000_000),
    },
  };
}

/** What libpq means by `allow` and `prefer` goes in the open where it has to; the driver does not know how. */
const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'];

/** Null: SQLite. It holds a password, and is never told. Throws ConfigError. */
function parseDatabaseUrl(text: string): string | null {
  if (!text) return null;
  const address = /^postgres(ql)?:\/\//.test(text) ? URL.parse(text) : null;
  if (!address) {
    throw new ConfigError(
      'LECTERN_DATABASE_URL must begin with postgres:// and be a whole address; leave it unset for SQLite.',
    );
  }
  const modes = address.searchParams.getAll('sslmode');
  const unknown = modes.find((mode) => !SSL_MODES.includes(mode));
  if (unknown !== undefined) {
    throw new ConfigError(
      `sslmode in LECTERN_DATABASE_URL must be one of ${SSL_MODES.join(', ')}, but is "${unknown}".`,
    );
  }
  if (modes.includes('verify-ca') && !address.searchParams.get('sslrootcert')) {
    throw new ConfigError(
      'sslmode=verify-ca in LECTERN_DATABASE_URL needs sslrootcert=/path/to/ca.pem; verify-full takes what this machine trusts.',
    );
  }
  return text;
}

/** Both or neither. Throws ConfigError. */
function parseMail(smtpUrl: string, from: string): Config['mail'] {
  if (!smtpUrl && !from) return null;
  if (!/^smtps?:$/.test(URL.parse(smtpUrl)?.protocol ?? '') || !URL.parse(smtpUrl)?.hostname) {
    throw new ConfigError(
      'LECTERN_SMTP_URL must be like smtp://USER:PASSWORD@HOST:PORT; LECTERN_MAIL_FROM needs it too.',
    );
  }
  if (!/^[^\s@<>]+@[^\s@<>]+$/.test(from)) {
    throw new ConfigError('LECTERN_MAIL_FROM must be an e-mail address; LECTERN_SMTP_URL needs it too.');
  }
  return { smtpUrl, from };
}

/** Addresses and networks such as 10.0.0.0/8. Throws ConfigError. */
function parseNetworks(list: string): string[] {
  const networks = list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const most = isIP(address) === 4 ? 32 : 128;
    if (!isIP(address) || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most))) {
      throw new ConfigError(`LECTERN_TRUSTED_PROXIES lists addresses or networks, and "${network}" is neither.`);
    }
  }
  return networks;
}

/** Where the person who calls the command line keeps settings, and whether a browser can be opened there. */
export function readCaller(env: Readonly<Record<string, string | undefined>> = process.env) {
  const windows = process.platform === 'win32';
  const folder = (windows ? env.APPDATA : env.XDG_CONFIG_HOME) ?? '';
  const remote = env.SSH_CONNECTION !== undefined;
  const screen = windows || process.platform === 'darwin' || env.DISPLAY || env.WAYLAND_DISPLAY;
  return { configDir: isAbsolute(folder) ? folder : join(homedir(), '.config'), desktop: Boolean(screen) && !remote };
}

/** The table of settings with their present values; secrets are named, not shown. */
export function describeConfig(env: Readonly<Record<string, string | undefined>> = process.env) {
  return SETTINGS.map((setting: Setting) => {
    const given = env[setting.name]?.trim();
    const value = given ? (setting.secret ? '(set)' : given) : setting.fallback;
    return { name: setting.name, meaning: setting.meaning, default: setting.fallback, value };
  });
}

function parseOrigin(value: string): string {
  const url = URL.parse(value.trim());
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username) {
    throw new ConfigError(`LECTERN_PUBLIC_URL must be an http or https origin without a path, but is "${value}".`);
  }
  return url.origin;
}

/** An address that only this machine reaches, as it is listened on or stands in a URL. */
export const isLiteralLoopback = (host: string): boolean => /^(127(\.\d{1,3}){3}|::1|\[::1\])$/.test(host);
/** The same, or its name. */
export const isLoopback = (host: string): boolean => host === 'localhost' || isLiteralLoopback(host);

/** How an address stands in a URL: IPv6 in brackets, "all addresses" as the loopback name. */
export function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
