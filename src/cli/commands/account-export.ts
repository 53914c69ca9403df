import { existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Type } from 'typebox';
import { LecternError } from '../../contract/lectern-error.ts';
import { Enum, Nullable, Strict } from '../../contract/schemas/shapes.ts';
import { exportDocument } from '../../domain/account/lifecycle/export-document.ts';
import {
  EXPORT_SECTIONS,
  type ExportBatch,
  type ExportSection,
  OwnerExport,
  readBatches,
} from '../../domain/account/lifecycle/owner-export.ts';
import { requireOwner } from '../../domain/account/owners/owner.ts';
import { explainFileError } from '../../storage/backup/backup-error.ts';
import { defineStagedCommand } from '../command.ts';
import { OWNER_ARGUMENT } from './account.ts';

export const exportAccount = defineStagedCommand({
  name: 'account export',
  summary: 'Export all data of an account or organization to a JSON file, without secrets',
  example: 'ID st-mary.json',
  arguments: [OWNER_ARGUMENT, { flags: '<path>', description: 'The file to write, which must not exist yet' }],
  input: Strict({ id: Type.String(), section: Enum(EXPORT_SECTIONS), after: Nullable(Type.String()) }),
  // Exported in batches, so that a running server can do other work in between.
  run: async (call, executed) => {
    const [id, path] = [call.arguments[0]!, resolve(call.arguments[1]!)];
    if (existsSync(path)) throw new LecternError('invalid_fields', `${path} already exists. Choose another file.`);
    const progress = await call.showProgress('Exporting');
    const counts: Record<string, number> = {};
    const readSection = (section: ExportSection) => {
      progress.update(EXPORT_SECTIONS.indexOf(section) / EXPORT_SECTIONS.length);
      return readBatches(async (after) => {
        const portion = (await executed({ id, section, after })) as ExportBatch;
        counts[section] = (counts[section] ?? 0) + portion.entries.length;
        return portion;
      });
    };
    await writeWhole(path, async (file) => {
      for await (const piece of exportDocument(readSection)) await file.appendFile(piece);
    }).finally(progress.end);
    return { path, counts };
  },
  execute: async (installation, { id, section, after }) => {
    const owner = await requireOwner(installation.storage, id);
    return new OwnerExport(installation).read(section, owner, after);
  },
  continues: ({ section }, { next }) => next !== null || section !== EXPORT_SECTIONS.at(-1),
  toText: ({ path, counts }) =>
    `Wrote ${path}: ${Object.entries(counts)
      .map(([section, count]) => `${section} ${count}`)
      .join(', ')}.`,
});

/**
 * Writes the file completely or not at all, readable by its owner only. Throws BackupError for failures that a person
 * can fix.
 */
async function writeWhole(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const partial = `${path}.partial`;
  try {
    await writePartial(path, partial, write);
  } catch (error) {
    throw explainFileError(error, { path, draft: partial });
  }
}

async function writePartial(path: string, partial: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(partial, 'w', 0o600);
  try {
    await write(file);
    await file.sync();
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}
