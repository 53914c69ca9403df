/** Numbers of an installation, which only its administrators see. [D69] */
export interface InstallationFigures {
  /** Size of the database in bytes. */
  readonly databaseBytes: number;
  readonly users: number;
  readonly organizations: number;
  readonly lives: number;
  /** Editions whose text is installed. */
  readonly editions: number;
  /** Viewers on all nodes. */
  readonly viewers: number;
  /** Time at which the oldest user was created; null without users. */
  readonly since: string | null;
}

export interface FigureStore {
  read(): Promise<InstallationFigures>;
}
