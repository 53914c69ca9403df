import type { JsonDocument } from './api.ts';

/** The location of a value within a body: names of fields and indexes of items. */
export type SchemaLocation = readonly (string | number)[];

/** Returns the operation's object in the OpenAPI document. */
export const operationOf = (document: JsonDocument, { method, path }: { method: string; path: string }): JsonDocument =>
  document.paths[path][method.toLowerCase()];

/** A schema, or what its reference leads to. */
export function resolve(document: JsonDocument, schema: JsonDocument): JsonDocument {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : resolve(document, document.components.schemas[name]);
}

/** Every schema within one, with a place where a value of it can stand; of a list that is its first item. */
export function* listSchemaLocations(
  document: JsonDocument,
  given: JsonDocument,
  place: SchemaLocation = [],
): Generator<{ place: SchemaLocation; schema: JsonDocument }> {
  const schema = resolve(document, given);
  yield { place, schema };
  for (const branch of schema.anyOf ?? schema.oneOf ?? []) yield* listSchemaLocations(document, branch, place);
  if (schema.items) yield* listSchemaLocations(document, schema.items, [...place, 0]);
  for (const [name, field] of Object.entries(schema.properties ?? {}))
    yield* listSchemaLocations(document, field, [...place, name]);
}

export const listStringLocations = (document: JsonDocument, schema: JsonDocument): SchemaLocation[] =>
  [...listSchemaLocations(document, schema)]
    .filter(({ schema: { type } }) => type === 'string')
    .map(({ place }) => place);

/** A copy of a value with another one at a place; what is missing on the way there is made. */
export function setAtLocation(value: unknown, [first, ...rest]: SchemaLocation, leaf: unknown): unknown {
  if (first === undefined) return leaf;
  if (typeof first === 'number') {
    const items = Array.isArray(value) ? [...value] : [];
    items[first] = setAtLocation(items[first], rest, leaf);
    return items;
  }
  const fields = value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {};
  return { ...fields, [first]: setAtLocation((fields as JsonDocument)[first], rest, leaf) };
}
