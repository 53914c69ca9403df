import type { ImportedPlan, ImportedPlanEntry } from '../../imported-plan.ts';
import { createFileFinder, type FindFile } from './find-file.ts';
import { URL_SHAPE } from './presentation-shape.ts';
import { DamagedMessageError, type MessageOf, readMessage } from './read-message.ts';

const DOCUMENT = { root: [3, 'bytes'] } as const;
/** A playlist has items, or playlists. Messages that contain their own kind are read one by one. */
const PLAYLIST = {
  name: [2, 'text'],
  playlists: [12, { list: [1, 'bytes', 'repeated'] }],
  items: [13, { list: [1, 'bytes', 'repeated'] }],
} as const;
const ITEM = {
  name: [2, 'text'],
  presentation: [4, { document: [1, { ...URL_SHAPE, local: [4, { path: [2, 'text'] }] }], arrangement: [5, 'text'] }],
  /** An item that Planning Center planned, or a placeholder, each with what a person has put there. */
  planned: [6, { linked: [2, 'bytes'] }],
  placeholder: [8, { linked: [1, 'bytes'] }],
  isHidden: [9, 'integer'],
} as const;
type Item = MessageOf<typeof ITEM>;

/** Deepest folders of playlists, and items in items. */
const DEPTH_MAX = 10;

/**
 * Reads the playlists of a document of ProPresenter 7, in their order and without empty ones. `files` are the names of
 * the presentations that an entry can have. Throws DamagedMessageError.
 */
export function readPlaylists(bytes: Buffer, files: readonly string[]): ImportedPlan[] {
  const { root } = readMessage(bytes, DOCUMENT);
  return root ? readPlaylist(root, createFileFinder(files), 0) : [];
}

function readPlaylist(bytes: Buffer, findSong: FindFile, depth: number): ImportedPlan[] {
  requireDepth(depth);
  const { name = '', playlists, items } = readMessage(bytes, PLAYLIST);
  const entries = (items?.list ?? []).flatMap((item) => readItem(item, findSong, 0));
  return [
    ...(entries.length > 0 ? [{ title: name.trim(), date: null, entries }] : []),
    ...(playlists?.list ?? []).flatMap((each) => readPlaylist(each, findSong, depth + 1)),
  ];
}

function readItem(bytes: Buffer, findSong: FindFile, depth: number): ImportedPlanEntry[] {
  requireDepth(depth);
  const item = readMessage(bytes, ITEM);
  if (item.isHidden) return [];
  const linked = (item.planned ?? item.placeholder)?.linked;
  const title = item.name?.trim() ?? '';
  const entries = linked ? readItem(linked, findSong, depth + 1) : [toEntry(title, item, findSong)];
  return entries.map((entry) => (title === '' ? entry : { ...entry, title })).filter((entry) => entry.title !== '');
}

function toEntry(title: string, { presentation }: Item, findSong: FindFile): ImportedPlanEntry {
  const { document, arrangement } = presentation ?? {};
  const path = document?.local?.path ?? document?.relative ?? document?.absolute ?? '';
  const song = findSong(path);
  return { title, ...(song !== undefined && { song }), ...(arrangement?.trim() && { note: arrangement.trim() }) };
}

function requireDepth(depth: number): void {
  if (depth > DEPTH_MAX) throw new DamagedMessageError('the playlists are nested too deep');
}
