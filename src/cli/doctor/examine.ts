import type { Config } from '../../config/config.ts';
import { listUnknownSettings, type UnknownSetting } from '../../config/settings.ts';
import { INVOCATION } from '../invocation.ts';
import { terminal } from '../terminal/terminal.ts';
import { type Check, ok, problem, warning } from './check.ts';
import { examineDatabase } from './examine-database.ts';
import { examineDataFolder } from './examine-files.ts';
import { examineKeyFile } from './examine-key-file.ts';
import { examineAddress, examineNetworkAccess, examineServer } from './examine-server.ts';
import { checkFiles } from './permissions.ts';

const NODE_MAJOR_MIN = 26;

/** Runs every check, in the order in which a person would look. */
export async function examine(config: Config): Promise<Check[]> {
  const database = await examineDatabase(config);
  return [
    examineNode(process.versions.node),
    ...listUnknownSettings(terminal().env).map(toUnknownSetting),
    ...(await checkFiles('Data folder', () => examineDataFolder(config))),
    ...(await checkFiles('Key file', async () => [await examineKeyFile(config)])),
    ...database,
    examineAddress(config),
    ...(await examineNetworkAccess(config)),
    await examineServer(config),
  ];
}

const toUnknownSetting = ({ setting, meant }: UnknownSetting): Check =>
  warning(
    'Settings',
    `${setting} is set, but is not a setting`,
    meant ? `If it is meant for Lectern, set ${meant} instead.` : `Check the spelling: ${INVOCATION} config`,
  );

export function examineNode(version: string): Check {
  const name = 'Node';
  if (Number.parseInt(version, 10) >= NODE_MAJOR_MIN) return ok(name, version);
  return problem(
    name,
    `${version} is too old`,
    `Run Lectern through npm, which installs Node ${NODE_MAJOR_MIN}: npm ci && npm start`,
  );
}
