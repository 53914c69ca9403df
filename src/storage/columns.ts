/** A stored value. Both engines use the same plain types. */
type Stored = string | number | null;

/** Encodes and decodes the values of one kind. */
export interface ColumnCodec<Value, StoredValue extends Stored> {
  /** The type that PostgreSQL reads the JSON value as. */
  readonly postgres: 'text' | 'int' | 'bigint' | 'float8';
  readonly encode: (value: Value) => StoredValue;
  readonly decode: (stored: StoredValue) => Value;
}

export interface Column<Name extends string, Value, StoredValue extends Stored>
  extends ColumnCodec<Value, StoredValue> {
  readonly name: Name;
}

export const column = <Name extends string, Value, StoredValue extends Stored>(
  name: Name,
  kind: ColumnCodec<Value, StoredValue>,
): Column<Name, Value, StoredValue> => ({ name, ...kind });

/** The columns of a record, by property. */
export type ColumnsOf<Item> = {
  readonly [Property in keyof Item]: Omit<Column<string, Item[Property], never>, 'encode' | 'decode'> & {
    readonly encode: (value: Item[Property]) => Stored;
    readonly decode: (stored: never) => Item[Property];
  };
};

interface AnyColumn {
  readonly name: string;
  readonly postgres: string;
  readonly encode: (value: never) => Stored;
  readonly decode: (stored: never) => unknown;
}
type Columns = Readonly<Record<string, AnyColumn>>;

/** The row type of a set of columns. */
export type RowOf<All extends Columns> = {
  [Property in keyof All as All[Property]['name']]: ReturnType<All[Property]['encode']>;
};
type RecordOf<All extends Columns> = { readonly [Property in keyof All]: ReturnType<All[Property]['decode']> };

export function encodeRow<All extends Columns>(columns: All, record: RecordOf<All>): RowOf<All> {
  const row: Record<string, Stored> = {};
  for (const property in columns) {
    const { name, encode } = columns[property]!;
    row[name] = encode(record[property] as never);
  }
  return row as RowOf<All>;
}

export function decodeRow<All extends Columns>(columns: All, row: RowOf<All>): RecordOf<All> {
  const stored = row as Readonly<Record<string, Stored>>;
  const record: Record<string, unknown> = {};
  for (const property in columns) {
    const { name, decode } = columns[property]!;
    record[property] = decode(stored[name] as never);
  }
  return record as RecordOf<All>;
}

/** Returns the column names in order, each with its PostgreSQL type. */
export const postgresTypes = (columns: Columns): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.values(columns).map(({ name, postgres }) => [name, postgres]));

/** A text column with values of type `Value`, which the database does not check. */
export const text = <Value extends string = string>(): ColumnCodec<Value, string> => ({
  postgres: 'text',
  encode: (value) => value,
  decode: (stored) => stored as Value,
});
const number = (postgres: 'int' | 'bigint' | 'float8'): ColumnCodec<number, number> => ({
  postgres,
  encode: (value) => value,
  decode: (stored) => stored,
});
export const int = number('int');
export const bigint = number('bigint');
export const real = number('float8');
export const flag: ColumnCodec<boolean, number> = { postgres: 'int', encode: Number, decode: (stored) => stored === 1 };

export const json = <Value>(): ColumnCodec<Value, string> => ({
  postgres: 'text',
  encode: (value) => JSON.stringify(value),
  decode: (stored) => JSON.parse(stored),
});

export const nullable = <Value, StoredValue extends Stored>({
  postgres,
  encode,
  decode,
}: ColumnCodec<Value, StoredValue>): ColumnCodec<Value | null, StoredValue | null> => ({
  postgres,
  encode: (value) => (value === null ? null : encode(value)),
  decode: (stored) => (stored === null ? null : decode(stored)),
});
