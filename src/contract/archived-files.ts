import type { FileOmission } from './schemas/imports.ts';

/** Files of an import that are counted, and not read. */
const OMITTED_FILES: readonly (readonly [name: RegExp, omission: FileOmission])[] = [
  [/\.(?:png|jpe?g|gif|webp|avif|heic|bmp|tiff?|svg|ico)$/i, 'pictures'],
  [/\.(?:mp4|m4v|mov|avi|mkv|webm|wmv|mpe?g|mp3|m4a|aac|wav|ogg|flac|wma|aiff?|[ot]tf|woff2?)$/i, 'media'],
];

/** Returns as what a file of an import is counted, by its name; null if it is read. */
export const findOmission = (name: string): FileOmission | null =>
  OMITTED_FILES.find(([pattern]) => pattern.test(name))?.[1] ?? null;

/** Returns whether a file is one that operating systems leave behind: `.DS_Store`, `.git`, `__MACOSX`. */
export const isHiddenFile = (path: string): boolean =>
  path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX');
