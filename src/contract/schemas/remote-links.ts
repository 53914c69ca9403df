import { type Static, Type } from 'typebox';
import {
  BUTTON_LINK_DEFAULT_HOURS,
  BUTTON_LINKS_PER_LIVE_MAX,
  REMOTE_CONNECTIONS_MAX,
  REMOTE_LINK_DEFAULT_HOURS,
  REMOTE_LINK_MAX_HOURS,
  REMOTE_LINKS_PER_LIVE_MAX,
} from '../limits.ts';
import { Enum, Name, Nullable, Strict } from './shapes.ts';

const time = Type.String({ format: 'date-time' });

const anyLink = {
  id: Type.String(),
  name: Type.String(),
  made_by: Type.Object({ user_id: Type.String(), name: Type.String() }),
  created_at: time,
  expires_at: time,
  last_used_at: Nullable(time),
};

/** Remote link in responses of `/console/{live_id}/remote-links`. [D68] */
const link = {
  ...anyLink,
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

const newLink = (defaultHours: number) => ({
  name: Name(),
  hours: Type.Optional(Type.Integer({ minimum: 1, maximum: REMOTE_LINK_MAX_HOURS, default: defaultHours })),
  expires_at: Type.Optional(Type.String({ format: 'date-time', maxLength: 40 })),
});

export const CreateRemoteLinkBody = Strict(newLink(REMOTE_LINK_DEFAULT_HOURS));
export type CreateRemoteLinkBody = Static<typeof CreateRemoteLinkBody>;

const BUTTON_KINDS = ['control', 'data'] as const;
export type ButtonKind = (typeof BUTTON_KINDS)[number];

/** Button link in responses of `/console/{live_id}/button-links`. [D74] */
const button = { ...anyLink, kind: Enum(BUTTON_KINDS) };
const ButtonLink = Type.Object(button);
export type ButtonLink = Static<typeof ButtonLink>;

const IssuedButtonLink = Type.Object({
  ...button,
  url: Type.String({ description: 'Address of the link without its key.' }),
  key: Type.String({ description: 'Key of the link. It is not returned again.' }),
});
export type IssuedButtonLink = Static<typeof IssuedButtonLink>;

const ButtonLinkList = Type.Array(ButtonLink, {
  maxItems: BUTTON_LINKS_PER_LIVE_MAX,
  description: 'Button links, oldest first.',
});
export type ButtonLinkList = Static<typeof ButtonLinkList>;

export const CreateButtonLinkBody = Strict({
  ...newLink(BUTTON_LINK_DEFAULT_HOURS),
  kind: Type.Optional(Enum(BUTTON_KINDS, { default: 'control' })),
});
export type CreateButtonLinkBody = Static<typeof CreateButtonLinkBody>;

const sequence = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** Request bodies of the remote-link page. */
export const RemoteAdmitBody = Strict({ key: Type.String({ maxLength: 128 }) });
export const RemoteStepBody = Strict({ by: Type.Union([Type.Literal(1), Type.Literal(-1)]), sequence });
export const RemoteHideBody = Strict({ hidden: Type.Boolean(), sequence });
