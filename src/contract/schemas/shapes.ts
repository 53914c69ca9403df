import { type TProperties, type TSchema, Type } from 'typebox';

/**
 * An object that refuses unknown fields: the shape of every request body. [D1] Answers are plain objects, which a later version
 * may add fields to: code that is generated from the document must not stumble over those.
 */
export const Strict = <Properties extends TProperties>(properties: Properties, options: Record<string, unknown> = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });

export const Nullable = <Schema extends TSchema>(schema: Schema, options: { description?: string } = {}) =>
  Type.Union([schema, Type.Null()], options);

export const Enum = <const Values extends readonly string[]>(values: Values, options: Record<string, unknown> = {}) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...options });

/** The `limit` and `after` of every paged collection. A limit is a plain decimal number. */
export const pageQuery = (max: number, fallback: number) =>
  Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: max, default: fallback })),
    after: Type.Optional(Type.String({ description: 'The next_cursor of the page before, unchanged.' })),
  });

export const NextCursor = Nullable(Type.String());
