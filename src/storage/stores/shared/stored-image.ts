/** A stored image, which is served under its digest. */
export interface StoredImage {
  /** SHA-256 of the content, 64 hexadecimal digits. */
  readonly digest: string;
  readonly mediaType: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** Images that a write names but that are not in the owner's list. */
export interface UnlistedImages {
  readonly unlisted: readonly string[];
}
