import { readFileSync } from 'node:fs';
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
  /** It tells the choices too, each with what it does. */
  readonly meaning: string;
  /** As it is shown; what is computed from other settings is described in words. */
  readonly fallback: string;
  readonly secret?: true;
  /** What it can be, where that is one of these words, or a whole number from the first to the second. */
  readonly choices?: readonly string[];
  readonly range?: readonly [number, number];
}

const SWITCH = ['on', 'off'] as const;
const QUOTA = [1, 100_000] as const;
const BUDGET = [1, 1_000_000_000] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Every setting: its environment variable, what it means and its default. `lectern config` prints this table. [D46] */
export const SETTINGS = [
  {
    name: 'HOST',
    meaning: 'Address to listen on; where it is not set, "npm start -- --lan" listens on 0.0.0.0: all IPv4 addresses',
    fallback: '127.0.0.1',
  },
  { name: 'PORT', meaning: 'TCP port to listen on, where 0 is a free one', fallback: '8080', range: [0, 65535] },
  { name: 'LECTERN_DATA_DIR', meaning: 'Folder of the SQLite database and of the key file', fallback: './data' },
  {
    name: 'LECTERN_DATABASE_URL',
    meaning:
      'postgres://USER:PASSWORD@HOST/DATABASE for PostgreSQL: a database whose encoding is UTF8; ?sslmode=verify-full ' +
      'behind it encrypts the connection and checks the server; unset: SQLite in the data folder',
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
    meaning:
      'File with the keys for cursors, cookies and hashes; with SQLite the first start makes it; with PostgreSQL it must ' +
      'exist, and be the same on all nodes',
    fallback: 'secret.json in the data folder',
  },
  {
    name: 'LECTERN_STARTER',
    meaning: 'on: an empty installation gets a starter edition, organization and Live; off: it stays empty',
    fallback: 'on',
    choices: SWITCH,
  },
  {
    name: 'LECTERN_INSECURE_LAN',
    meaning: 'on: allow sign-in over plain HTTP on a network, which is not advised; off: refuse it there',
    fallback: 'off',
    choices: SWITCH,
  },
  {
    name: 'LECTERN_SIGN_UP',
    meaning: 'Who can make an account; invitation: whoever is invited; open: anyone; closed: nobody',
    fallback: 'invitation',
    choices: ['invitation', 'open', 'closed'],
  },
  {
    name: 'LECTERN_SMTP_URL',
    meaning:
      'smtp://USER:PASSWORD@HOST:PORT (smtps: TLS from the beginning) to send links to a new password; both this and ' +
      'LECTERN_MAIL_FROM, or neither: then none are sent',
    fallback: '',
    secret: true,
  },
  {
    name: 'LECTERN_MAIL_FROM',
    meaning: 'E-mail address that sends these messages; both this and LECTERN_SMTP_URL, or neither',
    fallback: '',
  },
  {
    name: 'LECTERN_LOG_LEVEL',
    meaning: `Least level that is logged: ${LOG_LEVELS.join(', ')} (none is). Where it is not set and the log goes to a terminal, warnings and errors alone are logged`,
    fallback: 'info',
    choices: LOG_LEVELS,
  },
  {
    name: 'LECTERN_SQLITE_SYNCHRONOUS',
    meaning: 'FULL: an acknowledged write survives loss of power; NORMAL: it survives a crash of the process',
    fallback: 'FULL',
    choices: ['FULL', 'NORMAL'],
  },
  { name: 'LECTERN_POSTGRES_CONNECTIONS', meaning: 'Most connections to PostgreSQL', fallback: '10', range: [2, 1000] },
  {
    name: 'LECTERN_TRUSTED_PROXIES',
    meaning: 'Addresses or networks, comma separated, whose X-Forwarded-For counts',
    fallback: '',
  },
  {
    name: 'LECTERN_METRICS_NETWORKS',
    meaning: 'Addresses or networks, comma separated, that may read /metrics without a token',
    fallback: '127.0.0.0/8,::1',
  },
  {
    name: 'LECTERN_METRICS_TOKEN',
    meaning: 'Bearer token that may read /metrics from everywhere, 16 to 256 visible ASCII characters; unset: none may',
    fallback: '',
    secret: true,
  },
  {
    name: 'LECTERN_LIVES_PER_OWNER',
    meaning: 'Most Lives of one account or organization',
    fallback: String(LIVES_PER_OWNER_MAX),
    range: QUOTA,
  },
  {
    name: 'LECTERN_QUEUE_ITEMS',
    meaning: 'Most items in the queue of one Live',
    fallback: String(QUEUE_MAX_ITEMS),
    range: QUOTA,
  },
  {
    name: 'LECTERN_TOKENS_PER_USER',
    meaning: 'Most personal tokens of one user, made over REST, that work at the same time',
    fallback: String(TOKENS_PER_USER_MAX),
    range: QUOTA,
  },
  {
    name: 'LECTERN_AUDIT_DAYS',
    meaning: 'Days that records of who changed what are kept',
    fallback: String(AUDIT_DAYS),
    range: [1, 36_500],
  },
  {
    name: 'LECTERN_DECKS_PER_ORGANIZATION',
    meaning: 'Most decks of one organization',
    fallback: String(DECKS_PER_ORGANIZATION_MAX),
    range: QUOTA,
  },
  {
    name: 'LECTERN_SNAPSHOTS_PER_ORGANIZATION',
    meaning: 'Most snapshots that one organization has published; they are kept for good',
    fallback: String(SNAPSHOTS_PER_ORGANIZATION_MAX),
    range: [1, 10_000_000],
  },
  {
    name: 'LECTERN_IMAGES_PER_ORGANIZATION',
    meaning: 'Most images that are kept for one organization, those of its snapshots included',
    fallback: String(IMAGES_PER_ORGANIZATION_MAX),
    range: [1, 1_000_000],
  },
  { name: 'LECTERN_SEATS', meaning: 'Most viewers of one Live on one node', fallback: '10000', range: [1, 1_000_000] },
  {
    name: 'LECTERN_BUDGET_REQUESTS',
    meaning: 'REST requests a minute on this node',
    fallback: '240000',
    range: BUDGET,
  },
  { name: 'LECTERN_BUDGET_PEER', meaning: 'REST requests a minute from one address', fallback: '24000', range: BUDGET },
  {
    name: 'LECTERN_BUDGET_PRINCIPAL',
    meaning: 'REST requests a minute of one account or organization credential',
    fallback: '12000',
    range: BUDGET,
  },
  {
    name: 'LECTERN_BUDGET_POLLS',
    meaning: 'New event polls a minute of one credential',
    fallback: '6000',
    range: BUDGET,
  },
  {
    name: 'LECTERN_BUDGET_AUDIENCE',
    meaning: 'Audience requests a minute from one address',
    fallback: '60000',
    range: BUDGET,
  },
  {
    name: 'LECTERN_BUDGET_PAGES',
    meaning: 'Requests a minute from one address for sign-in, accounts and OAuth',
    fallback: '1200',
    range: BUDGET,
  },
  {
    name: 'LECTERN_BUDGET_DOCUMENTS',
    meaning:
      'Requests a minute from one address for documents and for addresses that do not exist, and as many for health and metrics, on this node',
    fallback: '6000',
    range: BUDGET,
  },
  {
    name: 'LECTERN_BUDGET_GUESSES',
    meaning: 'Wrong audience secrets a minute from one address for one Live; a hall may have one address',
    fallback: '20',
    range: BUDGET,
  },
  {
    name: 'LECTERN_BUDGET_TERMINALS',
    meaning: 'Logins a minute that terminals begin from one address',
    fallback: '20',
    range: BUDGET,
  },
] as const satisfies readonly Setting[];

type Listed = (typeof SETTINGS)[number];
type SettingName = Listed['name'];
/** The names of those that have a rule of this kind. */
type SettingWith<Rule extends 'choices' | 'range'> = Extract<Listed, Record<Rule, unknown>>['name'];
type Choice<Name> = Extract<Listed, { name: Name; choices: unknown }>['choices'][number];

const settingOf = <Name extends SettingName>(name: Name) =>
  SETTINGS.find((setting) => setting.name === name) as Extract<Listed, { name: Name }>;

/** What it must be, as it is refused; undefined where something else says so. */
const ruleOf = ({ choices, range }: Setting): string | undefined =>
  choices ? `one of ${choices.join(', ')}` : range && `a whole number from ${range[0]} to ${range[1]}`;

/** What it means, with what it can be. */
export const meaningOf = ({ meaning, range }: Setting): string =>
  range ? `${meaning}; from ${range[0]} to ${range[1]}` : meaning;

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
  metricsNetworks: string[];
  /** Null: none is accepted. */
  metricsToken: string | null;
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
    documents: number;
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
  const text = (name: SettingName) => env[name]?.trim() || settingOf(name).fallback;
  const refuse = (name: SettingName): never => {
    throw new ConfigError(`${name} must be ${ruleOf(settingOf(name))}, but is "${env[name]}".`);
  };
  const integer = (name: SettingWith<'range'>) => {
    const value = text(name);
    const [min, max] = settingOf(name).range;
    const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN;
    return number >= min && number <= max ? number : refuse(name);
  };
  const oneOf = <Name extends SettingWith<'choices'>>(name: Name): Choice<Name> => {
    const value = text(name);
    const choices: readonly string[] = settingOf<SettingWith<'choices'>>(name).choices;
    return choices.includes(value) ? (value as Choice<Name>) : refuse(name);
  };

  const host = lan && !env.HOST ? '0.0.0.0' : text('HOST');
  const port = integer('PORT');
  const dataDir = resolve(text('LECTERN_DATA_DIR'));
  return {
    host,
    port,
    dataDir,
    databaseUrl: parseDatabaseUrl(text('LECTERN_DATABASE_URL'), env.PGSSLMODE),
    publicUrl: env.LECTERN_PUBLIC_URL ? parseOrigin(env.LECTERN_PUBLIC_URL) : `http://${urlHost(host)}:${port}`,
    secretFile: resolve(env.LECTERN_SECRET_FILE?.trim() || join(dataDir, 'secret.json')),
    starter: oneOf('LECTERN_STARTER') === 'on',
    logLevel: oneOf('LECTERN_LOG_LEVEL'),
    sqliteSynchronous: oneOf('LECTERN_SQLITE_SYNCHRONOUS'),
    postgresConnections: integer('LECTERN_POSTGRES_CONNECTIONS'),
    trustedProxies: parseNetworks('LECTERN_TRUSTED_PROXIES', text('LECTERN_TRUSTED_PROXIES')),
    metricsNetworks: parseNetworks('LECTERN_METRICS_NETWORKS', text('LECTERN_METRICS_NETWORKS')),
    metricsToken: parseMetricsToken(text('LECTERN_METRICS_TOKEN')),
    livesPerOwner: integer('LECTERN_LIVES_PER_OWNER'),
    queueItems: integer('LECTERN_QUEUE_ITEMS'),
    tokensPerUser: integer('LECTERN_TOKENS_PER_USER'),
    auditDays: integer('LECTERN_AUDIT_DAYS'),
    decksPerOrganization: integer('LECTERN_DECKS_PER_ORGANIZATION'),
    snapshotsPerOrganization: integer('LECTERN_SNAPSHOTS_PER_ORGANIZATION'),
    imagesPerOrganization: integer('LECTERN_IMAGES_PER_ORGANIZATION'),
    seats: integer('LECTERN_SEATS'),
    insecureLan: oneOf('LECTERN_INSECURE_LAN') === 'on',
    signUp: oneOf('LECTERN_SIGN_UP'),
    mail: parseMail(text('LECTERN_SMTP_URL'), text('LECTERN_MAIL_FROM')),
    budgets: {
      requests: integer('LECTERN_BUDGET_REQUESTS'),
      peer: integer('LECTERN_BUDGET_PEER'),
      principal: integer('LECTERN_BUDGET_PRINCIPAL'),
      polls: integer('LECTERN_BUDGET_POLLS'),
      audience: integer('LECTERN_BUDGET_AUDIENCE'),
      pages: integer('LECTERN_BUDGET_PAGES'),
      documents: integer('LECTERN_BUDGET_DOCUMENTS'),
      guesses: integer('LECTERN_BUDGET_GUESSES'),
      terminals: integer('LECTERN_BUDGET_TERMINALS'),
    },
  };
}

/** Null: SQLite. It holds a password, and is never told. Throws ConfigError. */
function parseDatabaseUrl(text: string, pgSslMode: string | undefined): string | null {
  if (!text) return null;
  const address = /^postgres(ql)?:\/\//.test(text) ? URL.parse(text) : null;
  if (!address) {
    throw new ConfigError(
      'LECTERN_DATABASE_URL must begin with postgres:// and be a whole address; leave it unset for SQLite.',
    );
  }
  checkEncryption(address.searchParams);
  // It is not read; whoever relied on it must not go on in the open.
  const said = ['sslmode', ...SSL_FILES].some((name) => address.searchParams.has(name));
  if (!said && pgSslMode && pgSslMode !== 'disable') {
    throw new ConfigError(
      'PGSSLMODE is set, and means nothing to Lectern. Put sslmode into LECTERN_DATABASE_URL, verify-full where it goes over a network, or disable.',
    );
  }
  return text;
}

/** What libpq means by `allow` and `prefer` goes in the open where it has to; the driver does not know how. */
const SSL_WORDS: Readonly<Record<string, readonly string[]>> = {
  sslmode: ['disable', 'require', 'verify-ca', 'verify-full'],
  sslnegotiation: ['postgres', 'direct'],
};
const SSL_FILES: readonly string[] = ['sslrootcert', 'sslcert', 'sslkey'];
/** For `sslrootcert`: no file, but the authorities that are trusted anyway. */
const SSL_SYSTEM = 'system';

/** The driver takes the last of several, and passes over what it does not know. Throws ConfigError. */
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

/** The driver would find out only when it connects, and tell of a database that does not answer. Throws ConfigError. */
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

/** It is never told. Throws ConfigError. */
function parseMetricsToken(text: string): string | null {
  if (text === '') return null;
  if (!/^[\x21-\x7e]{16,256}$/.test(text)) {
    throw new ConfigError('LECTERN_METRICS_TOKEN must be 16 to 256 visible ASCII characters.');
  }
  return text;
}

/** Addresses and networks such as 10.0.0.0/8. Throws ConfigError. */
function parseNetworks(name: SettingName, list: string): string[] {
  const networks = list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const most = isIP(address) === 4 ? 32 : 128;
    if (!isIP(address) || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most))) {
      throw new ConfigError(`${name} lists addresses or networks, and "${network}" is neither.`);
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
    return { name: setting.name, meaning: meaningOf(setting), default: setting.fallback, value };
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
