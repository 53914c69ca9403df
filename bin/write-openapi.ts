/** Writes openapi.json, the server's OpenAPI document without its address. Usage: `npm run openapi`. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { readConfig } from '../src/config/config.ts';
import { openInstallation } from '../src/installation.ts';
import { startServer } from '../src/server/start-server.ts';

const FILE = join(import.meta.dirname, '../openapi.json');

const dataDir = mkdtempSync(join(tmpdir(), 'lectern-openapi-'));
const config = readConfig({ PORT: '0', LECTERN_DATA_DIR: dataDir });
const installation = await openInstallation(config, (error) => {
  throw error;
});
const server = await startServer(config, installation, { log: pino({ level: 'error' }) });
const response = await fetch(`http://127.0.0.1:${server.port}/v1/openapi.json`);
if (!response.ok) throw new Error(`The server responded with status ${response.status}.`);
const { servers: _, ...document } = (await response.json()) as Record<string, unknown>;
await server.close();
await installation.close();
rmSync(dataDir, { recursive: true });
writeFileSync(FILE, `${JSON.stringify(document, null, 2)}\n`);
