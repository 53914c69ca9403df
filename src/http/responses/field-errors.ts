import type { FastifyError } from 'fastify';
import type { FieldError } from '../../contract/lectern-error.ts';
import { TEXT_PATTERN, WEB_ADDRESS_PATTERN } from '../../contract/text-patterns.ts';

/** Ajv options for requests. The keyword `documented` is for the OpenAPI document only. [D1] */
export const VALIDATOR_OPTIONS = {
  keywords: ['documented'],
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  allErrors: true,
};

/** Longest `errors` list of a problem. */
const FIELD_ERRORS_MAX = 20;

type Violation = NonNullable<FastifyError['validation']>[number];

/** Converts validation errors to the `errors` of a problem. [D2] */
export const toFieldErrors = (violations: readonly Violation[], inBody: boolean): FieldError[] =>
  reduceUnions(violations)
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
  const messages: Record<string, string> = {
    additionalProperties: 'is not a known field',
    required: 'is required',
    enum: `must be one of ${named.allowedValues?.join(', ')}`,
    ...(named.pattern === TEXT_PATTERN && { pattern: 'must not contain NUL or unpaired surrogates' }),
    ...(named.pattern === WEB_ADDRESS_PATTERN && { pattern: 'must start with https:// or http://' }),
    uniqueItems: 'must not contain duplicates',
    not: 'must not be 0',
  };
  const text = messages[keyword] ?? message;
  return inBody ? { pointer, message: text } : { parameter: pointer.slice(1), message: text };
}

const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * Reduces the errors of an `anyOf` to the branches that accept the type of the value. For a string that is too short,
 * for example, the client does not need the errors that it is neither an object nor null.
 */
function reduceUnions(violations: readonly Violation[]): Violation[] {
  const chosen: Violation[] = [];
  for (const violation of violations) {
    if (violation.keyword !== 'anyOf') {
      chosen.push(violation);
      continue;
    }
    // Ajv lists the errors of the branches right before the error of the `anyOf`.
    const prefix = `${violation.schemaPath}/`;
    const first = chosen.findLastIndex((one) => !isWithin(one, violation.instancePath, prefix)) + 1;
    chosen.push(...chooseBranches(chosen.splice(first), violation, prefix));
  }
  return chosen;
}

const isWithin = ({ instancePath, schemaPath }: Violation, value: string, prefix: string): boolean =>
  schemaPath.startsWith(prefix) && (instancePath === value || instancePath.startsWith(`${value}/`));

function chooseBranches(violations: readonly Violation[], whole: Violation, prefix: string): Violation[] {
  const branchOf = ({ schemaPath }: Violation) => schemaPath.slice(prefix.length).split('/', 1)[0];
  const typeErrors = violations.filter((one) => one.schemaPath === `${prefix}${branchOf(one)}/type`);
  const branches = new Set(typeErrors.map(branchOf));
  const matching = violations.filter((one) => !branches.has(branchOf(one)));
  if (matching.length > 0) return matching;
  const types = typeErrors.map(({ params }) => params.type).join(' or ');
  return [types === '' ? whole : { ...whole, message: `must be ${types}` }];
}
