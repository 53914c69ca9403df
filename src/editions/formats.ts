import type { EditionFormat } from './edition-format.ts';
import { bebliaFormat } from './formats/beblia/beblia.ts';
import { csvFormat } from './formats/csv/csv.ts';
import { jsonFormat } from './formats/json/json.ts';
import { openLpBibleFormat } from './formats/openlp/openlp.ts';
import { openSongFormat } from './formats/opensong/opensong.ts';
import { osisFormat } from './formats/osis/osis.ts';
import { swordFormat } from './formats/sword/sword.ts';
import { usfmFormat } from './formats/usfm/usfm.ts';
import { usfxFormat } from './formats/usfx/usfx.ts';
import { usxFormat } from './formats/usx/usx.ts';
import { zefaniaFormat } from './formats/zefania/zefania.ts';

/** Every supported edition format. [D30] */
export const EDITION_FORMATS: readonly EditionFormat[] = [
  usfmFormat,
  usxFormat,
  usfxFormat,
  osisFormat,
  zefaniaFormat,
  openSongFormat,
  bebliaFormat,
  openLpBibleFormat,
  swordFormat,
  jsonFormat,
  csvFormat,
];
