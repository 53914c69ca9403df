import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { launchChromium } from '../../test/support/browser/chromium.ts';
import { PICTURES, type Service } from './pictures.ts';

const ROOT = join(import.meta.dirname, '../..');
const DRAWN_MS = 800;

/**
 * Starts the product with a temporary data folder, brings it into the state of each picture, and passes each screenshot
 * (PNG) to `use`.
 */
export async function takePictures(use: (name: string, screenshot: Buffer) => Promise<void>): Promise<void> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'lectern-pictures-'));
  const env = { ...process.env, PORT: '0', LECTERN_DATA_DIR: dataFolder };
  const server = spawn(process.execPath, ['bin/start.mjs'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = once(server, 'exit');
  const browser = await launchChromium();
  try {
    const { signInUrl, audienceUrl } = await readLinks(server.stdout);
    const open: Service['open'] = async (url, options = {}) => {
      const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce', ...options });
      const page = await context.newPage();
      await page.goto(url);
      return page;
    };
    const console = await open(signInUrl, { viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
    await console.getByRole('button', { name: 'Sign in' }).click();
    await console.locator('.bar-input').waitFor();
    const command: Service['command'] = (...words) =>
      promisify(execFile)(process.execPath, ['bin/lectern.mjs', ...words], { cwd: ROOT, env });
    const service = { console, audienceUrl, open, command };
    for (const { name, stage } of PICTURES) {
      const page = await stage(service);
      await page.waitForTimeout(DRAWN_MS);
      await use(name, await page.screenshot());
    }
  } finally {
    await browser.close();
    server.kill('SIGTERM');
    await exited;
    await rm(dataFolder, { recursive: true });
  }
}

/** Reads the links that the server prints when it is ready. */
async function readLinks(stdout: Readable): Promise<{ signInUrl: string; audienceUrl: string }> {
  let output = '';
  for await (const chunk of stdout) {
    output += chunk;
    const signInUrl = /http:\S+\/link\/\S+/.exec(output)?.[0];
    const audienceUrl = /http:\S+\/l\/[\w-]+(?=\s)/.exec(output)?.[0];
    if (signInUrl && audienceUrl) return { signInUrl, audienceUrl };
  }
  throw new Error(`The server ended before it was ready:\n${output}`);
}
