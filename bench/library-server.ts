import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../src/config/config.ts';
import type { NormalizedEdition } from '../src/editions/normalized-edition.ts';
import { saveEdition } from '../src/editions/save-edition.ts';
import { openInstallation } from '../src/installation.ts';
import { shareSettings, startInstallation, UNLIMITED_SETTINGS } from './lectern-server.ts';

/** Our server with a personal account that reads editions. */
export interface LibraryServer {
  readonly port: number;
  readonly pid: number;
  /** Headers of a read. */
  readonly authorization: Record<string, string>;
  /** Path of an edition in the account's library; its books and its search are below it. */
  editionPath(slug: string): string;
  /** Where the account's Lives are made. */
  readonly livesPath: string;
  stop(): Promise<void>;
}

/**
 * Starts it in a temporary folder with these editions, one after another made and installed, on SQLite or an empty
 * PostgreSQL.
 */
export async function startLibrary(
  editions: Iterable<NormalizedEdition>,
  databaseUrl?: string,
): Promise<LibraryServer> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  try {
    const settings = databaseUrl ? shareSettings(folder, databaseUrl) : {};
    const { accountId, token } = await furnish(editions, { LECTERN_DATA_DIR: folder, ...settings });
    const server = await startInstallation(folder, { LECTERN_STARTER: 'off', ...UNLIMITED_SETTINGS, ...settings });
    return {
      port: server.port,
      pid: server.pid,
      authorization: { Authorization: `Bearer ${token}` },
      editionPath: (slug) => `/v1/accounts/${accountId}/translations/${slug}`,
      livesPath: `/v1/accounts/${accountId}/lives`,
      stop: () => server.stop().finally(removeFolder),
    };
  } catch (error) {
    removeFolder();
    throw error;
  }
}

async function furnish(texts: Iterable<NormalizedEdition>, env: Record<string, string>) {
  const { editions, administration, close } = await openInstallation(readConfig(env), (error) => {
    throw error;
  });
  const email = 'bench@example.org';
  const { accountId } = await administration.createUser({ email, name: 'Bench' });
  for (const text of texts) {
    await saveEdition(editions, text);
    await administration.enableEdition(text.slug, { user: email });
  }
  const { token } = await administration.createToken({ subject: { user: email } });
  await close();
  return { accountId, token };
}
