/**
 * Takes the pictures of the documentation from the running product, and writes them to docs/pictures. It starts a
 * server of its own with a temporary data folder. Usage: `npm run build && npm run pictures`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { launchChromium } from '../test/support/chromium.ts';
import { PICTURES, type Service } from './pictures/pictures.ts';

const ROOT = join(import.meta.dirname, '..');
const DRAWN_MS = 800;

const dataFolder = await mkdtemp(join(tmpdir(), 'lectern-pictures-'));
const server = spawn(process.execPath, ['bin/start.mjs'], {
  cwd: ROOT,
  env: { ...process.env, PORT: '0', LECTERN_DATA_DIR: dataFolder },
  stdio: ['ignore', 'pipe', 'ignore'],
});
const exited = once(server, 'exit');
const browser = await launchChromium();
try {
  const { signInUrl, audienceUrl } = await readLinks();
  const open: Service['open'] = async (url, options = {}) => {
    const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce', ...options });
    const page = await context.newPage();
    await page.goto(url);
    return page;
  };
  const console = await open(signInUrl, { viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
  await console.getByRole('button', { name: 'Sign in' }).click();
  await console.locator('.bar-input').waitFor();
  const service = { console, audienceUrl, open };
  for (const { name, stage } of PICTURES) {
    const page = await stage(service);
    await page.waitForTimeout(DRAWN_MS);
    const picture = sharp(await page.screenshot()).png({ palette: true, compressionLevel: 9 });
    await picture.toFile(join(ROOT, 'docs/pictures', `${name}.png`));
    process.stdout.write(`docs/pictures/${name}.png\n`);
  }
} finally {
  await browser.close();
  server.kill('SIGTERM');
  await exited;
  await rm(dataFolder, { recursive: true });
}

/** Reads the links that the server prints when it is ready. */
async function readLinks(): Promise<{ signInUrl: string; audienceUrl: string }> {
  let output = '';
  for await (const chunk of server.stdout) {
    output += chunk;
    const signInUrl = /http:\S+\/link\/\S+/.exec(output)?.[0];
    const audienceUrl = /http:\S+\/l\/[\w-]+(?=\s)/.exec(output)?.[0];
    if (signInUrl && audienceUrl) return { signInUrl, audienceUrl };
  }
  throw new Error(`The server ended before it was ready:\n${output}`);
}
