import jsqr from 'jsqr';
import type { Page } from 'playwright-core';
import sharp from 'sharp';

/** jsqr is a CommonJS module, whose types describe an ES module. */
const decode = jsqr as unknown as typeof jsqr.default;

/** Decodes the only QR code in what the browser shows of a page now. Null if none can be read. */
export async function readQrCode(page: Page): Promise<string | null> {
  const image = sharp(await page.screenshot())
    .ensureAlpha()
    .raw();
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return decode(new Uint8ClampedArray(data), info.width, info.height)?.data ?? null;
}
