/**
 * Writes dist/THIRD-PARTY-NOTICES.txt: name, version and license texts of every package that the program uses, bundled
 * or installed, fonts and libraries of sharp included. Usage: `npm run build`.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const LICENSE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;
const HEAD = `Lectern contains or uses the following packages. Each has its own license.

libvips and other libraries in @img/sharp-libvips-* are used under the LGPL 3. They are unmodified shared libraries that
can be replaced in their folder. Their source is at https://github.com/lovell/sharp-libvips. The texts of LGPL and GPL are
at https://www.gnu.org/licenses/lgpl-3.0.txt and gpl-3.0.txt, and in the image in /usr/share/common-licenses.
`;

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

/** Returns the notices of all installed packages except those that only the development needs. */
function createNotices(): string {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, LockedPackage>>;
  };
  const notices = Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link && existsSync(join(ROOT, path)))
    .map(([path, { version, license }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return [`${name} ${version}`, `License: ${license ?? 'see below'}`, ...readTexts(join(ROOT, path))].join('\n\n');
    });
  return [HEAD, ...notices].join(`\n\n${'-'.repeat(100)}\n\n`);
}

/** Returns the license files of a package; without any, its README, which may list licenses. */
function readTexts(folder: string): string[] {
  const names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
  const licenses = names.filter((name) => LICENSE_FILE.test(name));
  const chosen = licenses.length > 0 ? licenses : names.filter((name) => /^readme/i.test(name));
  return chosen.map((name) => readFileSync(join(folder, name), 'utf8').trim());
}

mkdirSync(join(ROOT, 'dist'), { recursive: true });
writeFileSync(join(ROOT, 'dist/THIRD-PARTY-NOTICES.txt'), `${createNotices()}\n`);
