/**
 * Writes the pages of the documentation to dist/docs: the guides in docs/ and the API reference of openapi.json. The
 * browser code has been built before. Usage: `npm run build`.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import sharp from 'sharp';
import { guidesAddress, type InterfaceLanguage, LANGUAGE_CODES } from '../src/locales/languages.ts';
import { builtAssets } from '../src/pages/toolkit/assets.ts';
import { apiPages } from './docs/api-pages.ts';
import { type DocumentPage, renderPage } from './docs/frame.ts';
import { API_GROUP, type GuideGroup, readGuides } from './docs/guides.ts';
import { type GuidePicture, renderGuide } from './docs/markdown.ts';
import { docsHomePage, missingPage } from './docs/own-pages.ts';
import { writeEncodings } from './write-encodings.ts';

const ROOT = join(import.meta.dirname, '..');
const OUTPUT = join(ROOT, 'dist/docs');
const PICTURES = 'docs/**/*.{png,jpg,webp,avif,svg}';

rmSync(OUTPUT, { recursive: true, force: true });
mkdirSync(join(OUTPUT, 'pictures'), { recursive: true });

const pictures = new Map<string, GuidePicture>();
for (const file of globSync(PICTURES, { cwd: ROOT })) {
  const content = readFileSync(join(ROOT, file));
  const extension = extname(file);
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
  const name = `${basename(file, extension)}-${hash}${extension}`;
  const { width, height } = await sharp(content).metadata();
  copyFileSync(join(ROOT, file), join(OUTPUT, 'pictures', name));
  pictures.set(file.replaceAll('\\', '/'), { address: `/docs/pictures/${name}`, width, height });
}

const files = new Set<string>();
const noteFile = (file: string) => files.add(file);
const toPages = (language: InterfaceLanguage, { title: group, guides }: GuideGroup): DocumentPage[] =>
  guides.map((guide) => {
    const { address, title } = guide;
    // "Decisions: tokens and roles" stands in the group of that name, and "[Errors] Error responses" begins with its
    // citation.
    const [, shortTitle = title] = /^(?:[^:]+:|\[.+\]) (.+)$/.exec(title) ?? [];
    return {
      address,
      language,
      title,
      shortTitle: toSentenceCase(shortTitle),
      group,
      ...renderGuide(guide, { root: ROOT, pictures, noteFile }),
    };
  });
const reference = apiPages(JSON.parse(readFileSync(join(ROOT, 'openapi.json'), 'utf8')));
const site = LANGUAGE_CODES.map((language) => {
  const pages = readGuides(ROOT, language).flatMap((group) =>
    group.title === API_GROUP ? reference : toPages(language, group),
  );
  return { language, pages, home: docsHomePage(language, pages) };
});
const addresses = new Set(site.flatMap(({ pages, home }) => [home, ...pages].map(({ address }) => address)));
const assets = builtAssets('web/docs/main.ts');
for (const { language, pages, home } of site) {
  for (const page of [home, missingPage(language), ...pages])
    write(`${page.address}.html`, renderPage(page, pages, addresses, assets));
  write(`${guidesAddress(language)}/search.json`, JSON.stringify(searchIndex(pages)));
}
for (const file of files) write(`/${file}`, readFileSync(join(ROOT, file)));

/** Writes a file beside its compressed forms, as the build of the browser code does. */
function write(address: string, content: string | Buffer): void {
  const path = join(OUTPUT, 'pages', address === '/docs.html' ? 'index.html' : address.slice('/docs/'.length));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  writeEncodings(path, content);
}

/** Every page and heading of a language with its address, for the search in the browser. */
function searchIndex(pages: readonly DocumentPage[]) {
  return pages.flatMap(({ address, title, group, headings }) => [
    { text: title, place: group, address },
    ...headings.map(({ id, text }) => ({ text, place: title, address: `${address}#${id}` })),
  ]);
}

function toSentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
