import { type TNull, type TObject, type TProperties, type TSchema, type TUnion, Type } from 'typebox';
import { CURSOR_MAX_CHARACTERS, NAME_MAX_CHARACTERS } from '../limits.ts';
import { CURSOR_PATTERN, NAME_PATTERN, TEXT_PATTERN } from '../text-patterns.ts';

/**
 * Object that rejects unknown fields, for request bodies. [D1] Responses use plain objects, so that later versions can
 * add fields without breaking generated clients.
 */
export const Strict = <Properties extends TProperties>(properties: Properties, options: Record<string, unknown> = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });

export const Nullable = <Schema extends TSchema>(schema: Schema, options: { description?: string } = {}) =>
  Type.Union([schema, Type.Null()], options);

/** Makes each property of an object nullable. */
export const nullableProperties = <Properties extends TProperties>({ properties }: TObject<Properties>) =>
  Type.Object(
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, Nullable(schema)])) as {
      [Property in keyof Properties]: TUnion<[Properties[Property], TNull]>;
    },
  );

/** Readonly version of the static type of a schema. */
export type ReadonlyFields<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends (infer Item)[] ? readonly Item[] : Fields[Name];
};

export const Enum = <const Values extends readonly string[]>(values: Values, options: Record<string, unknown> = {}) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...options });

/**
 * Adds rules to the OpenAPI document that the validator does not enforce, because the operation checks them with its
 * own error code or message.
 */
export const documented = (rules: object) => ({ documented: rules });

/** Name of a resource. The operation validates it after trimming. [D11] */
export const Name = (max = NAME_MAX_CHARACTERS) =>
  Type.String({
    description: `Name of 1 to ${max} characters after trimming, with at least one visible character and no control characters.`,
    ...documented({ minLength: 1, pattern: NAME_PATTERN }),
  });

/** Number of steps in either direction. */
export const Steps = (max: number, description: string) =>
  Type.Integer({ minimum: -max, maximum: max, not: { enum: [0] }, description });

/** Text that is searched or stored unchanged. */
export const Text = (options: { minLength?: number; maxLength?: number; description?: string; documented?: object }) =>
  Type.String({ pattern: TEXT_PATTERN, ...options });

/** Cursor that this installation has created. [D24] */
export const Cursor = (description: string) =>
  Type.String({
    description,
    ...documented({ minLength: 1, maxLength: CURSOR_MAX_CHARACTERS, pattern: CURSOR_PATTERN }),
  });

/** Query of a paginated collection. */
export const pageQuery = (max: number, fallback: number) =>
  Type.Object({
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: max, default: fallback, description: 'Maximum number of items to return.' }),
    ),
    after: Type.Optional(Cursor('The `next_cursor` of the previous page, unchanged. Omit it for the first page.')),
  });

export const NextCursor = Nullable(Type.String(), {
  description: 'Cursor of the next page, to send as `after`. Null on the last page.',
});
