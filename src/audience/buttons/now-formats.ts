import type { ButtonNow } from '../../contract/buttons.ts';
import type { NowFormat } from './button-path.ts';

const MEDIA_TYPES: Readonly<Record<NowFormat, string>> = {
  json: 'application/json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
};

/** Writes what is shown in a format that programs read. [D74] */
export function toNowDocument(now: ButtonNow, format: NowFormat): { type: string; body: string } {
  const write = { json: () => JSON.stringify(now), txt: () => `${now.reference}\n${now.text}`, xml: () => toXml(now) };
  return { type: MEDIA_TYPES[format], body: write[format]() };
}

const toXml = (now: ButtonNow): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<now>${Object.entries(now)
    .map(([name, value]) => `<${name}>${escapeXml(`${value}`)}</${name}>`)
    .join('')}</now>\n`;

/** Leaves out the characters that XML does not allow. */
const escapeXml = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
