/** A complete backup file in the folder of this node. */
export interface BackupFile {
  readonly id: string;
  readonly bytes: number;
}

/** Content of a backup that a restore would accept. */
export interface BackupContent {
  readonly createdAt: string;
  /** Version of Lectern that made it. */
  readonly version: string;
  readonly users: number;
  readonly organizations: number;
  readonly lives: number;
  /** Whether an administrator has a password or a passkey. Otherwise, a sign-in after the restore needs a command. */
  readonly canSignIn: boolean;
}

/** The reason why no backup can be written: too little free space, or a folder that cannot be used. */
export type BackupObstacle =
  | { readonly kind: 'space'; readonly neededBytes: number; readonly freeBytes: number }
  | { readonly kind: 'folder'; readonly reason: string };

/** Folder in which a node keeps the backups that are made on the web pages. [D69] */
export interface BackupFiles {
  readonly folder: string;
  /** Name of this machine, with the folder. */
  readonly place: string;
  /** Returns the name of the file of a backup. */
  nameOf(id: string): string;
  /** Lists the complete files, newest first. */
  list(): Promise<BackupFile[]>;
  /** Creates the folder, and checks that a file of this size can be written. Returns null if so. */
  findObstacle(neededBytes: number): Promise<BackupObstacle | null>;
  /**
   * Removes the parts that killed processes left, except those of backups that run. `findRunning` is called after the
   * parts are listed, so that a backup that starts in between keeps its part.
   */
  removePartial(findRunning: () => Promise<ReadonlySet<string>>): Promise<void>;
  /**
   * Writes a backup in a thread of its own. The file gets its name when it is complete. Rejects with an error that has
   * a `code` if the reason is known: `disk_full`, `not_allowed`, `interrupted` and others. Returns its size in bytes.
   */
  write(id: string, control: { onProgress(share: number): void; signal: AbortSignal }): Promise<number>;
  /** Returns the path of a complete file, or null if no file has this id. */
  find(id: string): Promise<string | null>;
  /**
   * Checks in a thread of its own that a restore would accept a file. Rejects like `write`, also with the codes
   * `damaged_backup`, `foreign_backup` and `schema_too_new`.
   */
  check(path: string): Promise<BackupContent>;
  /** Opens a complete file. Returns null if no file has this id. */
  open(id: string): Promise<{ bytes: number; pieces: AsyncIterable<Buffer> } | null>;
  /** Deletes a file, if it exists. */
  remove(id: string): Promise<void>;
  /** Returns the free bytes of the file system with the data folder, or null if they are unknown. */
  readFreeBytes(): Promise<number | null>;
}
