/** A file that a person chose, with its path in the folder that was chosen or dropped. */
export interface PickedFile {
  readonly file: File;
  readonly path: string;
}

const { compare } = new Intl.Collator(undefined, { numeric: true });

/** Returns files of an input in the order of their paths, which they have if a folder was chosen. */
export const toPickedFiles = (files: readonly File[]): PickedFile[] =>
  files
    .map((file) => ({ file, path: file.webkitRelativePath || file.name }))
    .toSorted((a, b) => compare(a.path, b.path));

/** Reads files and folders that were dropped, in the order of their paths. */
export async function readEntries(entries: readonly FileSystemEntry[]): Promise<PickedFile[]> {
  const picked: PickedFile[] = [];
  for (const entry of entries.toSorted((a, b) => compare(a.fullPath, b.fullPath))) {
    if (entry.isDirectory) picked.push(...(await readEntries(await listFolder(entry as FileSystemDirectoryEntry))));
    else picked.push({ file: await openFile(entry as FileSystemFileEntry), path: entry.fullPath.slice(1) });
  }
  return picked;
}

const openFile = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject));

/** Lists a folder, whose entries a browser returns in portions. */
async function listFolder(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}
