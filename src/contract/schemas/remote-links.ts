import { type Static, Type } from 'typebox';
import {
  REMOTE_CONNECTIONS_MAX,
  REMOTE_LINK_DEFAULT_HOURS,
  REMOTE_LINK_MAX_HOURS,
  REMOTE_LINKS_PER_LIVE_MAX,
} from '../limits.ts';
import { Name, Nullable, Strict } from './shapes.ts';

const time = Type.String({ format: 'date-time' });

/** Remote link in responses of `/console/{live_id}/remote-links`. [D68] */
const link = {
  id: Type.String(),
  name: Type.String(),
  made_by: Type.Object({ user_id: Type.String(), name: Type.String() }),
  created_at: time,
  expires_at: time,
  last_used_at: Nullable(time),
  connections: Type.Integer({ minimum: 0, maximum: REMOTE_CONNECTIONS_MAX }),
};
const RemoteLink = Type.Object(link);
export type RemoteLink = Static<typeof RemoteLink>;

const IssuedRemoteLink = Type.Object({
  ...link,
  url: Type.String({ description: 'URL of the link with its key. It is not returned again.' }),
});
export type IssuedRemoteLink = Static<typeof IssuedRemoteLink>;

const RemoteLinkList = Type.Array(RemoteLink, {
  maxItems: REMOTE_LINKS_PER_LIVE_MAX,
  description: 'Remote links, oldest first.',
});
export type RemoteLinkList = Static<typeof RemoteLinkList>;

export const CreateRemoteLinkBody = Strict({
  name: Name(),
  hours: Type.Optional(
    Type.Integer({ minimum: 1, maximum: REMOTE_LINK_MAX_HOURS, default: REMOTE_LINK_DEFAULT_HOURS }),
  ),
  expires_at: Type.Optional(Type.String({ format: 'date-time', maxLength: 40 })),
});
export type CreateRemoteLinkBody = Static<typeof CreateRemoteLinkBody>;

const sequence = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** Request bodies of the remote-link page. */
export const RemoteAdmitBody = Strict({ key: Type.String({ maxLength: 128 }) });
export const RemoteStepBody = Strict({ by: Type.Union([Type.Literal(1), Type.Literal(-1)]), sequence });
export const RemoteHideBody = Strict({ hidden: Type.Boolean(), sequence });
