import type { ImportItem, ImportResult } from '../../contract/schemas/imports.ts';
import type { DeckRecord } from '../../storage/storage.ts';

const NAME_MAX_CHARACTERS = 300;

/** A row of the report that is not stored yet, with the deck that it creates. */
export interface NewImportItem {
  readonly item: ImportItem;
  readonly deck: DeckRecord | null;
}

/** Returns a row of the report. */
export const toImportItem = (name: string, result: ImportResult, more: Partial<ImportItem>): ImportItem => ({
  name: name.slice(0, NAME_MAX_CHARACTERS).toWellFormed(),
  title: null,
  result,
  deck_id: null,
  plan_id: null,
  duplicate_of: null,
  format: null,
  slides: 0,
  omitted: [],
  warnings: [],
  line: null,
  reason: null,
  ...more,
});
