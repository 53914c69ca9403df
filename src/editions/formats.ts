import { bebliaFormat } from './formats/beblia.ts';
import { openSongFormat } from './formats/opensong.ts';
import { osisFormat } from './formats/osis.ts';
import { swordFormat } from './formats/sword.ts';
import { usfmFormat } from './formats/usfm.ts';
import { usfxFormat } from './formats/usfx.ts';
import { usxFormat } from './formats/usx.ts';
import { zefaniaFormat } from './formats/zefania.ts';
import type { EditionFormat } from './read-edition.ts';

/** Every format that editions come in. [D30] */
export const EDITION_FORMATS: readonly EditionFormat[] = [
  usfmFormat,
  usxFormat,
  usfxFormat,
  osisFormat,
  zefaniaFormat,
  openSongFormat,
  bebliaFormat,
  swordFormat,
];
