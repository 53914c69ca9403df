import { Reader } from 'protobufjs/minimal.js';

/** How the value of a field is read. Text is UTF-8, and an object describes a message. */
type Kind = 'text' | 'integer' | 'double' | 'bytes' | MessageShape;
/** The number of a field, the kind of its value, and whether it has several. */
type Field = readonly [number: number, kind: Kind, repeated?: 'repeated'];

/** The fields of a message that are read, by names of our own. Others are skipped. */
export interface MessageShape {
  readonly [name: string]: Field;
}

type ValueOf<K> = K extends 'text'
  ? string
  : K extends 'integer' | 'double'
    ? number
    : K extends 'bytes'
      ? Buffer
      : MessageOf<K>;

/** A message as it was read. A field that it lacks is undefined, or an empty list. */
export type MessageOf<Shape> = {
  readonly [Name in keyof Shape]: Shape[Name] extends readonly [number, infer K, 'repeated']
    ? readonly ValueOf<K>[]
    : Shape[Name] extends readonly [number, infer K]
      ? ValueOf<K> | undefined
      : never;
};

/** A message that is damaged, cut off, or too large. */
export class DamagedMessageError extends Error {}

/** Most values of a message with all messages in it. A presentation of 200 slides has some 20,000. */
const VALUES_MAX = 500_000;
/** The wire type of each kind: a varint, 8 bytes, or bytes with their length. */
const WIRE_TYPES = { integer: 0, double: 1, text: 2, bytes: 2 } as const;

/**
 * Reads a message of protocol buffers (https://protobuf.dev/programming-guides/encoding). The library is used without
 * its generator of code, because few fields are read. Throws DamagedMessageError.
 */
export function readMessage<const Shape extends MessageShape>(bytes: Uint8Array, shape: Shape): MessageOf<Shape> {
  try {
    return readFields(bytes, shape, { values: VALUES_MAX }) as MessageOf<Shape>;
  } catch (error) {
    // The library throws errors without a class of its own.
    throw new DamagedMessageError((error as Error).message);
  }
}

function readFields(bytes: Uint8Array, shape: MessageShape, left: { values: number }): Record<string, unknown> {
  const reader = Reader.create(bytes);
  const fields = Object.entries(shape);
  const message: Record<string, unknown> = {};
  for (const [name, [, , repeated]] of fields) if (repeated) message[name] = [];
  while (reader.pos < reader.len) {
    if (--left.values < 0) throw new RangeError('the message has too many values');
    const tag = reader.uint32();
    const [name, [, kind, repeated]] = fields.find(([, [number]]) => number === tag >>> 3) ?? ['', [0, 'bytes']];
    const wireType = tag & 7;
    if (name === '' || wireType !== (typeof kind === 'string' ? WIRE_TYPES[kind] : 2)) {
      reader.skipType(wireType, 0, tag >>> 3);
      continue;
    }
    const value =
      kind === 'text'
        ? reader.string()
        : kind === 'integer'
          ? reader.uint32()
          : kind === 'double'
            ? reader.double()
            : kind === 'bytes'
              ? Buffer.from(reader.bytes())
              : readFields(reader.bytes(), kind, left);
    if (repeated) (message[name] as unknown[]).push(value);
    else message[name] = value;
  }
  return message;
}
