import type { FileOmission } from './schemas/imports.ts';

/** Files of an import that are counted, and not read. */
const OMITTED_FILES: readonly (readonly [name: RegExp, omission: FileOmission])[] = [
  [/\.(?:png|jpe?g|gif|webp|avif|heic|bmp|tiff?|svg|ico)$/i, 'pictures'],
  [/\.(?:mp4|m4v|mov|avi|mkv|webm|wmv|mpe?g|mp3|m4a|aac|wav|ogg|flac|wma|aiff?|[ot]tf|woff2?)$/i, 'media'],
];

/** Returns as what a file of an import is counted, by its name; null if it is read. */
export const findOmission = (name: string): FileOmission | null =>
  OMITTED_FILES.find(([pattern]) => pattern.test(name))?.[1] ?? null;

const HIDDEN = /(?:^|\/)(?:\.|__MACOSX(?:\/|$)|(?:thumbs\.db|desktop\.ini)$)/i;

/** Returns whether a file is one that operating systems leave behind: `.DS_Store`, `.git`, `__MACOSX`, `Thumbs.db`. */
export const isHiddenFile = (path: string): boolean => HIDDEN.test(path);

/** Returns the pictures of an import that has pictures alone, which are slides then; null if it has other files. */
export function findSlidePictures<Item>(items: readonly Item[], nameOf: (item: Item) => string): Item[] | null {
  const files = items.filter((item) => !isHiddenFile(nameOf(item)));
  return files.length > 0 && files.every((item) => findOmission(nameOf(item)) === 'pictures') ? files : null;
}

/** Returns whether the content of a file of an import is read: of pictures only if it has nothing else. */
export function createIsRead<Item>(items: readonly Item[], nameOf: (item: Item) => string): (item: Item) => boolean {
  const arePictures = findSlidePictures(items, nameOf) !== null;
  return (item) => !isHiddenFile(nameOf(item)) && (arePictures || findOmission(nameOf(item)) === null);
}

const SLIDE_PROGRAMS: readonly (readonly [name: RegExp, program: string])[] = [
  [/\.(?:ppt|pps|pot)[xm]?$/i, 'PowerPoint'],
  [/\.key$/i, 'Keynote'],
  [/\.(?:odp|otp)$/i, 'Impress'],
];

/** Returns the program of a file of slides that cannot be read, by its name; null for other files. */
export const findSlideProgram = (name: string): string | null =>
  SLIDE_PROGRAMS.find(([pattern]) => pattern.test(name))?.[1] ?? null;
