import { readConfig } from '../../../src/config/config.ts';
import { openInstallation } from '../../../src/installation.ts';
import { createDataDirectory } from './database.ts';

/** Makes a data folder with an installation that holds nothing, as a first start with LECTERN_STARTER=off does. */
export async function createEmptyInstallation(): Promise<string> {
  const dataDir = createDataDirectory();
  const installation = await openInstallation(readConfig({ LECTERN_DATA_DIR: dataDir }), (error) => {
    throw error;
  });
  await installation.close();
  return dataDir;
}
