/** Returns the name of the file in an archive that a path or address means, or undefined. */
export type FindFile = (path: string) => string | undefined;

/** Finds files by their names without folders, which differ between computers. */
export function createFileFinder(files: readonly string[]): FindFile {
  const names = new Map(files.map((name) => [toKey(name), name]));
  return (path) => names.get(toKey(path)) ?? names.get(toKey(decode(path)));
}

const toKey = (path: string): string => path.split(/[/\\]/).at(-1)!.normalize('NFC').toLowerCase();

/** Decodes an address. A path with "%" may be none. */
function decode(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
