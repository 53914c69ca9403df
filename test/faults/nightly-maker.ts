/** Opens the installation of its settings as a server does, and makes the nightly backup. */
import { readConfig } from '../../src/config/config.ts';
import { openInstallation } from '../../src/installation.ts';

const installation = await openInstallation(readConfig(), (error) => {
  throw error;
});
await installation.backups.recover();
await installation.backups.makeNightly();
await installation.close();
