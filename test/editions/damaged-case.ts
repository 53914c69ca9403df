/** A source that must be refused whole. [D30] */
export interface DamagedCase {
  /** As the table of formats calls it, or "archive". */
  readonly format: string;
  /** What is wrong with it. */
  readonly name: string;
  /** By name. One file without a slash in its name is opened itself; more are a folder. */
  readonly files: Readonly<Record<string, string | Buffer>>;
  /** What the one message must say: the file, the line where there is one, and why. */
  readonly reason: RegExp;
}
