/** A source that must be rejected completely. [D30] */
export interface DamagedCase {
  /** The name of the format, or "archive". */
  readonly format: string;
  /** The defect. */
  readonly name: string;
  /** Files by name. A single file without a slash in its name is opened itself; several are a folder. */
  readonly files: Readonly<Record<string, string | Buffer>>;
  /** Matches the message: the file, the line if there is one, and the reason. */
  readonly reason: RegExp;
}
