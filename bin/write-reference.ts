/** Writes the generated pages of docs/reference/. Usage: `node bin/write-reference.ts`. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { readConfig } from '../src/config/config.ts';
import { toCommandActor } from '../src/domain/audit/audit.ts';
import { openInstallation } from '../src/installation.ts';
import { startServer } from '../src/server/start-server.ts';
import { toCommandsDocument } from './reference/commands.ts';
import { toLimitsDocument } from './reference/limits.ts';
import { toMetricsDocument } from './reference/metrics.ts';
import { toSettingsDocument } from './reference/settings.ts';
import { toSlidesDocument } from './reference/slides.ts';

const ROOT = join(import.meta.dirname, '..');
const write = (name: string, text: string) => writeFileSync(join(ROOT, 'docs/reference', name), text);

write('commands.md', toCommandsDocument());
write('settings.md', toSettingsDocument());
write('slides.md', toSlidesDocument());
write('limits.md', toLimitsDocument(readFileSync(join(ROOT, 'src/contract/limits.ts'), 'utf8')));

const dataDir = mkdtempSync(join(tmpdir(), 'lectern-reference-'));
const config = readConfig({ PORT: '0', LECTERN_DATA_DIR: dataDir });
const installation = await openInstallation(config, (error) => {
  throw error;
});
const server = await startServer(config, installation, { log: pino({ level: 'silent' }) });
const origin = `http://127.0.0.1:${server.port}`;
await fetch(`${origin}/healthz`);
// Metrics of Lives have their label while someone watches.
const actor = toCommandActor('reference');
const email = 'reference@example.org';
await installation.administration.createUser({ email, name: 'Reference' });
const organization = await installation.administration.createOrganization({ name: 'Reference', ownerEmail: email });
const owner = { kind: 'organization', id: organization.organizationId } as const;
const { record } = await installation.lives.create(owner, 'Reference', actor);
const viewer = new AbortController();
await fetch(`${origin}/l/${record.id}/stream`, { signal: viewer.signal });
write('metrics.md', toMetricsDocument(await (await fetch(`${origin}/metrics`)).text()));
viewer.abort();
await server.close();
await installation.close();
rmSync(dataDir, { recursive: true });
