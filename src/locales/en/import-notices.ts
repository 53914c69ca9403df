import { IMPORT_NOTICES, type ImportNoticeCode } from '../../contract/import-notices.ts';

export type ImportNoticeStrings = Readonly<Record<ImportNoticeCode, string>>;

/** Messages about imported files. `{name}` stands for a parameter. */
export const importNotices: ImportNoticeStrings = IMPORT_NOTICES;
