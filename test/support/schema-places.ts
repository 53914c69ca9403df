import type { Document } from './api.ts';

/** Where a value stands within a body: names of fields and numbers of items. */
export type Place = readonly (string | number)[];

/** What the document says of an operation. */
export const operationOf = (document: Document, { method, path }: { method: string; path: string }): Document =>
  document.paths[path][method.toLowerCase()];

/** A schema, or what its reference leads to. */
export function resolve(document: Document, schema: Document): Document {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : resolve(document, document.components.schemas[name]);
}

/** Every schema within one, with a place where a value of it can stand; of a list that is its first item. */
export function* listPlaces(
  document: Document,
  given: Document,
  place: Place = [],
): Generator<{ place: Place; schema: Document }> {
  const schema = resolve(document, given);
  yield { place, schema };
  for (const branch of schema.anyOf ?? []) yield* listPlaces(document, branch, place);
  if (schema.items) yield* listPlaces(document, schema.items, [...place, 0]);
  for (const [name, field] of Object.entries(schema.properties ?? {}))
    yield* listPlaces(document, field, [...place, name]);
}

export const listStringPlaces = (document: Document, schema: Document): Place[] =>
  [...listPlaces(document, schema)].filter(({ schema: { type } }) => type === 'string').map(({ place }) => place);

/** A copy of a value with another one at a place; what is missing on the way there is made. */
export function put(value: unknown, [first, ...rest]: Place, leaf: unknown): unknown {
  if (first === undefined) return leaf;
  if (typeof first === 'number') {
    const items = Array.isArray(value) ? [...value] : [];
    items[first] = put(items[first], rest, leaf);
    return items;
  }
  const fields = value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {};
  return { ...fields, [first]: put((fields as Document)[first], rest, leaf) };
}
