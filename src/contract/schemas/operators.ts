import { Type } from 'typebox';
import { OPERATOR_PRESENCE_SECONDS, OPERATORS_MAX } from '../limits.ts';
import { OPERATOR_KINDS } from '../scopes.ts';
import { Enum } from './shapes.ts';

/** [D64] */
export const Operators = Type.Object({
  data: Type.Array(
    Type.Object({
      name: Type.String({
        description:
          "Name of the member for a member's service token, of the app for a delegated credential, else of the token or the link.",
      }),
      kind: Enum(OPERATOR_KINDS, { description: 'Kind of credential, or `remote` for a remote link or button link.' }),
      since: Type.String({ format: 'date-time', description: 'Start of the current presence.' }),
    }),
    {
      maxItems: OPERATORS_MAX,
      description: `Operators that have watched or changed the Live in the last ${OPERATOR_PRESENCE_SECONDS} seconds, the longest present first. Each member, app or token is listed once.`,
    },
  ),
});
