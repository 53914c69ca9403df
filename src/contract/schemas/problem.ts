import { Type } from 'typebox';
import { ERROR_CODES } from '../error-codes.ts';
import type { NoticeParams } from '../import-notices.ts';
import { Enum } from './shapes.ts';

/** Values in a message, by name. */
export const MessageParams = Type.Unsafe<NoticeParams>({
  type: 'object',
  additionalProperties: { oneOf: [{ type: 'string' }, { type: 'number' }] },
  description: 'Values in the message, by name.',
});

/** [D3] */
export const ProblemCode = Enum(Object.keys(ERROR_CODES), {
  description: 'Stable, machine-readable code. Later versions can add codes.',
});

/** [Resources] Error object, as problem details (RFC 9457). [D2] */
export const Problem = Type.Object({
  type: Type.String({ format: 'uri', description: 'URL of the documentation of the error code.' }),
  title: Type.String({ description: 'Short title of the error code.' }),
  status: Type.Integer({ description: 'HTTP status.' }),
  code: ProblemCode,
  request_id: Type.String({ description: 'Id of the request, as in `X-Request-Id`.' }),
  detail: Type.Optional(Type.String({ description: 'Explanation of the error, and how to recover.' })),
  errors: Type.Optional(
    Type.Array(
      Type.Object({
        pointer: Type.Optional(Type.String({ description: 'JSON Pointer (RFC 6901) to a field of the body.' })),
        parameter: Type.Optional(Type.String({ description: 'Name of a query parameter or header.' })),
        message: Type.String({ description: 'Problem with the field.' }),
        code: Type.Optional(Type.String({ description: 'Stable code of the message, for an imported file.' })),
        params: Type.Optional(MessageParams),
      }),
      { description: 'Errors of single fields.' },
    ),
  ),
});
