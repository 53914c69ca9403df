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

const time = Type.String({ description: 'RFC 3339, UTC, with milliseconds.' });

/** [D33] */
export const Me = Type.Object({
  account: PersonalAccount,
  organization: Type.Optional(
    Type.Object(
      { id: Type.String(), name: Type.String(), role: Enum(ROLES) },
      {
        description: 'Of a service token of a member: what it acts for, with which role. Absent for other credentials.',
      },
    ),
  ),
  credential: Type.Object({
    kind: Enum(CREDENTIAL_KINDS),
    id: Type.String(),
    scopes: Type.Array(Enum(SCOPES), { description: 'Empty: all that the user may.' }),
    expires_at: Type.String({ description: 'When the secret of this request ends. RFC 3339, UTC, with milliseconds.' }),
  }),
});

const token = {
  id: Type.String(),
  name: Type.String(),
  scopes: Type.Array(Enum(PERSONAL_SCOPES), { description: 'Empty: all that the user may.' }),
  expires_at: time,
};

/** A personal token as it is listed: never its secret. [D37] */
export const PersonalToken = Type.Object({ ...token, created_at: time, last_used_at: Nullable(time) });
export const PersonalTokenPage = Type.Object({ data: Type.Array(PersonalToken), next_cursor: NextCursor });

/** A personal token with its secret, in this answer and nowhere else. [D37] */
export const IssuedToken = Type.Object({ ...token, token: Type.String() });

export const CreateTokenBody = Strict({
  name: Name(),
  scopes: Type.Optional(
    Type.Array(Enum(PERSONAL_SCOPES), { uniqueItems: true, description: 'Absent or empty: all that the user may.' }),
  ),
  expires_in_days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: PERSONAL_TOKEN_MAX_DAYS, default: PERSONAL_TOKEN_DEFAULT_DAYS }),
  ),
});
export const RenameTokenBody = Strict({ name: Name() });
export const RotateTokenBody = Strict({
  overlap_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: TOKEN_OVERLAP_MAX_SECONDS,
      default: TOKEN_OVERLAP_DEFAULT_SECONDS,
      description: 'How long the old secret still works. 0: neither it nor one that an earlier rotation has replaced.',
    }),
  ),
});

/** [D38] */
export const GrantList = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      client: Type.Object({ id: Type.String(), name: Type.String() }),
      scopes: Type.Array(Enum(OAUTH_SCOPES)),
      created_at: time,
      last_used_at: Nullable(time),
      expires_at: time,
    }),
    { maxItems: GRANTS_PER_USER_MAX, description: 'Newest first.' },
  ),
});
