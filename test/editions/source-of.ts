import type { ImportSource } from '../../src/import-files/import-source.ts';

/** Returns a source of these files in memory. */
export function sourceOf(files: Record<string, string | Buffer>): ImportSource {
  const named = Object.entries(files).map(([name, content]) => {
    const bytes = Buffer.from(content as string);
    return { name, size: bytes.length, read: async () => bytes };
  });
  return { path: 'in memory', files: named, sha256: '0'.repeat(64) };
}
