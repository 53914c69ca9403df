import { Type } from 'typebox';

/** [Resources] Error object; RFC 9457; [D2] */
export const Problem = Type.Object({
  type: Type.String({ format: 'uri' }),
  title: Type.String(),
  status: Type.Integer(),
  code: Type.String(),
  request_id: Type.String(),
  detail: Type.Optional(Type.String()),
  errors: Type.Optional(
    Type.Array(
      Type.Object({
        pointer: Type.Optional(Type.String()),
        parameter: Type.Optional(Type.String()),
        message: Type.String(),
      }),
    ),
  ),
});
