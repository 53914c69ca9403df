import type { FastifyError } from 'fastify';
import type { FieldError } from '../../contract/lectern-error.ts';
import { TEXT_PATTERN } from '../../contract/text-patterns.ts';

/** How Ajv judges requests. `documented` is for the OpenAPI document. [D1] */
export const VALIDATOR_OPTIONS = {
  keywords: ['documented'],
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  allErrors: true,
};

/** More would not help anyone to correct a request. */
const FIELD_ERRORS_MAX = 20;

type Violation = NonNullable<FastifyError['validation']>[number];

/** What the validator found, as the `errors` of a problem. [D2] */
export const toFieldErrors = (violations: readonly Violation[], inBody: boolean): FieldError[] =>
  withChosenBranches(violations)
    .slice(0, FIELD_ERRORS_MAX)
    .map((violation) => toFieldError(violation, inBody));

function toFieldError(
  { instancePath, keyword, params, message = 'is invalid' }: Violation,
  inBody: boolean,
): FieldError {
  const named = params as {
    missingProperty?: string;
    additionalProperty?: string;
    allowedValues?: unknown[];
    pattern?: string;
  };
  const field = named.missingProperty ?? named.additionalProperty;
  const pointer = field === undefined ? instancePath : `${instancePath}/${escapePointer(field)}`;
  const words: Record<string, string> = {
    additionalProperties: 'is unknown',
    required: 'is required',
    enum: `must be one of ${named.allowedValues?.join(', ')}`,
    ...(named.pattern === TEXT_PATTERN && { pattern: 'must be text without NUL and halves of characters' }),
    uniqueItems: 'must not name the same twice',
  };
  const said = words[keyword] ?? message;
  return inBody ? { pointer, message: said } : { parameter: pointer.slice(1), message: said };
}

const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * A value that may be one thing or another fails in each of them, and then once more as a whole. Whoever sent a string that is too
 * short needs not hear that it is no object and no null either: what speaks of other types than the value's goes.
 */
function withChosenBranches(violations: readonly Violation[]): Violation[] {
  const chosen: Violation[] = [];
  for (const violation of violations) {
    if (violation.keyword !== 'anyOf') {
      chosen.push(violation);
      continue;
    }
    // The validator lists what it found in the branches right before.
    const prefix = `${violation.schemaPath}/`;
    const first = chosen.findLastIndex((one) => !isOf(one, violation.instancePath, prefix)) + 1;
    chosen.push(...chooseAmong(chosen.splice(first), violation, prefix));
  }
  return chosen;
}

const isOf = ({ instancePath, schemaPath }: Violation, value: string, prefix: string): boolean =>
  schemaPath.startsWith(prefix) && (instancePath === value || instancePath.startsWith(`${value}/`));

function chooseAmong(found: readonly Violation[], whole: Violation, prefix: string): Violation[] {
  const branchOf = ({ schemaPath }: Violation) => schemaPath.slice(prefix.length).split('/', 1)[0];
  const foreign = found.filter((one) => one.schemaPath === `${prefix}${branchOf(one)}/type`);
  const branches = new Set(foreign.map(branchOf));
  const fitting = found.filter((one) => !branches.has(branchOf(one)));
  if (fitting.length > 0) return fitting;
  const types = foreign.map(({ params }) => params.type).join(' or ');
  return [types === '' ? whole : { ...whole, message: `must be ${types}` }];
}
