import type { Static } from 'typebox';
import { ConfigError } from './config-error.ts';
import { SettingsSchema } from './settings-schema.ts';

export type Environment = Readonly<Record<string, string | undefined>>;
type Settings = Static<typeof SettingsSchema>;

/** The schema keywords that settings use. */
interface SettingSchema {
  readonly type: 'string' | 'integer';
  readonly description: string;
  readonly default?: string | number;
  readonly otherwise?: string;
  readonly writeOnly?: true;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

const SCHEMAS = Object.entries(SettingsSchema.properties) as unknown as [keyof Settings, SettingSchema][];

/** Every setting as shown in tables: the default as it is typed, or a description if it depends on other settings. */
export const SETTINGS = SCHEMAS.map(([name, schema]) => ({
  name,
  meaning: schema.type === 'integer' ? `${schema.description}; from ${rangeOf(schema)}` : schema.description,
  fallback: String(schema.default ?? schema.otherwise ?? ''),
  secret: schema.writeOnly === true,
}));

/** Reads all settings. An empty value counts as not set. Throws ConfigError. */
export function readSettings(env: Environment): Settings {
  return Object.fromEntries(SCHEMAS.map(([name, schema]) => [name, readSetting(name, schema, env[name])])) as Settings;
}

// Checks the keywords itself: otherwise every command would have to load TypeBox's validator.
function readSetting(name: string, schema: SettingSchema, given: string | undefined): string | number | undefined {
  const text = given?.trim();
  if (!text) return schema.default;
  if (schema.type === 'integer') {
    const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= schema.minimum! && number <= schema.maximum!) return number;
    throw new ConfigError(`${name} must be a whole number from ${rangeOf(schema)}, but is "${given}".`);
  }
  if (!schema.enum || schema.enum.includes(text)) return text;
  throw new ConfigError(`${name} must be one of ${schema.enum.join(', ')}, but is "${given}".`);
}

function rangeOf({ minimum, maximum }: SettingSchema): string {
  return `${minimum} to ${maximum}`;
}

/** Returns the table of settings with their current values. For a secret it shows only that it is set. */
export function describeSettings(env: Environment = process.env) {
  return SETTINGS.map(({ name, meaning, fallback, secret }) => {
    const given = env[name]?.trim();
    return { name, meaning, default: fallback, value: given && secret ? '(set)' : given || fallback };
  });
}

const PREFIX = 'LECTERN_';
/**
 * Variables that Lectern does not read: those of the command in docs/how-to/systemd.md, and those that Kubernetes sets
 * for a service with this name.
 */
const FOREIGN = /^LECTERN_(HOME|SETTINGS|PORT_\w+|SERVICE_\w+)=|^LECTERN_(PORT)=\w+:\/\//;
/** Names of settings without the prefix that many other programs read. */
const COMMON: readonly string[] = ['LOG_LEVEL', 'PUBLIC_URL'];

/** An environment variable that looks like a setting but is not. */
export interface UnknownSetting {
  readonly setting: string;
  /** The setting whose name differs only in the prefix, or null. */
  readonly meant: string | null;
}

/**
 * Lists environment variables that look like settings but are not: typing errors, settings of other versions, and
 * settings whose prefix is missing or too much.
 */
export function listUnknownSettings(env: Environment = process.env): UnknownSetting[] {
  const known = new Set<string>(SETTINGS.map(({ name }) => name));
  return Object.entries(env).flatMap(([name, value]) => {
    if (known.has(name) || COMMON.includes(name) || FOREIGN.test(`${name}=${value}`)) return [];
    const isPrefixed = name.startsWith(PREFIX);
    const other = isPrefixed ? name.slice(PREFIX.length) : PREFIX + name;
    const meant = known.has(other) ? other : null;
    if (isPrefixed) return [{ setting: name, meant }];
    return meant === null || env[meant] !== undefined ? [] : [{ setting: name, meant }];
  });
}
