/** Thrown for an invalid setting. The message names the setting and the allowed values. */
export class ConfigError extends Error {}
