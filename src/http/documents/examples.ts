import { EXAMPLES } from '../../contract/schemas/examples.ts';
import { type DescribedDocument, JSON_CONTENT, type Schema } from './described-document.ts';

/**
 * Adds an example to every JSON body, every JSON response and every parameter, in place. Throws for a field that has no
 * value to show.
 */
export function addExamples<Document>(document: Document): Document {
  const { components, paths } = document as unknown as DescribedDocument;
  const compose = composer(components.schemas);
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const { operationId, parameters = [], requestBody, responses } = operation;
    for (const parameter of parameters) {
      const example = compose(parameter.schema, [operationId, parameter.in, parameter.name]);
      if (example !== undefined) parameter.example = example;
    }
    const body = requestBody?.content[JSON_CONTENT];
    if (body) body.example = compose(body.schema, [operationId, 'body']);
    for (const [status, { content }] of Object.entries(responses)) {
      const response = content?.[JSON_CONTENT];
      if (response && status < '300') response.example = compose(response.schema, [operationId, 'response']);
    }
  }
  return document;
}

/** Creates example values. A path names the component or the operation, and then the fields down to the schema. */
function composer(components: Readonly<Record<string, Schema>>) {
  const compose = (schema: Schema, path: readonly string[]): unknown => {
    const names = path.map((_, start) => path.slice(start).join('.'));
    const key = names.find((name) => name in EXAMPLES && (name.includes('.') || path.length === 1 || isLeaf(schema)));
    if (key !== undefined) return EXAMPLES[key];
    if (schema.$ref) {
      const name = schema.$ref.split('/').at(-1);
      return compose(components[name], [name]);
    }
    if (schema.examples) return schema.examples[0];
    if ('const' in schema) return schema.const;
    if (schema.enum) return schema.enum[0];
    if ('default' in schema) return schema.default;
    const [first] = schema.anyOf ?? schema.oneOf ?? [];
    if (first) return compose(first, path);
    if (schema.type === 'array') return [compose(schema.items, path)];
    if (schema.type === 'object') return composeObject(schema, path);
    if (schema.type === 'boolean') return false;
    if (schema.type === 'null') return null;
    throw new Error(`There is no example for ${path.join('.')}: add one to src/contract/schemas/examples.ts.`);
  };
  const composeObject = ({ properties = {} }: Schema, path: readonly string[]) =>
    Object.fromEntries(
      Object.entries<Schema>(properties)
        .map(([name, schema]) => [name, compose(schema, [...path, name])] as const)
        .filter(([, value]) => value !== undefined),
    );
  return compose;
}

/** Returns true for a schema of a plain value or of a list of plain values. */
function isLeaf({ $ref, type, items, anyOf }: Schema): boolean {
  if (anyOf) return anyOf.some((branch: Schema) => branch.type !== 'null' && isLeaf(branch));
  if (type === 'array') return isLeaf(items);
  return $ref === undefined && type !== 'object';
}
