/** Content with the ETag at which it was read or written. */
export interface StoredContent<Content> {
  readonly content: Content;
  readonly etag: string;
  /** Name of the user or token of the last change, if it is known. */
  readonly changedBy?: string | null;
}

/** Two versions of a content, each with all changes that do not contradict it. */
export interface Merge<Content> {
  readonly mine: Content;
  readonly theirs: Content;
  /** Fields that were changed on both sides, in different ways. */
  readonly conflicts: readonly (keyof Content)[];
}

/** Storage of a document. The methods reject with LecternProblem, or with TypeError on a network error. */
export interface DocumentStore<Content> {
  read(): Promise<StoredContent<Content>>;
  /**
   * Writes the content if the ETag is still current, and returns what is stored then. It calls `onPart` when only a
   * part of the changes is stored.
   */
  write(
    content: Content,
    stored: StoredContent<Content>,
    onPart: (stored: StoredContent<Content>) => void,
  ): Promise<StoredContent<Content>>;
  /** Returns whether two contents mean the same, so that there is nothing to save or to choose between. */
  isSame(one: Content, other: Content): boolean;
  /** Merges two changes of `base`. Without it, the person chooses between the whole versions. */
  merge?(base: Content, mine: Content, theirs: Content): Merge<Content>;
  /** Returns the content to restore after a reload, with the ids that the server has given meanwhile. */
  toDraft?(content: Content): Content;
}
