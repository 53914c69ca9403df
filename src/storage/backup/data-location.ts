/** Where the data of an installation are. */
export interface DataLocation {
  readonly dataDir: string;
  /** Null: SQLite in `dataDir`. */
  readonly databaseUrl: string | null;
}
