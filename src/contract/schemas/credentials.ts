import { Type } from 'typebox';
import {
  GRANTS_PER_USER_MAX,
  PERSONAL_TOKEN_DEFAULT_DAYS,
  PERSONAL_TOKEN_MAX_DAYS,
  TOKEN_OVERLAP_DEFAULT_SECONDS,
  TOKEN_OVERLAP_MAX_SECONDS,
} from '../limits.ts';
import { CREDENTIAL_KINDS, OAUTH_SCOPES, PERSONAL_SCOPES, ROLES, SCOPES } from '../scopes.ts';
import { PersonalAccount } from './account.ts';
import { Enum, Name, NextCursor, Nullable, Strict } from './shapes.ts';

const time = Type.String({ format: 'date-time', description: 'RFC 3339, UTC, with milliseconds.' });

/** [D33] */
export const Me = Type.Object({
  account: Type.Optional(PersonalAccount),
  organization: Type.Optional(
    Type.Object(
      {
        id: Type.String(),
        name: Type.String(),
        role: Type.Optional(
          Enum(ROLES, { description: 'Role of the member. Absent for a token that belongs to no member.' }),
        ),
      },
      { description: 'Organization of a service token. Absent for other credentials.' },
    ),
  ),
  credential: Type.Object({
    kind: Enum(CREDENTIAL_KINDS, { description: 'Kind of the credential.' }),
    id: Type.String(),
    scopes: Type.Array(Enum(SCOPES), {
      description: 'Scopes of the credential. Empty if it has all permissions of its user.',
    }),
    expires_at: Nullable(Type.String({ format: 'date-time' }), {
      description: 'Expiry of the secret in this request. Null for a service token that does not expire.',
    }),
  }),
});

const token = {
  id: Type.String(),
  name: Type.String(),
  scopes: Type.Array(Enum(PERSONAL_SCOPES), {
    description: 'Scopes of the token. Empty if it has all permissions of its user.',
  }),
  expires_at: time,
};

/** Personal token without its secret. [D37] */
export const PersonalToken = Type.Object({ ...token, created_at: time, last_used_at: Nullable(time) });
export const PersonalTokenPage = Type.Object({ data: Type.Array(PersonalToken), next_cursor: NextCursor });

/** New personal token with its secret, which is not returned again. [D37] */
export const IssuedToken = Type.Object({
  ...token,
  token: Type.String({ description: 'Secret of the token. Store it now; it is not returned again.' }),
});

export const CreateTokenBody = Strict({
  name: Name(),
  scopes: Type.Optional(
    Type.Array(Enum(PERSONAL_SCOPES), {
      uniqueItems: true,
      description: 'Scopes of the token. Omit them, or send an empty list, for all permissions of the user.',
    }),
  ),
  expires_in_days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: PERSONAL_TOKEN_MAX_DAYS,
      default: PERSONAL_TOKEN_DEFAULT_DAYS,
      description: 'Lifetime of the token, in days.',
    }),
  ),
});
export const RenameTokenBody = Strict({ name: Name() });
export const RotateTokenBody = Strict({
  overlap_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: TOKEN_OVERLAP_MAX_SECONDS,
      default: TOKEN_OVERLAP_DEFAULT_SECONDS,
      description:
        'Seconds during which the previous secret still works. With 0, all previous secrets stop working immediately.',
    }),
  ),
});

/** [D38] */
export const GrantList = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      client: Type.Object({ id: Type.String(), name: Type.String() }, { description: 'The connected app.' }),
      scopes: Type.Array(Enum(OAUTH_SCOPES)),
      created_at: time,
      last_used_at: Nullable(time),
      expires_at: time,
    }),
    { maxItems: GRANTS_PER_USER_MAX, description: 'Newest first.' },
  ),
});
