import type { Schema } from '../../src/http/documents/described-document.ts';
import { html, type SafeHtml } from '../../src/pages/toolkit/html.ts';
import { renderInline } from './markdown.ts';

export const SCHEMAS_ADDRESS = '/docs/api/schemas';

/** Renders the fields of an object and of the objects in it. Returns false for a schema without fields. */
export function fieldList(schema: Schema): SafeHtml | false {
  const { properties, required = [] } = withFields(schema) ?? {};
  if (!properties) return false;
  const fields = Object.entries<Schema>(properties);
  if (fields.length === 0) return html`<p>An empty object.</p>`;
  return html`<ul class="fields">
${fields.map(([name, field]) => fieldItem(name, field, required.includes(name)))}</ul>`;
}

/** Renders one field, parameter or header. */
export function fieldItem(name: string, schema: Schema, isRequired: boolean, description?: string): SafeHtml {
  const text = description ?? schema.description;
  const rules = rulesOf(schema);
  return html`<li><p class="field"><code>${name}</code> <span class="type">${typeOf(schema)}</span>${isRequired && html` <span class="required">required</span>`}</p>
${text && html`<p>${renderInline(text)}</p>\n`}${rules.length > 0 && html`<p class="rules">${rules.join(' · ')}</p>\n`}${fieldList(schema)}</li>
`;
}

/** Renders the type of a value, with links to the components that it refers to. */
export function typeOf(schema: Schema): SafeHtml {
  const { $ref, type, items, enum: values } = schema;
  if ($ref) return componentLink($ref.split('/').at(-1));
  const branches = branchesOf(schema);
  if (branches) return joined(branches.map(typeOf));
  if (values) return values.length === 1 ? html`<code>${JSON.stringify(values[0])}</code>` : html`string`;
  if (type === 'array') return html`array of ${typeOf(items ?? {})}`;
  return html`${type ?? 'any'}`;
}

/** Returns the alternatives of a value. */
export const branchesOf = ({ anyOf, oneOf }: Schema): Schema[] | undefined => anyOf ?? oneOf;

const componentLink = (name: string): SafeHtml => html`<a href="${SCHEMAS_ADDRESS}#${name}">${name}</a>`;

/** Renders alternatives without duplicates: two integers with different limits are one type. */
function joined(types: readonly SafeHtml[]): SafeHtml {
  const distinct = [...new Map(types.map((type) => [type.toString(), type])).values()];
  return html`${distinct.map((type, index) => html`${index > 0 && ' or '}${type}`)}`;
}

/**
 * Returns the object schema of a value, of the items of an array, or of one alternative. Undefined for a component,
 * which has its own section.
 */
function withFields(schema: Schema): Schema | undefined {
  const { type, items, properties, required } = schema;
  const branches = branchesOf(schema);
  if (branches) return branches.map(withFields).find((branch) => branch !== undefined);
  if (type === 'array') return withFields(items ?? {});
  return properties ? { properties, required } : undefined;
}

/** Returns the constraints of a value, such as "1 to 64 characters". */
export function rulesOf(schema: Schema): string[] {
  const branches: Schema[] = branchesOf(schema)?.filter(({ type }) => type !== 'null') ?? [schema];
  const [only] = branches;
  if (branches.length !== 1 || !only) return [];
  const inner = only.type === 'array' ? (only.items ?? {}) : only;
  return [
    ...(inner.enum?.length > 1 ? [`One of ${inner.enum.join(', ')}`] : []),
    ...rangeOf(only, 'minimum', 'maximum', ''),
    ...rangeOf(only, 'minLength', 'maxLength', ' characters'),
    ...rangeOf(only, 'minItems', 'maxItems', ' items'),
    ...(only.uniqueItems ? ['No duplicates'] : []),
    ...(only.format ? [`Format ${only.format}`] : []),
    ...(only.default === undefined ? [] : [`Default ${JSON.stringify(only.default)}`]),
  ];
}

/** Limit of a database column. Larger limits are omitted, because they do not help a client. */
const COLUMN_LIMIT = 2_147_483_647;

function rangeOf(schema: Schema, low: string, high: string, unit: string): string[] {
  const least = Math.abs(schema[low]) >= COLUMN_LIMIT ? undefined : schema[low];
  const most = Math.abs(schema[high]) >= COLUMN_LIMIT ? undefined : schema[high];
  if (least === undefined && most === undefined) return [];
  if (least === undefined) return [`At most ${most}${unit}`];
  return [most === undefined ? `At least ${least}${unit}` : `${least} to ${most}${unit}`];
}
