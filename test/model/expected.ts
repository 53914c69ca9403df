import type { Learnt } from './learned-values.ts';
import type { ModelState } from './model-state.ts';
import type { Operation } from './operations.ts';
import type { OwnerKind } from './scripture.ts';

/** One request, all allowed responses, and the state after it. */
export interface Exchange {
  readonly as: OwnerKind;
  readonly method: string;
  /** The parts of the path, to be joined. */
  readonly path: readonly (string | Learnt)[];
  readonly body?: unknown;
  readonly ifMatch?: readonly (string | Learnt)[];
  readonly ifNoneMatch?: readonly (string | Learnt)[];
  readonly expected: Expected;
  readonly next: ModelState;
}

export type Refusal = readonly [status: number, code: string];
export type Expected =
  | {
      readonly status: 200 | 201 | 204 | 304;
      readonly body: unknown;
      readonly etag?: Learnt;
      readonly location?: Learnt;
    }
  /** One of these codes, if the documents do not order two errors. */
  | { readonly refusals: readonly Refusal[] }
  /** A collection in result pages, whose order is not documented. */
  | { readonly collection: readonly unknown[] };

export const NOT_FOUND: Refusal = [404, 'not_found'];
export const PRESENTING: Refusal = [409, 'presentation_mode'];
export const INVALID_FIELDS: Refusal = [422, 'invalid_fields'];
export const INVALID_REFERENCE: Refusal = [422, 'invalid_reference'];
export const NOT_ENABLED: Refusal = [403, 'edition_not_enabled'];
export const refuse = (...refusals: Refusal[]): Expected => ({ refusals });

export type On<Kind extends Operation['kind']> = Extract<Operation, { kind: Kind }>;
export type Route = Pick<Exchange, 'as' | 'method' | 'path' | 'body' | 'ifMatch' | 'ifNoneMatch'>;
