import { Type } from 'typebox';
import {
  AUDIT_DAYS,
  BACKUPS_KEPT,
  DECKS_PER_ORGANIZATION_MAX,
  IMAGES_PER_ORGANIZATION_MAX,
  LIVES_PER_OWNER_MAX,
  NIGHTLY_BACKUPS_KEPT,
  PLANS_PER_OWNER_MAX,
  QUEUE_MAX_ITEMS,
  SNAPSHOTS_PER_ORGANIZATION_MAX,
  TOKENS_PER_USER_MAX,
} from '../contract/limits.ts';
import { Enum } from '../contract/schemas/shapes.ts';

const text = (description: string, fallback: string) => Type.String({ description, default: fallback });

/**
 * An optional setting. `otherwise` describes the value used when it is not set. `writeOnly` marks a secret, which is
 * never shown.
 */
const optional = (description: string, options: { otherwise?: string; writeOnly?: true } = {}) =>
  Type.Optional(Type.String({ description, ...options }));

/** A setting with fixed choices. The description explains each of them. */
const oneOf = <const Choices extends readonly string[]>(
  description: string,
  fallback: Choices[number],
  choices: Choices,
) => Enum(choices, { description, default: fallback });

const wholeNumber = (description: string, fallback: number, [minimum, maximum]: readonly [number, number]) =>
  Type.Integer({ description, default: fallback, minimum, maximum });

const SWITCH = ['on', 'off'] as const;
const QUOTA = [1, 100_000] as const;
const BUDGET = [1, 1_000_000_000] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Every setting: its environment variable, meaning, default and allowed values. [D46] */
export const SettingsSchema = Type.Object({
  HOST: text(
    'Address to listen on. If not set, "npm start -- --lan" listens on 0.0.0.0: all IPv4 addresses',
    '127.0.0.1',
  ),
  PORT: wholeNumber('TCP port to listen on. 0 chooses a free one', 8080, [0, 65535]),
  LECTERN_DATA_DIR: text('Folder of the SQLite database and of the key file', './data'),
  LECTERN_DATABASE_URL: optional(
    'postgres://USER:PASSWORD@HOST/DATABASE for PostgreSQL: a database with the encoding UTF8. Append ?sslmode=verify-full ' +
      'to encrypt the connection and verify the server. If not set: SQLite in the data folder',
    { writeOnly: true },
  ),
  LECTERN_PUBLIC_URL: optional('Origin under which people and clients reach this installation', {
    otherwise: 'http://HOST:PORT',
  }),
  LECTERN_SECRET_FILE: optional(
    'File with the keys for cursors, cookies and hashes. With SQLite the first start creates it. With PostgreSQL it must ' +
      'exist, and be the same on all nodes',
    { otherwise: 'secret.json in the data folder' },
  ),
  LECTERN_BACKUP_DIR: optional(
    'Folder for the backups that administrators make on the web pages, and for those of each night. With several nodes, a folder that all of them share',
    { otherwise: 'backups in the data folder' },
  ),
  LECTERN_BACKUPS_KEPT: wholeNumber(
    'Number of the backups of administrators that are kept. A new one, once complete, replaces the oldest',
    BACKUPS_KEPT,
    [1, 1000],
  ),
  LECTERN_NIGHTLY_BACKUPS: wholeNumber(
    'Number of nightly backups that are kept. A new one, once checked, replaces the oldest. 0 makes none',
    NIGHTLY_BACKUPS_KEPT,
    [0, 1000],
  ),
  LECTERN_STARTER: oneOf(
    'on: seed an empty installation with a starter edition, an organization and a Live; off: leave it empty',
    'on',
    SWITCH,
  ),
  LECTERN_INSECURE_LAN: oneOf(
    'on: allow sign-in over plain HTTP at any address (not recommended); off: refuse it. If not set, an administrator can allow it in the network',
    'off',
    SWITCH,
  ),
  LECTERN_SIGN_UP: oneOf(
    'Who can create an account. invitation: people who were invited; open: anyone; closed: no one',
    'invitation',
    ['invitation', 'open', 'closed'],
  ),
  LECTERN_SMTP_URL: optional(
    'smtp://USER:PASSWORD@HOST:PORT (smtps: implicit TLS) to send password reset links. Set both this and ' +
      'LECTERN_MAIL_FROM, or neither: then no mail is sent',
    { writeOnly: true },
  ),
  LECTERN_MAIL_FROM: optional(
    'E-mail address that these messages are sent from. Set both this and LECTERN_SMTP_URL, or neither',
  ),
  LECTERN_LOG_LEVEL: oneOf(
    `Lowest level that is logged: ${LOG_LEVELS.join(', ')} (nothing is logged). If not set and the log goes to a terminal, only warnings and errors are logged`,
    'info',
    LOG_LEVELS,
  ),
  LECTERN_SQLITE_SYNCHRONOUS: oneOf(
    'FULL: an acknowledged write survives a power failure; NORMAL: it survives a crash of the process',
    'FULL',
    ['FULL', 'NORMAL'],
  ),
  LECTERN_POSTGRES_CONNECTIONS: wholeNumber('Maximum number of connections to PostgreSQL', 10, [2, 1000]),
  LECTERN_TRUSTED_PROXIES: optional('Addresses or networks, comma-separated, whose X-Forwarded-For header is trusted'),
  LECTERN_METRICS_NETWORKS: text(
    'Addresses or networks, comma-separated, that can read /metrics without a token',
    '127.0.0.0/8,::1',
  ),
  LECTERN_METRICS_TOKEN: optional(
    'Bearer token that can read /metrics from any address, 16 to 256 visible ASCII characters. If not set, no token is accepted',
    { writeOnly: true },
  ),
  LECTERN_LIVES_PER_OWNER: wholeNumber(
    'Maximum number of Lives of one account or organization',
    LIVES_PER_OWNER_MAX,
    QUOTA,
  ),
  LECTERN_QUEUE_ITEMS: wholeNumber('Maximum number of items in the queue of one Live', QUEUE_MAX_ITEMS, QUOTA),
  LECTERN_TOKENS_PER_USER: wholeNumber(
    'Maximum number of active personal tokens of one user that were created over REST',
    TOKENS_PER_USER_MAX,
    QUOTA,
  ),
  LECTERN_AUDIT_DAYS: wholeNumber('Days that audit records are kept', AUDIT_DAYS, [1, 36_500]),
  LECTERN_PLANS_PER_OWNER: wholeNumber(
    'Maximum number of plans of one account or organization',
    PLANS_PER_OWNER_MAX,
    QUOTA,
  ),
  LECTERN_DECKS_PER_ORGANIZATION: wholeNumber(
    'Maximum number of decks of one organization',
    DECKS_PER_ORGANIZATION_MAX,
    QUOTA,
  ),
  LECTERN_SNAPSHOTS_PER_ORGANIZATION: wholeNumber(
    'Maximum number of snapshots that one organization can publish. They are kept permanently',
    SNAPSHOTS_PER_ORGANIZATION_MAX,
    [1, 10_000_000],
  ),
  LECTERN_IMAGES_PER_ORGANIZATION: wholeNumber(
    'Maximum number of images kept for one organization, including those of its snapshots',
    IMAGES_PER_ORGANIZATION_MAX,
    [1, 1_000_000],
  ),
  LECTERN_SEATS: wholeNumber('Maximum number of viewers of one Live on one node', 10000, [1, 1_000_000]),
  LECTERN_BUDGET_REQUESTS: wholeNumber('REST requests per minute on this node', 240000, BUDGET),
  LECTERN_BUDGET_PEER: wholeNumber('REST requests per minute from one address', 24000, BUDGET),
  LECTERN_BUDGET_PRINCIPAL: wholeNumber(
    'REST requests per minute with one account or organization credential',
    12000,
    BUDGET,
  ),
  LECTERN_BUDGET_POLLS: wholeNumber('New event polls per minute with one credential', 6000, BUDGET),
  LECTERN_BUDGET_AUDIENCE: wholeNumber('Audience requests per minute from one address', 60000, BUDGET),
  LECTERN_BUDGET_TEXTS: wholeNumber('Requests of reader pages for chapters per minute from one address', 6000, BUDGET),
  LECTERN_BUDGET_PAGES: wholeNumber(
    'Requests per minute from one address for sign-in, accounts and OAuth',
    1200,
    BUDGET,
  ),
  LECTERN_BUDGET_DOCUMENTS: wholeNumber(
    'Requests per minute from one address for documents and unknown addresses, and as many for health and metrics, on this node',
    6000,
    BUDGET,
  ),
  LECTERN_BUDGET_GUESSES: wholeNumber(
    'Wrong audience secrets per minute from one address for one Live. All devices in a hall can share one address',
    20,
    BUDGET,
  ),
  LECTERN_BUDGET_TERMINALS: wholeNumber('Terminal logins per minute started from one address', 20, BUDGET),
});
