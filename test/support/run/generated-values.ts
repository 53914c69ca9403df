import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import type { JsonDocument } from '../requests/api.ts';
import { resolve } from '../requests/schema-locations.ts';

const LIST_ITEMS_MAX = 5;
/** Strings of many kinds; those that a schema does not allow are left out. */
const TEXTS = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 130 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  fc.string({ unit: 'binary-ascii', maxLength: 130 }),
  fc.constantFrom(
    'a',
    '  a\t',
    'é',
    '📖'.repeat(60),
    'x'.repeat(120),
    'x'.repeat(121),
    'x'.repeat(200),
    'y'.repeat(4000),
  ),
  fc.constantFrom('', ' ', '\0', '\u2800', '\u3164', '\u0301', '\u202ea', 'a\nb', 'John 3:16', 'kjv', 'KJV', 'zz'),
);

/** Values that a schema of the document allows, and their check. */
export class SchemaValues {
  readonly #document: JsonDocument;
  readonly #ajv: Ajv2020;
  readonly #validators = new WeakMap<object, ValidateFunction>();

  constructor(document: JsonDocument) {
    this.#document = document;
    this.#ajv = new Ajv2020({ strict: false, validateFormats: false });
    this.#ajv.addSchema(document, 'openapi');
  }

  allows(schema: JsonDocument, value: unknown): boolean {
    let validate = this.#validators.get(schema);
    if (!validate) {
      const rooted = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components'));
      validate = this.#ajv.compile(rooted);
      this.#validators.set(schema, validate);
    }
    return validate(value);
  }

  /** Values that the schema allows, at its bounds more often than elsewhere. */
  of(schema: JsonDocument): fc.Arbitrary<unknown> {
    return this.#of(schema).filter((value) => this.allows(schema, value));
  }

  #of(given: JsonDocument): fc.Arbitrary<unknown> {
    const schema = resolve(this.#document, given);
    const branches: JsonDocument[] | undefined = schema.anyOf ?? schema.oneOf;
    if (branches) return fc.oneof(...branches.map((branch) => this.of(branch)));
    if (schema.enum) return fc.constantFrom(...schema.enum);
    switch (schema.type) {
      case 'null':
        return fc.constant(null);
      case 'boolean':
        return fc.boolean();
      case 'integer': {
        const { minimum: min = -2147483648, maximum: max = 2147483647 } = schema;
        return fc.oneof(fc.constantFrom(min, max), fc.integer({ min, max }));
      }
      case 'array': {
        const minLength = schema.minItems ?? 0;
        const maxLength = Math.min(schema.maxItems ?? LIST_ITEMS_MAX, LIST_ITEMS_MAX);
        const items = this.of(schema.items);
        return schema.uniqueItems
          ? fc.uniqueArray(items, { minLength, maxLength, selector: (value) => JSON.stringify(value).toLowerCase() })
          : fc.array(items, { minLength, maxLength });
      }
      case 'object': {
        const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, this.of(field)]);
        return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [], noNullPrototype: true });
      }
      case 'string':
        return strings(schema);
      default:
        throw new Error(`no values for ${JSON.stringify(schema)}`);
    }
  }
}

/** RFC 3339, of years with four digits. */
const TIMES = fc
  .date({ min: new Date(0), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());

function strings({ pattern, format, maxLength = 300 }: JsonDocument): fc.Arbitrary<string> {
  if (format === 'date-time') return TIMES;
  if (format === 'date') return TIMES.map((time) => time.slice(0, 10));
  if (pattern === undefined) return TEXTS;
  return fc.oneof(TEXTS, fc.stringMatching(new RegExp(pattern, 'u'), { maxLength }));
}

/** Values just outside what a schema by itself allows. */
export function listOutside(schema: JsonDocument): unknown[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = schema;
  const text = (length: number) => 'ab'.repeat(length).slice(0, length);
  const list = (length: number) => Array.from({ length }, (_, at) => sampleOf(schema.items, at));
  return [
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...(schema.type === 'integer' ? [1.5, '1', true] : []),
    ...(minLength ? [text(minLength - 1)] : []),
    ...(maxLength === undefined ? [] : [text(maxLength + 1)]),
    ...(pattern === undefined ? [] : WRONG_TEXTS.filter((wrong) => !new RegExp(pattern, 'u').test(wrong))),
    ...(minItems ? [list(minItems - 1)] : []),
    ...(maxItems === undefined ? [] : [list(maxItems + 1)]),
    ...(schema.uniqueItems && schema.items ? [[sampleOf(schema.items, 0), sampleOf(schema.items, 0)]] : []),
    ...(schema.enum ? ['other', ''] : []),
    ...(schema.type === 'boolean' ? ['true', 1] : []),
    ...(schema.type === 'string' ? [1, ['a']] : []),
  ];
}

const WRONG_TEXTS = [
  '',
  ' ',
  '\u2800',
  '\u3164',
  '\u0301',
  'a\0b',
  'a\u202eb',
  'a\u001bb',
  'a\ud800',
  'x'.repeat(121),
  'a b',
  'é',
];

const sampleOf = (items: JsonDocument, at: number): unknown => {
  if (items.enum) return items.enum[at % items.enum.length];
  if (items.type === 'string') return `item-${at}`;
  if (items.$ref?.endsWith('PlanEntryInput')) return { kind: 'heading', title: 'Sermon' };
  return items.$ref?.endsWith('SlideInput') ? { layout: 'blank' } : { book_id: 43, chapter: at + 1 };
};
