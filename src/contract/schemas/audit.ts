import { Type } from 'typebox';
import { Enum, NextCursor, Nullable } from './shapes.ts';

/** Record of one write. It never contains secrets. [D43] */
export const AuditEntry = Type.Object({
  at: Type.String({ description: 'Time of the change. RFC 3339, UTC, with milliseconds.' }),
  operation: Type.String({ description: 'Id of the REST operation, or name of the command or page action.' }),
  resource: Nullable(Type.String(), { description: 'Id of the changed resource. Null if it is the account itself.' }),
  resource_name: Nullable(
    Type.String({
      description:
        'Name of the resource at that time. Null for users, unnamed resources and entries of older versions.',
    }),
  ),
  detail: Nullable(Type.String(), { description: 'Details of the change, such as the pushed passage.' }),
  channel: Enum(['rest', 'page', 'command-line'], { description: 'How the change was made.' }),
  credential_id: Nullable(Type.String(), { description: 'Id of the credential, if one was used.' }),
  user_id: Nullable(Type.String(), {
    description: 'Id of the user. Null for service tokens without a member, and for the administrator.',
  }),
  request_id: Nullable(Type.String(), { description: '`X-Request-Id` of the request.' }),
  before: Nullable(Type.Integer({ description: 'Sequence of the Live before the change.' })),
  after: Nullable(Type.Integer({ description: 'Sequence of the Live after the change.' })),
});

export const AuditPage = Type.Object({ data: Type.Array(AuditEntry), next_cursor: NextCursor });
