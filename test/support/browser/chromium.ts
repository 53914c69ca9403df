import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

/** Playwright's own defaults already stop most background traffic; these stop the rest. */
const ARGUMENTS = [
  '--no-sandbox',
  '--no-zygote',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-pings',
  '--no-first-run',
  '--no-default-browser-check',
];

type Executable = { path: string; environment: Record<string, string> };

/**
 * Starts a headless Chromium: the one LECTERN_TEST_CHROMIUM names, else the one `npm ci` has brought (Linux x64 only).
 * The first call on a machine unpacks it (some seconds). Throws on other platforms when the variable is not set.
 */
export async function launchChromium(): Promise<Browser> {
  const { path, environment } = await requireExecutable();
  const env = { ...process.env, ...environment };
  return await chromium.launch({ executablePath: path, args: ARGUMENTS, env, chromiumSandbox: false });
}

async function requireExecutable(): Promise<Executable> {
  const named = process.env.LECTERN_TEST_CHROMIUM;
  if (named) return { path: named, environment: {} };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      `The browser tests bring Chromium for Linux x64 only, and this is ${process.platform} ${process.arch}: ` +
        'set LECTERN_TEST_CHROMIUM to the path of a Chrome or Chromium.',
    );
  }
  const folder = await unpack();
  return {
    path: join(folder, 'chromium'),
    environment: {
      LD_LIBRARY_PATH: [join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
      XDG_CACHE_HOME: join(folder, 'cache'),
    },
  };
}

/** Unpacks beside the final place and renames into it, so that two first launches at once cannot see half a browser. */
async function unpack(): Promise<string> {
  const manifest = new URL('../package.json', import.meta.resolve('@sparticuz/chromium'));
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const place = join(tmpdir(), `lectern-chromium-${version}-${process.getuid?.()}`);
  if (!existsSync(place)) {
    const unfinished = mkdtempSync(`${place}-`);
    try {
      const program = fileURLToPath(new URL('./chromium-inflate.ts', import.meta.url));
      await promisify(execFile)(process.execPath, [program], { env: { ...process.env, TMPDIR: unfinished } });
      renameSync(unfinished, place);
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true });
      if (!existsSync(place)) throw error;
    }
  }
  // The temporary folder is open to every user of the machine: run only what this user has put there.
  if (statSync(place).uid !== process.getuid?.()) throw new Error(`${place} belongs to another user`);
  return place;
}
