import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of an archive, with values that a hostile or broken archive may misstate. */
export interface ZipEntry {
  name: string;
  content: string | Buffer;
  stored?: boolean;
  encrypted?: boolean;
  symlink?: boolean;
  /** Whether the name is in UTF-8 without the flag that says so. */
  unflagged?: boolean;
  /** Overrides the declared values. */
  size?: number;
  crc?: number;
  /** Replaces the compressed content. */
  packed?: Buffer;
}

/** Returns a zip archive [APPNOTE 4.3]. */
export function toZip(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const content = Buffer.from(entry.content as string);
    const packed = entry.packed ?? (entry.stored ? content : deflateRawSync(content));
    const name = Buffer.from(entry.name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE((entry.encrypted ? 1 : 0) | (entry.unflagged ? 0 : 0x800), 2);
    common.writeUInt16LE(entry.stored ? 0 : 8, 4);
    common.writeUInt32LE(entry.crc ?? crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(entry.size ?? content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, name, packed]);
    const attributes = Buffer.alloc(14);
    attributes.writeUInt32LE((entry.symlink ? 0o120777 : 0o100644) * 0x1_0000, 6);
    attributes.writeUInt32LE(offset, 10);
    // Created by Unix, so the upper half of the attributes is a file mode.
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0003'), common, attributes, name]));
    files.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, central, end]);
}
