import type { Engine } from '../storage.ts';

const COLUMN_TYPES = {
  sqlite: {
    text: 'TEXT',
    real: 'REAL',
    long: 'INTEGER',
    bytes: 'BLOB',
    plain: 'STRICT',
    keyed: 'STRICT, WITHOUT ROWID',
  },
  postgres: {
    text: 'TEXT COLLATE "C"',
    real: 'DOUBLE PRECISION',
    long: 'BIGINT',
    bytes: 'BYTEA',
    plain: '',
    keyed: '',
  },
} as const;

/**
 * Returns the types of columns, and what ends the definition of a table. `text` sorts by code point on both databases.
 * A `keyed` table is only accessed by primary key, and stored in its tree on SQLite: one write per row instead of two.
 */
export const columnTypes = (engine: Engine) => COLUMN_TYPES[engine];
