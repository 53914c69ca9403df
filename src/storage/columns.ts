/** What a column holds. Both engines have the same plain types. */
type Stored = string | number | null;

/** How values of one kind are stored. */
export interface ColumnCodec<Value, Kept extends Stored> {
  /** The type that PostgreSQL reads the JSON of a value as. */
  readonly postgres: 'text' | 'int' | 'bigint' | 'float8';
  readonly encode: (value: Value) => Kept;
  readonly decode: (kept: Kept) => Value;
}

export interface Column<Name extends string, Value, Kept extends Stored> extends ColumnCodec<Value, Kept> {
  readonly name: Name;
}

export const column = <Name extends string, Value, Kept extends Stored>(
  name: Name,
  kind: ColumnCodec<Value, Kept>,
): Column<Name, Value, Kept> => ({ name, ...kind });

/** The columns of a record, by its properties. */
export type ColumnsOf<Item> = {
  readonly [Property in keyof Item]: Omit<Column<string, Item[Property], never>, 'encode' | 'decode'> & {
    readonly encode: (value: Item[Property]) => Stored;
    readonly decode: (kept: never) => Item[Property];
  };
};

interface AnyColumn {
  readonly name: string;
  readonly postgres: string;
  readonly encode: (value: never) => Stored;
  readonly decode: (kept: never) => unknown;
}
type Columns = Readonly<Record<string, AnyColumn>>;

/** A row as the columns keep it. */
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
  const kept = row as Readonly<Record<string, Stored>>;
  const record: Record<string, unknown> = {};
  for (const property in columns) {
    const { name, decode } = columns[property]!;
    record[property] = decode(kept[name] as never);
  }
  return record as RecordOf<All>;
}

/** Names in order, each with its type in PostgreSQL. */
export const postgresTypes = (columns: Columns): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.values(columns).map(({ name, postgres }) => [name, postgres]));

/** Of the values of `Value`, which the database does not check. */
export const text = <Value extends string = string>(): ColumnCodec<Value, string> => ({
  postgres: 'text',
  encode: (value) => value,
  decode: (kept) => kept as Value,
});
const number = (postgres: 'int' | 'bigint' | 'float8'): ColumnCodec<number, number> => ({
  postgres,
  encode: (value) => value,
  decode: (kept) => kept,
});
export const int = number('int');
export const bigint = number('bigint');
export const real = number('float8');
export const flag: ColumnCodec<boolean, number> = { postgres: 'int', encode: Number, decode: (kept) => kept === 1 };

export const json = <Value>(): ColumnCodec<Value, string> => ({
  postgres: 'text',
  encode: (value) => JSON.stringify(value),
  decode: (kept) => JSON.parse(kept),
});

export const nullable = <Value, Kept extends Stored>({
  postgres,
  encode,
  decode,
}: ColumnCodec<Value, Kept>): ColumnCodec<Value | null, Kept | null> => ({
  postgres,
  encode: (value) => (value === null ? null : encode(value)),
  decode: (kept) => (kept === null ? null : decode(kept)),
});
