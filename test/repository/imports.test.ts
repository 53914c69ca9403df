import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Rooms that each room may import (ARCHITECTURE.md, "Rules that hold everywhere"). A room is a folder of src/ or a file
 * directly in it. `storage/storage.ts` and its parts in `storage/stores/` are the interface; only code that opens a
 * database uses the rest of storage/.
 */
const MAY_IMPORT: Record<string, readonly string[]> = {
  contract: [],
  locales: ['contract'],
  'failure-log.ts': ['contract', 'domain'],
  'survive-resource-exhaustion.ts': ['domain'],
  'log-destination.ts': ['domain'],
  'on-npm-exit.ts': [],
  package: [],
  'metrics.ts': [],
  'storage/storage.ts': ['contract'],
  storage: ['contract', 'storage/storage.ts'],
  domain: ['contract', 'storage/storage.ts'],
  'import-files': ['contract', 'package'],
  editions: ['contract', 'domain', 'import-files', 'storage/storage.ts'],
  songs: ['contract', 'domain', 'import-files', 'storage/storage.ts'],
  auth: ['contract', 'domain', 'storage/storage.ts'],
  mail: ['config', 'domain'],
  pages: ['config', 'contract', 'domain', 'failure-log.ts', 'locales', 'package', 'storage/storage.ts'],
  oauth: ['config', 'contract', 'domain', 'locales', 'pages', 'storage/storage.ts'],
  config: ['contract', 'package'],
  'secrets.ts': ['config', 'storage'],
  'installation.ts': [
    'auth',
    'config',
    'domain',
    'editions',
    'package',
    'secrets.ts',
    'songs',
    'storage',
    'storage/storage.ts',
  ],
  events: ['contract', 'domain', 'storage/storage.ts'],
  audience: ['contract', 'domain', 'locales', 'metrics.ts', 'pages', 'storage/storage.ts'],
  http: [
    'auth',
    'config',
    'contract',
    'domain',
    'events',
    'failure-log.ts',
    'metrics.ts',
    'pages',
    'songs',
    'storage/storage.ts',
  ],
  cli: [
    'config',
    'contract',
    'domain',
    'editions',
    'import-files',
    'installation.ts',
    'package',
    'secrets.ts',
    'songs',
    'storage',
    'storage/storage.ts',
  ],
  'first-start.ts': ['contract', 'domain', 'editions', 'installation.ts', 'storage/storage.ts'],
  'welcome.ts': ['config', 'contract', 'first-start.ts'],
  'restore-on-page.ts': ['config', 'domain', 'secrets.ts', 'storage'],
  // The composition root, and what starts it.
  server: [
    'audience',
    'config',
    'contract',
    'domain',
    'events',
    'failure-log.ts',
    'http',
    'installation.ts',
    'mail',
    'metrics.ts',
    'oauth',
    'pages',
    'secrets.ts',
  ],
  'main.ts': [
    'cli',
    'config',
    'contract',
    'first-start.ts',
    'http',
    'installation.ts',
    'log-destination.ts',
    'restore-on-page.ts',
    'server',
    'survive-resource-exhaustion.ts',
    'on-npm-exit.ts',
    'secrets.ts',
    'storage',
    'welcome.ts',
  ],
};

/** The only places that may know a package or a built-in module; where everybody may, it is not listed. */
const PACKAGE_ROOMS: Record<string, readonly string[]> = {
  kysely: ['storage'],
  pg: ['storage'],
  'node:sqlite': ['import-files', 'storage'],
  fastify: ['http', 'audience', 'oauth', 'pages', 'server'],
  '@fastify': ['http', 'audience', 'oauth', 'pages', 'server'],
  'node:http': ['http', 'audience', 'pages', 'server'],
  '@modelcontextprotocol': ['cli'],
  commander: ['cli'],
  'prom-client': ['metrics.ts'],
  sharp: ['domain'],
  '@hyzyla': ['songs'],
  nodemailer: ['mail'],
  vite: [],
};

/** Folders that the rest of their room builds on, each with the other folders of the room that it may import. */
const FOUNDATIONS: Record<string, readonly string[]> = {
  'src/cli/terminal': [],
  'src/domain/audit': [],
  'src/domain/scripture': ['src/domain/audit'],
  'src/domain/live': ['src/domain/audit', 'src/domain/scripture'],
  'src/domain/account/owners': [],
  'src/editions/sources': [],
  'src/editions/collector': ['src/editions/sources'],
  'src/http/admission': [],
  'src/http/server': [],
  'src/pages/toolkit': [],
  'src/songs/sources': [],
  'src/songs/collector': ['src/songs/sources'],
  'src/storage/dialects': [],
  'src/storage/queries/shared': [],
  'src/storage/stores/shared': [],
  'web/viewer/stream': [],
};

interface Import {
  readonly from: string;
  /** A path in the repository, or the name of a package. */
  readonly to: string;
}

function importsOf(pattern: string): Import[] {
  return globSync(pattern, { cwd: ROOT }).flatMap((file) => {
    const from = file.replaceAll('\\', '/');
    const source = readFileSync(join(ROOT, from), 'utf8');
    const names = [
      ...source.matchAll(/^(?:import|export)\b[^;'"]*?from\s+['"]([^'"]+)['"]/gms),
      ...source.matchAll(/^import\s+['"]([^'"]+)['"]/gm),
      ...source.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g),
      ...source.matchAll(/\bimport\.meta\.glob(?:<[^(]*>)?\(\s*['"]([^'"]+)['"]/g),
    ].map((match) => match[1]!);
    return names.map((name) => ({
      from,
      to: name.startsWith('.') ? normalize(join(dirname(from), name)).replaceAll('\\', '/') : name,
    }));
  });
}

type Graph = ReadonlyMap<string, Iterable<string>>;

function toGraph(edges: readonly (readonly [string, string])[]): Graph {
  const targets = Map.groupBy(edges, ([from]) => from);
  return new Map([...targets].map(([from, to]) => [from, new Set(to.map(([, target]) => target))]));
}

/** Returns the first circle of imports, as "a → b → a"; null without one. A file that imports itself is no circle. */
function findCircle(graph: Graph): string | null {
  const done = new Set<string>();
  const search = (node: string, path: readonly string[]): string | null => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node].join(' → ');
    if (done.has(node)) return null;
    for (const next of graph.get(node) ?? []) {
      const circle = next === node ? null : search(next, [...path, node]);
      if (circle) return circle;
    }
    done.add(node);
    return null;
  };
  for (const node of graph.keys()) {
    const circle = search(node, []);
    if (circle) return circle;
  }
  return null;
}

/** "src/domain/live/lives.ts" is in room "domain", "src/main.ts" in "main.ts". */
function roomOf(path: string): string {
  const inside = path.replace(/^src\//, '');
  if (inside.startsWith('storage/stores/')) return 'storage/storage.ts';
  return inside === 'storage/storage.ts' ? inside : inside.split('/')[0]!;
}

describe('imports flow one way', () => {
  const imports = importsOf('src/**/*.{ts,mts,js,mjs}');
  const own = imports.filter(({ to }) => to.startsWith('src/'));
  const all = [...imports, ...importsOf('web/**/*.{ts,tsx}')].filter(({ to }) => /^(src|web)\/.*\.tsx?$/.test(to));

  test('when imports are searched, then the search finds what is there', () => {
    assert.ok(own.some(({ from, to }) => from === 'src/server/start-server.ts' && to === 'src/http/app.ts'));
    assert.ok(imports.some(({ from, to }) => from.startsWith('src/storage/') && to === 'kysely'));
  });

  test('when a room imports, then it imports only the rooms that it may', () => {
    const astray = own.filter(({ from, to }) => {
      const [room, target] = [roomOf(from), roomOf(to)];
      return room !== target && !MAY_IMPORT[room]?.includes(target);
    });
    assert.deepEqual(astray, []);
  });

  test('when the rule itself is searched, then it has no circle', () => {
    const graph = new Map(Object.entries(MAY_IMPORT));
    for (const room of [...graph.values()].flat()) assert.ok(graph.has(room), `${room} is not in the rule`);
    assert.equal(findCircle(graph), null);
  });

  test('when imports form a circle, then it is found and reported as a path', () => {
    const edges = [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'd'],
      ['d', 'b'],
      ['c', 'c'],
    ] as const;
    assert.equal(findCircle(toGraph(edges)), 'b → c → d → b');
    assert.equal(findCircle(toGraph(edges.slice(0, 3))), null);
  });

  test('when the imports of files are followed, then they form no circle', () => {
    assert.equal(findCircle(toGraph(all.map(({ from, to }) => [from, to]))), null);
  });

  test('when the imports of folders are followed, then they form no circle', () => {
    const divided = new Set(all.map(({ from }) => dirname(dirname(from))));
    // A file beside folders stands for itself: it puts them together, or they build on it.
    const folderOf = (file: string) => (divided.has(dirname(file)) ? file : dirname(file));
    assert.ok(divided.has('src/domain') && folderOf('src/domain/clock.ts') === 'src/domain/clock.ts');
    assert.equal(findCircle(toGraph(all.map(({ from, to }) => [folderOf(from), folderOf(to)]))), null);
  });

  test('when a folder is what its room builds on, then it imports nothing of the rest of the room', () => {
    const isIn = (folder: string, file: string) => file.startsWith(`${folder}/`);
    for (const [folder, known] of Object.entries(FOUNDATIONS)) {
      const room = dirname(folder);
      assert.ok(
        all.some(({ from }) => isIn(folder, from)),
        `${folder} is not there`,
      );
      const astray = all.filter(
        ({ from, to }) =>
          isIn(folder, from) &&
          isIn(room, to) &&
          dirname(to) !== room &&
          ![folder, ...known].some((one) => isIn(one, to)),
      );
      assert.deepEqual(astray, [], folder);
    }
  });

  test('when packages are imported, then only the rooms where they belong do it', () => {
    const astray = imports.filter(({ from, to }) => {
      const rooms = Object.entries(PACKAGE_ROOMS).find(([name]) => to === name || to.startsWith(`${name}/`))?.[1];
      return rooms && !rooms.includes(roomOf(from).split('/')[0]!);
    });
    assert.deepEqual(astray, []);
  });

  test('when src/ imports, then nothing leaves it; the browser shares the contract and the locales alone', () => {
    const outside = imports.filter(({ to }) => to.includes('/') && /^(web|test|bench|bin|\.\.)\b/.test(to));
    assert.deepEqual(outside, []);
    const shared = importsOf('web/**/*.{ts,tsx}').filter(({ to }) => /^(src|test|bench|bin)\//.test(to));
    assert.ok(shared.some(({ to }) => to === 'src/locales/*/passkeys.ts'));
    assert.deepEqual(
      shared.filter(({ to }) => !/^src\/(contract|locales)\//.test(to)),
      [],
    );
  });

  test('when the environment is read, then config/ alone reads it, from what main.ts hands over', () => {
    const readers = globSync('src/**/*.ts', { cwd: ROOT })
      .filter((file) => /\bprocess\.env\b/.test(readFileSync(join(ROOT, file), 'utf8')))
      .map((file) => file.replaceAll('\\', '/'));
    assert.deepEqual(
      readers.filter((file) => !file.startsWith('src/config/')),
      ['src/main.ts'],
    );
  });
});
