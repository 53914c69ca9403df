/**
 * Takes the pictures of the documentation from the running product, and writes them to docs/pictures. It starts a
 * server of its own with a temporary data folder. Usage: `npm run build && npm run pictures`.
 */
import { join } from 'node:path';
import sharp from 'sharp';
import { takePictures } from './pictures/take-pictures.ts';

const FOLDER = join(import.meta.dirname, '../docs/pictures');

await takePictures(async (name, screenshot) => {
  await sharp(screenshot)
    .png({ palette: true, compressionLevel: 9 })
    .toFile(join(FOLDER, `${name}.png`));
  process.stdout.write(`docs/pictures/${name}.png\n`);
});
