import { Type } from 'typebox';
import { Enum, NextCursor, Nullable } from './shapes.ts';

/** That somebody changed something; never a secret. [D43] */
export const AuditEntry = Type.Object({
  at: Type.String(),
  operation: Type.String({ description: 'The operation of REST, or the command.' }),
  resource: Nullable(Type.String({ description: 'Id of what was changed; null: the account itself.' })),
  resource_name: Nullable(
    Type.String({
      description: 'What it was called then; null for people, and where it has no name or is an old entry.',
    }),
  ),
  detail: Nullable(Type.String({ description: 'What of it was changed, such as the passage that was pushed.' })),
  channel: Enum(['rest', 'page', 'command-line']),
  credential_id: Nullable(Type.String()),
  user_id: Nullable(Type.String({ description: 'Null for a service token and for the operator of the installation.' })),
  request_id: Nullable(Type.String()),
  before: Nullable(Type.Integer({ description: 'Sequence of the Live before the change.' })),
  after: Nullable(Type.Integer({ description: 'Sequence of the Live after the change.' })),
});

export const AuditPage = Type.Object({ data: Type.Array(AuditEntry), next_cursor: NextCursor });
