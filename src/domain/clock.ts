/** The time of day, milliseconds since 1970; another one than the system's is for tests. */
export type Clock = () => number;

/** As times are kept and sent: RFC 3339, UTC, with milliseconds. [D7] */
export const toTime = (ms: number): string => new Date(ms).toISOString();
