import { Type } from 'typebox';
import { Enum, Nullable } from './shapes.ts';

/** [Resources] Personal account: nothing else about a person is shown. */
export const PersonalAccount = Type.Object({
  id: Type.String(),
  kind: Enum(['personal']),
  name: Type.String(),
  handle: Nullable(Type.String()),
});
