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
import { EMAIL, ORGANIZATION_ID, oneOf } from '../value-rules.ts';

/** A link for a person, and what becomes of it. */
const toLinkText = ({ url, expires_at }: { url: string; expires_at: string }, handing: string): string =>
  [
    formatFacts({ Link: url, 'Works until': expires_at }),
    '',
    handing,
    ...(isLoopbackUrl(url)
      ? [
          `It opens on this machine alone. For others: ${PUBLIC_ADDRESS_ADVICE} Start the server anew, and make another.`,
        ]
      : []),
  ].join('\n');

export const createResetLink = defineCommand({
  name: 'user reset-link',
  summary: `Make a link by which a user sets a new password and signs in, once, within ${SIGN_IN_LINK_HOURS} hours`,
  example: '--email ada@example.org',
  options: [{ flags: '--email <email>', meaning: 'The user', required: true, takes: EMAIL }],
  input: Strict({ email: Type.String() }),
  toInput: (typed) => ({ email: requireOption(typed, 'email') }),
  execute: async ({ links, address: place }, { email }) => {
    const { path, expiresAt } = await links.createForUser(email, 'reset', SIGN_IN_LINK_HOURS);
    return { url: place.publicUrl + path, expires_at: expiresAt };
  },
  audit: async ({ input: { email } }, { storage }) => {
    const user = await storage.accounts.findUserByEmail(normalizeEmail(email));
    return { owner: user && toAccountOwner(user), resource: user?.id };
  },
  toText: (link) => toLinkText(link, 'Give it to nobody but the user.'),
});

export const inviteUser = defineCommand({
  name: 'user invite',
  summary: `Make a link by which somebody gets an account, and joins an organization if one is named, within ${INVITATION_DAYS} days`,
  example: '--email ada@example.org --organization ID --role operator',
  options: [
    { flags: '--email <email>', meaning: 'Whoever is invited', required: true, takes: EMAIL },
    { flags: '--organization <id>', meaning: 'An organization to join, with --role', takes: ORGANIZATION_ID },
    { flags: '--role <role>', meaning: 'What they may there, with --organization', takes: oneOf(ROLES) },
  ],
  input: Strict({
    email: Type.String(),
    membership: Type.Optional(Strict({ organization: Type.String(), role: Type.String() })),
  }),
  toInput: (typed) => {
    const organization = findOption(typed, 'organization');
    const role = findOption(typed, 'role');
    if ((organization === undefined) !== (role === undefined)) {
      throw new UsageError('Give --organization and --role together, or neither.');
    }
    const membership = organization !== undefined && role !== undefined ? { organization, role } : undefined;
    return { email: requireOption(typed, 'email'), ...(membership && { membership }) };
  },
  execute: async ({ links, address: place, storage, signUp }, { email, membership }) => {
    const user = await storage.accounts.findUserByEmail(normalizeEmail(email));
    if (user?.disabled) throw new LecternError('forbidden', `${user.email} is disabled.`);
    if (!user && signUp.mode === 'closed') {
      throw new LecternError(
        'forbidden',
        `Nobody makes an account here (LECTERN_SIGN_UP=closed), and ${email} has none. Make one with ${INVOCATION} user create.`,
      );
    }
    const { path, expiresAt } = await links.invite(email, membership ?? null);
    return { url: place.publicUrl + path, expires_at: expiresAt };
  },
  audit: ({ input: { membership } }) => ({
    owner: membership ? { kind: 'organization', id: membership.organization } : null,
  }),
  toText: (link) => toLinkText(link, 'Send it to whoever is invited.'),
});
