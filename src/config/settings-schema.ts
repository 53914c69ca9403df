import { Type } from 'typebox';
import {
  AUDIT_DAYS,
  DECKS_PER_ORGANIZATION_MAX,
  IMAGES_PER_ORGANIZATION_MAX,
  LIVES_PER_OWNER_MAX,
  PLANS_PER_OWNER_MAX,
  QUEUE_MAX_ITEMS,
  SNAPSHOTS_PER_ORGANIZATION_MAX,
  TOKENS_PER_USER_MAX,
} from '../contract/limits.ts';
import { Enum } from '../contract/schemas/shapes.ts';

const text = (description: string, fallback: string) => Type.String({ description, default: fallback });

/** `otherwise` says in words what applies where the setting is missing; `writeOnly` marks a secret, which is never shown. */
const optional = (description: string, options: { otherwise?: string; writeOnly?: true } = {}) =>
  Type.Optional(Type.String({ description, ...options }));

/** The description names the choices, each with what it does. */
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

/** Every setting: its environment variable, what it means, its default and what it can be. [D46] */
export const SettingsSchema = Type.Object({
  HOST: text(
    'Address to listen on; where it is not set, "npm start -- --lan" listens on 0.0.0.0: all IPv4 addresses',
    '127.0.0.1',
  ),
  PORT: wholeNumber('TCP port to listen on, where 0 is a free one', 8080, [0, 65535]),
  LECTERN_DATA_DIR: text('Folder of the SQLite database and of the key file', './data'),
  LECTERN_DATABASE_URL: optional(
    'postgres://USER:PASSWORD@HOST/DATABASE for PostgreSQL: a database whose encoding is UTF8; ?sslmode=verify-full ' +
      'behind it encrypts the connection and checks the server; unset: SQLite in the data folder',
    { writeOnly: true },
  ),
  LECTERN_PUBLIC_URL: optional('Origin under which people and clients reach this installation', {
    otherwise: 'http://HOST:PORT',
  }),
  LECTERN_SECRET_FILE: optional(
    'File with the keys for cursors, cookies and hashes; with SQLite the first start makes it; with PostgreSQL it must ' +
      'exist, and be the same on all nodes',
    { otherwise: 'secret.json in the data folder' },
  ),
  LECTERN_STARTER: oneOf(
    'on: an empty installation gets a starter edition, organization and Live; off: it stays empty',
    'on',
    SWITCH,
  ),
  LECTERN_INSECURE_LAN: oneOf(
    'on: allow sign-in over plain HTTP on a network, which is not advised; off: refuse it there',
    'off',
    SWITCH,
  ),
  LECTERN_SIGN_UP: oneOf(
    'Who can make an account; invitation: whoever is invited; open: anyone; closed: nobody',
    'invitation',
    ['invitation', 'open', 'closed'],
  ),
  LECTERN_SMTP_URL: optional(
    'smtp://USER:PASSWORD@HOST:PORT (smtps: TLS from the beginning) to send links to a new password; both this and ' +
      'LECTERN_MAIL_FROM, or neither: then none are sent',
    { writeOnly: true },
  ),
  LECTERN_MAIL_FROM: optional('E-mail address that sends these messages; both this and LECTERN_SMTP_URL, or neither'),
  LECTERN_LOG_LEVEL: oneOf(
    `Least level that is logged: ${LOG_LEVELS.join(', ')} (none is). Where it is not set and the log goes to a terminal, warnings and errors alone are logged`,
    'info',
    LOG_LEVELS,
  ),
  LECTERN_SQLITE_SYNCHRONOUS: oneOf(
    'FULL: an acknowledged write survives loss of power; NORMAL: it survives a crash of the process',
    'FULL',
    ['FULL', 'NORMAL'],
  ),
  LECTERN_POSTGRES_CONNECTIONS: wholeNumber('Most connections to PostgreSQL', 10, [2, 1000]),
  LECTERN_TRUSTED_PROXIES: optional('Addresses or networks, comma separated, whose X-Forwarded-For counts'),
  LECTERN_METRICS_NETWORKS: text(
    'Addresses or networks, comma separated, that may read /metrics without a token',
    '127.0.0.0/8,::1',
  ),
  LECTERN_METRICS_TOKEN: optional(
    'Bearer token that may read /metrics from everywhere, 16 to 256 visible ASCII characters; unset: none may',
    { writeOnly: true },
  ),
  LECTERN_LIVES_PER_OWNER: wholeNumber('Most Lives of one account or organization', LIVES_PER_OWNER_MAX, QUOTA),
  LECTERN_QUEUE_ITEMS: wholeNumber('Most items in the queue of one Live', QUEUE_MAX_ITEMS, QUOTA),
  LECTERN_TOKENS_PER_USER: wholeNumber(
    'Most personal tokens of one user, made over REST, that work at the same time',
    TOKENS_PER_USER_MAX,
    QUOTA,
  ),
  LECTERN_AUDIT_DAYS: wholeNumber('Days that records of who changed what are kept', AUDIT_DAYS, [1, 36_500]),
  LECTERN_PLANS_PER_OWNER: wholeNumber('Most plans of one account or organization', PLANS_PER_OWNER_MAX, QUOTA),
  LECTERN_DECKS_PER_ORGANIZATION: wholeNumber('Most decks of one organization', DECKS_PER_ORGANIZATION_MAX, QUOTA),
  LECTERN_SNAPSHOTS_PER_ORGANIZATION: wholeNumber(
    'Most snapshots that one organization has published; they are kept for good',
    SNAPSHOTS_PER_ORGANIZATION_MAX,
    [1, 10_000_000],
  ),
  LECTERN_IMAGES_PER_ORGANIZATION: wholeNumber(
    'Most images that are kept for one organization, those of its snapshots included',
    IMAGES_PER_ORGANIZATION_MAX,
    [1, 1_000_000],
  ),
  LECTERN_SEATS: wholeNumber('Most viewers of one Live on one node', 10000, [1, 1_000_000]),
  LECTERN_BUDGET_REQUESTS: wholeNumber('REST requests a minute on this node', 240000, BUDGET),
  LECTERN_BUDGET_PEER: wholeNumber('REST requests a minute from one address', 24000, BUDGET),
  LECTERN_BUDGET_PRINCIPAL: wholeNumber(
    'REST requests a minute of one account or organization credential',
    12000,
    BUDGET,
  ),
  LECTERN_BUDGET_POLLS: wholeNumber('New event polls a minute of one credential', 6000, BUDGET),
  LECTERN_BUDGET_AUDIENCE: wholeNumber('Audience requests a minute from one address', 60000, BUDGET),
  LECTERN_BUDGET_PAGES: wholeNumber('Requests a minute from one address for sign-in, accounts and OAuth', 1200, BUDGET),
  LECTERN_BUDGET_DOCUMENTS: wholeNumber(
    'Requests a minute from one address for documents and for addresses that do not exist, and as many for health and metrics, on this node',
    6000,
    BUDGET,
  ),
  LECTERN_BUDGET_GUESSES: wholeNumber(
    'Wrong audience secrets a minute from one address for one Live; a hall may have one address',
    20,
    BUDGET,
  ),
  LECTERN_BUDGET_TERMINALS: wholeNumber('Logins a minute that terminals begin from one address', 20, BUDGET),
});
