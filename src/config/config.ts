import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { urlHost } from './addresses.ts';
import { ConfigError } from './config-error.ts';
import type { PlainSignIn } from './connection.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { type Environment, readSettings } from './settings.ts';

/** The parsed settings of an installation. */
export interface Config {
  host: string;
  /** Setting that decides `host`; null for the default, which an administrator can change at any time. [D78] */
  hostDecidedBy: 'HOST' | '--lan' | null;
  port: number;
  dataDir: string;
  /** Null for SQLite in `dataDir`. */
  databaseUrl: string | null;
  /** Origin without a trailing slash. Used for base_url and auth_url. */
  publicUrl: string;
  secretFile: string;
  /** Folder of the backups that the web pages make, and of those of each night. */
  backupDir: string;
  backupsKept: number;
  /** Number of nightly backups that are kept. 0 makes none. */
  nightlyBackups: number;
  starter: boolean;
  logLevel: string;
  sqliteSynchronous: 'FULL' | 'NORMAL';
  postgresConnections: number;
  trustedProxies: string[];
  metricsNetworks: string[];
  /** Null if no token is accepted. */
  metricsToken: string | null;
  livesPerOwner: number;
  queueItems: number;
  tokensPerUser: number;
  auditDays: number;
  plansPerOwner: number;
  decksPerOrganization: number;
  snapshotsPerOrganization: number;
  imagesPerOrganization: number;
  seats: number;
  /** Where people may sign in over plain HTTP. [D46] */
  plainSignIn: PlainSignIn;
  /** Whether LECTERN_INSECURE_LAN decides it; otherwise an administrator can change it at any time. [D78] */
  plainSignInDecided: boolean;
  signUp: 'invitation' | 'open' | 'closed';
  /** Null if no mail is sent. */
  mail: { smtpUrl: string; from: string } | null;
  budgets: {
    requests: number;
    peer: number;
    principal: number;
    polls: number;
    audience: number;
    texts: number;
    pages: number;
    documents: number;
    guesses: number;
    terminals: number;
  };
}

/** Returns the key file of a data folder, unless another one is set. */
export const defaultSecretFile = (dataDir: string): string => join(dataDir, 'secret.json');

/** The host that listens on every IPv4 address. */
export const ALL_ADDRESSES = '0.0.0.0';

/** Reads the settings. `lan` listens on all addresses unless HOST is set. Throws ConfigError. */
export function readConfig(env: Environment = process.env, { lan = false }: { lan?: boolean } = {}): Config {
  const settings = readSettings(env);
  const hostDecidedBy = env.HOST ? 'HOST' : lan ? '--lan' : null;
  const host = hostDecidedBy === '--lan' ? ALL_ADDRESSES : settings.HOST;
  const port = settings.PORT;
  const dataDir = resolve(settings.LECTERN_DATA_DIR);
  const publicUrl = env.LECTERN_PUBLIC_URL;
  return {
    host,
    hostDecidedBy,
    port,
    dataDir,
    databaseUrl: parseDatabaseUrl(settings.LECTERN_DATABASE_URL, env.PGSSLMODE),
    publicUrl: publicUrl ? parseOrigin(publicUrl) : `http://${urlHost(host)}:${port}`,
    secretFile: resolve(settings.LECTERN_SECRET_FILE ?? defaultSecretFile(dataDir)),
    backupDir: resolve(settings.LECTERN_BACKUP_DIR ?? join(dataDir, 'backups')),
    backupsKept: settings.LECTERN_BACKUPS_KEPT,
    nightlyBackups: settings.LECTERN_NIGHTLY_BACKUPS,
    starter: settings.LECTERN_STARTER === 'on',
    logLevel: settings.LECTERN_LOG_LEVEL,
    sqliteSynchronous: settings.LECTERN_SQLITE_SYNCHRONOUS,
    postgresConnections: settings.LECTERN_POSTGRES_CONNECTIONS,
    trustedProxies: parseNetworks('LECTERN_TRUSTED_PROXIES', settings.LECTERN_TRUSTED_PROXIES),
    metricsNetworks: parseNetworks('LECTERN_METRICS_NETWORKS', settings.LECTERN_METRICS_NETWORKS),
    metricsToken: parseMetricsToken(settings.LECTERN_METRICS_TOKEN),
    livesPerOwner: settings.LECTERN_LIVES_PER_OWNER,
    queueItems: settings.LECTERN_QUEUE_ITEMS,
    tokensPerUser: settings.LECTERN_TOKENS_PER_USER,
    auditDays: settings.LECTERN_AUDIT_DAYS,
    plansPerOwner: settings.LECTERN_PLANS_PER_OWNER,
    decksPerOrganization: settings.LECTERN_DECKS_PER_ORGANIZATION,
    snapshotsPerOrganization: settings.LECTERN_SNAPSHOTS_PER_ORGANIZATION,
    imagesPerOrganization: settings.LECTERN_IMAGES_PER_ORGANIZATION,
    seats: settings.LECTERN_SEATS,
    plainSignIn: settings.LECTERN_INSECURE_LAN === 'on' ? 'anywhere' : 'nowhere',
    plainSignInDecided: Boolean(env.LECTERN_INSECURE_LAN?.trim()),
    signUp: settings.LECTERN_SIGN_UP,
    mail: parseMail(settings.LECTERN_SMTP_URL, settings.LECTERN_MAIL_FROM),
    budgets: {
      requests: settings.LECTERN_BUDGET_REQUESTS,
      peer: settings.LECTERN_BUDGET_PEER,
      principal: settings.LECTERN_BUDGET_PRINCIPAL,
      polls: settings.LECTERN_BUDGET_POLLS,
      audience: settings.LECTERN_BUDGET_AUDIENCE,
      texts: settings.LECTERN_BUDGET_TEXTS,
      pages: settings.LECTERN_BUDGET_PAGES,
      documents: settings.LECTERN_BUDGET_DOCUMENTS,
      guesses: settings.LECTERN_BUDGET_GUESSES,
      terminals: settings.LECTERN_BUDGET_TERMINALS,
    },
  };
}

/** Parses the mail settings. The SMTP URL and the sender must be set together. Throws ConfigError. */
function parseMail(smtpUrl = '', from = ''): Config['mail'] {
  if (!smtpUrl && !from) return null;
  if (!/^smtps?:$/.test(URL.parse(smtpUrl)?.protocol ?? '') || !URL.parse(smtpUrl)?.hostname) {
    throw new ConfigError(
      'LECTERN_SMTP_URL must look like smtp://USER:PASSWORD@HOST:PORT. It is required when LECTERN_MAIL_FROM is set.',
    );
  }
  if (!/^[^\s@<>]+@[^\s@<>]+$/.test(from)) {
    throw new ConfigError('LECTERN_MAIL_FROM must be an e-mail address. It is required when LECTERN_SMTP_URL is set.');
  }
  return { smtpUrl, from };
}

/** Parses the metrics token. It is a secret, so no message shows it. Throws ConfigError. */
function parseMetricsToken(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (!/^[\x21-\x7e]{16,256}$/.test(text)) {
    throw new ConfigError('LECTERN_METRICS_TOKEN must be 16 to 256 visible ASCII characters.');
  }
  return text;
}

/** Parses a comma-separated list of addresses and CIDR networks such as 10.0.0.0/8. Throws ConfigError. */
function parseNetworks(name: string, list = ''): string[] {
  const networks = list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const maxBits = isIP(address) === 4 ? 32 : 128;
    if (!isIP(address) || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits))) {
      throw new ConfigError(`${name} must list addresses or networks, but "${network}" is neither.`);
    }
  }
  return networks;
}

function parseOrigin(value: string): string {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username) {
    throw new ConfigError(`LECTERN_PUBLIC_URL must be an http or https origin without a path, but is "${value}".`);
  }
  return url.origin;
}
