import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Test files of one folder that run in one process, one after another. */
interface Batch {
  readonly folder: string;
  /** What the names of its files begin with. */
  readonly names: RegExp;
}

/**
 * A process that has loaded and warmed up a server once can test far more in the same time. `npm test` runs these, each with a
 * file of its name beside this one, and all other test files by themselves. Every file can run alone as well.
 */
export const BATCHES: Readonly<Record<string, Batch>> = {
  'conformance-a': { folder: 'conformance', names: /^a/ },
  'conformance-b-to-d': { folder: 'conformance', names: /^[b-d]/ },
  'conformance-e-to-g': { folder: 'conformance', names: /^[e-g]/ },
  'conformance-h-to-k': { folder: 'conformance', names: /^[h-k]/ },
  'conformance-l-to-m': { folder: 'conformance', names: /^[lm]/ },
  'conformance-n-to-o': { folder: 'conformance', names: /^[no]/ },
  'conformance-p-to-r': { folder: 'conformance', names: /^[p-r]/ },
  'conformance-s': { folder: 'conformance', names: /^s/ },
  'conformance-t-to-z': { folder: 'conformance', names: /^[t-z]/ },
  editions: { folder: 'editions', names: /./ },
  oauth: { folder: 'oauth', names: /./ },
  storage: { folder: 'storage', names: /./ },
  unit: { folder: 'unit', names: /./ },
  viewer: { folder: 'browser/viewer', names: /./ },
};

/** The test files of a batch, by their names. */
export function listBatch({ folder, names }: Batch): string[] {
  return readdirSync(fileURLToPath(new URL(`../${folder}/`, import.meta.url)))
    .filter((name) => name.endsWith('.test.ts') && names.test(name))
    .sort();
}

/** Loads the files of a batch, whose tests then run. */
export async function runBatch(name: keyof typeof BATCHES): Promise<void> {
  const batch = BATCHES[name]!;
  for (const file of listBatch(batch)) await import(`../${batch.folder}/${file}`);
}
