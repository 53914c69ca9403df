/**
 * The USFM parser that imports are read with, alone: what an import is compared with.
 *
 * Usage: `node usfm-parser.ts FOLDER`. Reads every file of the folder, and does nothing with what the parser says.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createUsfmStylesheet, UsfmParser, UsfmParserHandlerBase, UsfmTokenizer } from '@sillsdev/machine/corpora';

class Nothing extends UsfmParserHandlerBase {}

const folder = process.argv[2]!;
const stylesheet = await createUsfmStylesheet('usfm.sty');
for (const name of readdirSync(folder)) {
  const tokens = new UsfmTokenizer(stylesheet).tokenize(readFileSync(join(folder, name), 'utf8'));
  new UsfmParser(tokens, new Nothing(), stylesheet).processTokens();
}
