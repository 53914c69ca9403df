import { Type } from 'typebox';
import { LecternError } from '../../contract/lectern-error.ts';
import { INVITATION_DAYS, SIGN_IN_LINK_HOURS } from '../../contract/limits.ts';
import { Strict } from '../../contract/schemas/shapes.ts';
import { ROLES } from '../../contract/scopes.ts';
import { toAccountOwner } from '../../domain/account/owners/owner.ts';
import { normalizeEmail } from '../../domain/email.ts';
import { defineCommand, findOption, requireOption, UsageError } from '../command.ts';
import { INVOCATION } from '../invocation.ts';
import { isLoopbackUrl, PUBLIC_ADDRESS_ADVICE } from '../public-address.ts';
import { formatFacts } from '../terminal/columns.ts';
import { EMAIL, LOCAL_PATH, ORGANIZATION_ID, oneOf } from '../value-rules.ts';

/** Formats a link with its expiry and what to do with it. */
const toLinkText = ({ url, expires_at }: { url: string; expires_at: string }, advice: string): string =>
  [
    formatFacts({ Link: url, Expires: expires_at }),
    '',
    advice,
    ...(isLoopbackUrl(url)
      ? [
          `The link works only on this machine. For other machines: ${PUBLIC_ADDRESS_ADVICE} Then restart the server and create a new link.`,
        ]
      : []),
  ].join('\n');

export const createResetLink = defineCommand({
  name: 'user reset-link',
  summary: `Create a one-time link to set a new password and sign in, valid for ${SIGN_IN_LINK_HOURS} hours`,
  example: '--email ada@example.org',
  options: [
    { flags: '--email <email>', description: 'The user', required: true, takes: EMAIL },
    { flags: '--next <path>', description: 'Page that opens after it', takes: LOCAL_PATH, fallback: 'the account' },
  ],
  input: Strict({ email: Type.String(), next: Type.Optional(Type.String()) }),
  toInput: (call) => {
    const next = findOption(call, 'next');
    return { email: requireOption(call, 'email'), ...(next !== undefined && { next }) };
  },
  execute: async ({ links, address: place }, { email, next }) => {
    const { path, expiresAt } = await links.createForUser(email, 'reset', SIGN_IN_LINK_HOURS);
    const query = next === undefined ? '' : `?${new URLSearchParams({ next })}`;
    return { url: place.publicUrl + path + query, expires_at: expiresAt };
  },
  audit: async ({ input: { email } }, { storage }) => {
    const user = await storage.accounts.findUserByEmail(normalizeEmail(email));
    return { owner: user && toAccountOwner(user), resource: user?.id };
  },
  toText: (link) => toLinkText(link, 'Share it only with the user.'),
});

export const inviteUser = defineCommand({
  name: 'user invite',
  summary: `Create an invitation link to create an account and optionally join an organization, valid for ${INVITATION_DAYS} days`,
  example: '--email ada@example.org --organization ID --role operator',
  options: [
    { flags: '--email <email>', description: 'Person to invite', required: true, takes: EMAIL },
    { flags: '--organization <id>', description: 'Organization to join, with --role', takes: ORGANIZATION_ID },
    { flags: '--role <role>', description: 'Role in the organization, with --organization', takes: oneOf(ROLES) },
  ],
  input: Strict({
    email: Type.String(),
    membership: Type.Optional(Strict({ organization: Type.String(), role: Type.String() })),
  }),
  toInput: (call) => {
    const organization = findOption(call, 'organization');
    const role = findOption(call, 'role');
    if ((organization === undefined) !== (role === undefined)) {
      throw new UsageError('Give --organization and --role together, or neither.');
    }
    const membership = organization !== undefined && role !== undefined ? { organization, role } : undefined;
    return { email: requireOption(call, 'email'), ...(membership && { membership }) };
  },
  execute: async ({ links, address: place, storage, signUp }, { email, membership }) => {
    const user = await storage.accounts.findUserByEmail(normalizeEmail(email));
    if (user?.disabled) throw new LecternError('forbidden', `${user.email} is disabled.`);
    if (!user && signUp.mode === 'closed') {
      throw new LecternError(
        'forbidden',
        `Sign-up is closed (LECTERN_SIGN_UP=closed), and ${email} has no account. Create one with ${INVOCATION} user create.`,
      );
    }
    const { path, expiresAt } = await links.invite(email, membership ?? null);
    return { url: place.publicUrl + path, expires_at: expiresAt };
  },
  audit: ({ input: { membership } }) => ({
    owner: membership ? { kind: 'organization', id: membership.organization } : null,
  }),
  toText: (link) => toLinkText(link, 'Send it to the invited person.'),
});
