import { Type } from 'typebox';
import { Enum, Nullable } from './shapes.ts';

/** [Resources] Personal account. No other data of a user is exposed. */
export const PersonalAccount = Type.Object({
  id: Type.String(),
  kind: Enum(['personal']),
  name: Type.String(),
  handle: Nullable(Type.String(), { description: 'Public short name, if the account has one.' }),
});
