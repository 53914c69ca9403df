// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema, of which each keyword is read where it is needed
export type Schema = any;

/** The key of JSON bodies in `content`. */
export const JSON_CONTENT = 'application/json';

/** The parts of an OpenAPI document that examples and samples are made from, and are added to. */
export interface DescribedDocument {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
}

interface Content {
  readonly schema: Schema;
  example?: unknown;
}

export interface DescribedParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
  example?: unknown;
}

export interface DescribedOperation {
  readonly operationId: string;
  readonly parameters?: readonly DescribedParameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>;
  'x-codeSamples'?: readonly CodeSample[];
}

/** A sample request, in the form that viewers of OpenAPI documents read from `x-codeSamples`. */
interface CodeSample {
  readonly lang: 'Shell' | 'TypeScript';
  readonly label: string;
  readonly source: string;
}
