/**
 * Builds the OGraf graphic to dist/ograf/lectern, a folder that a renderer imports, with a page that plays the graphic
 * in a browser source. Usage: `npm run ograf`.
 */
import { join, relative } from 'node:path';
import { buildGraphic } from './build-graphic.ts';

const output = join(import.meta.dirname, '../../dist/ograf/lectern');
await buildGraphic(output);
console.log(`The OGraf graphic is in ${relative(process.cwd(), output)}.`);
