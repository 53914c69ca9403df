import type { ConsoleStrings } from '../../en/console/index.ts';
import { songParts } from '../song-parts.ts';
import { acts } from './acts.ts';
import { bar } from './bar.ts';
import { commands } from './commands.ts';
import { dialogs } from './dialogs.ts';
import { entry } from './entry.ts';
import { find } from './find.ts';
import { firstStart } from './first-start.ts';
import { keys } from './keys.ts';
import { obs } from './obs.ts';
import { onAir } from './on-air.ts';
import { outputs } from './outputs.ts';
import { panes } from './panes.ts';
import { pauseAll } from './pause-all.ts';
import { phone } from './phone.ts';
import { plan } from './plan.ts';
import { preferences } from './preferences.ts';
import { queue } from './queue.ts';
import { remoteLinks } from './remote-links.ts';
import { stage } from './stage.ts';
import { status } from './status.ts';
import { strip } from './strip.ts';
import { translations } from './translations.ts';

export const console: ConsoleStrings = {
  acts,
  bar,
  commands,
  dialogs,
  entry,
  find,
  firstStart,
  keys,
  obs,
  onAir,
  outputs,
  panes,
  pauseAll,
  phone,
  plan,
  preferences,
  queue,
  remoteLinks,
  songParts,
  stage,
  status,
  strip,
  translations,
};
