import type { Operation } from '../../contract/operations.ts';

/** Returns the headers of a deprecated operation: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). [D52] */
export function deprecationHeaders({ since, sunset }: NonNullable<Operation['deprecated']>): Record<string, string> {
  return { deprecation: `@${Date.parse(since) / 1000}`, sunset: new Date(sunset).toUTCString() };
}
