/** An image that is kept and served under its digest. */
export interface StoredImage {
  /** SHA-256 of its bytes, 64 hexadecimal digits. */
  readonly digest: string;
  readonly mediaType: string;
  /** px */
  readonly width: number;
  readonly height: number;
}
