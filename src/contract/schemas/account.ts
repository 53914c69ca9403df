import { Type } from 'typebox';
import { Enum, Nullable, Strict } from './shapes.ts';

/** [Resources] Personal account: nothing else about a person is shown. */
export const PersonalAccount = Strict({
  id: Type.String(),
  kind: Enum(['personal']),
  name: Type.String(),
  handle: Nullable(Type.String()),
});
