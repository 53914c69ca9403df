import { type TNull, type TObject, type TProperties, type TSchema, type TUnion, Type } from 'typebox';
import { CURSOR_MAX_CHARACTERS, NAME_MAX_CHARACTERS } from '../limits.ts';
import { CURSOR_PATTERN, namePattern, TEXT_PATTERN } from '../text-patterns.ts';

/**
 * An object that refuses unknown fields: the shape of every request body. [D1] Answers are plain objects, which a later version
 * may add fields to: code that is generated from the document must not stumble over those.
 */
export const Strict = <Properties extends TProperties>(properties: Properties, options: Record<string, unknown> = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });

export const Nullable = <Schema extends TSchema>(schema: Schema, options: { description?: string } = {}) =>
  Type.Union([schema, Type.Null()], options);

/** The same properties, each of which can be null. */
export const nullableProperties = <Properties extends TProperties>({ properties }: TObject<Properties>) =>
  Type.Object(
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, Nullable(schema)])) as {
      [Property in keyof Properties]: TUnion<[Properties[Property], TNull]>;
    },
  );

/** The fields of a schema as they are kept: they never change. */
export type ReadonlyFields<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends (infer Item)[] ? readonly Item[] : Fields[Name];
};

export const Enum = <const Values extends readonly string[]>(values: Values, options: Record<string, unknown> = {}) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...options });

/**
 * What the document says of a schema beyond what the validator enforces, since the operation itself judges that and has a code or
 * words of its own for it.
 */
export const documented = (rules: object) => ({ documented: rules });

/** A name is judged after trimming, by the operation. [D11] */
export const Name = (max = NAME_MAX_CHARACTERS) =>
  Type.String({
    description: `1 to ${max} characters after trimming, something visible, and no control characters.`,
    ...documented({ minLength: 1, pattern: namePattern(max) }),
  });

/** Text that is looked up or kept as it is. */
export const Text = (options: { minLength?: number; maxLength?: number; description?: string; documented?: object }) =>
  Type.String({ pattern: TEXT_PATTERN, ...options });

/** A cursor that this installation has made. [D24] */
export const Cursor = (description: string) =>
  Type.String({
    description,
    ...documented({ minLength: 1, maxLength: CURSOR_MAX_CHARACTERS, pattern: CURSOR_PATTERN }),
  });

/** The `limit` and `after` of every paged collection. A limit is a plain decimal number. */
export const pageQuery = (max: number, fallback: number) =>
  Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: max, default: fallback })),
    after: Type.Optional(Cursor('The next_cursor of the page before, unchanged.')),
  });

export const NextCursor = Nullable(Type.String());
