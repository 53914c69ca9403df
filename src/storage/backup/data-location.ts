/** Location of the data of an installation. */
export interface DataLocation {
  readonly dataDir: string;
  /** Null for SQLite in `dataDir`. */
  readonly databaseUrl: string | null;
}
