import { DamagedSourceError } from '../../import-files/import-source.ts';

/** A module's `.conf` file: its name in brackets, then `Key=value` lines. The first occurrence of a key counts. */
export interface SwordConf {
  /** The name of the module, such as "GerElb1905". */
  readonly module: string;
  readonly file: string;
  /** Plain text, by lower-case key. */
  readonly values: ReadonlyMap<string, string>;
}

const CONF_MAX_BYTES = 256 * 1024;
const MODULE_NAME = /^\[([^\][]{1,100})\]$/;
const ENTRY = /^([A-Za-z][^=]{0,100})=(.*)$/;

/** Parses a `.conf` file. Throws DamagedSourceError with the line that cannot be parsed. */
export function readSwordConf(bytes: Buffer, file: string): SwordConf {
  if (bytes.length > CONF_MAX_BYTES) throw new DamagedSourceError(file, null, 'the module description is too long');
  const values = new Map<string, string>();
  let module: string | null = null;
  let continued: string | null = null;
  for (const [at, raw] of decode(bytes)
    .split(/\r\n|\r|\n/)
    .entries()) {
    const text: string = continued === null ? raw.trim() : raw;
    // A backslash at the end of a line continues the value on the next line.
    const continues: boolean = text.endsWith('\\');
    const piece = continues ? text.slice(0, -1) : text;
    if (continued !== null) {
      values.set(continued, `${values.get(continued)} ${piece}`);
    } else if (text === '' || text.startsWith('#')) {
      continue;
    } else if (text.startsWith('[')) {
      if (module !== null) throw new DamagedSourceError(file, at + 1, 'a second module begins');
      module = MODULE_NAME.exec(text)?.[1]?.trim() ?? null;
      if (!module) throw new DamagedSourceError(file, at + 1, 'the name of the module cannot be read');
      continue;
    } else {
      const [, key, value] = ENTRY.exec(piece) ?? [];
      if (key === undefined) throw new DamagedSourceError(file, at + 1, 'this is not "key=value"');
      const name = key.trim().toLowerCase();
      // A repeated key is stored under a unique name, so that its continuation lines go there too.
      const kept = values.has(name) ? `${name}#${at}` : name;
      values.set(kept, value!);
      continued = continues ? kept : null;
      continue;
    }
    if (!continues) continued = null;
  }
  if (module === null) throw new DamagedSourceError(file, null, 'the name of the module is missing');
  return { module, file, values: new Map([...values].map(([key, value]) => [key, withoutRtf(value)])) };
}

/** Decodes UTF-8, or Latin-1 in older descriptions. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Removes the few RTF commands that values may contain: paragraphs, centering, characters by number. */
function withoutRtf(value: string): string {
  return value
    .replace(/\\u(-?\d{1,5})\??/g, (_, code) => String.fromCharCode((Number(code) + 0x10000) % 0x10000))
    .replace(/\\(?:par|pard|qc|qj|line|b|i)\b\d? ?|[{}]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
