import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import type { TestContext } from 'node:test';
import pino from 'pino';
import { listenForCommands } from '../../src/cli/socket/local-socket.ts';
import { readConfig } from '../../src/config/config.ts';
import { openInstallation } from '../../src/installation.ts';

/** The server side of the command line: an open installation that listens, in this process. */
export async function startCommandServer(t: TestContext, dataDir: string) {
  const config = readConfig({ LECTERN_DATA_DIR: dataDir });
  let logged = '';
  const log = pino(
    { level: 'trace' },
    new Writable({
      write: (chunk, _encoding, done) => {
        logged += chunk;
        done();
      },
    }),
  );
  const installation = await openInstallation(config, assert.fail);
  const commands = await listenForCommands(installation, config, log);
  let stopped = false;
  const stop = async () => {
    if (stopped) return;
    stopped = true;
    await commands.close();
    await installation.close();
  };
  t.after(stop);
  return { installation, stop, logged: () => logged };
}
