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
          'Of the member whose service token it is, else of the token; of a delegated credential, the name of the app; of a remote link, its name.',
      }),
      kind: Enum(OPERATOR_KINDS, { description: '`remote`: somebody who steps the Live by a remote link.' }),
      since: Type.String({ format: 'date-time' }),
    }),
    {
      maxItems: OPERATORS_MAX,
      description: `Who has watched or changed the Live in the last ${OPERATOR_PRESENCE_SECONDS} seconds, the longest present first. Each member, app or token is named once.`,
    },
  ),
});
