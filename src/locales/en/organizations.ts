import { INVITATIONS_PER_ORGANIZATION_MAX, ORGANIZATIONS_PER_USER_MAX } from '../../contract/limits.ts';
import type { Role } from '../../contract/scopes.ts';
import { richText } from '../rich-text.ts';

export const organizations = {
  list: {
    title: 'Organizations',
    empty:
      'You belong to no organization. If your church has one here, ask one of its owners to invite you. Otherwise create one.',
    create: 'Create an organization',
    createHint: 'It has its own Lives, presentations and tokens, which its members share. You will be its owner.',
    name: 'Name, as the audience may see it',
    quotaProblem: `You own ${ORGANIZATIONS_PER_USER_MAX} organizations, and more are not allowed. Ask whoever runs this server.`,
    done: { left: 'You have left the organization.', deleted: 'The organization is deleted.' },
  },
  head: {
    role: 'Your role:',
    places: 'Organization',
    members: 'Members',
    lives: 'Lives',
    tokens: 'Service tokens',
    activity: 'Activity',
    data: 'Data',
    restricted:
      'The administrator of this server has restricted this organization. Its tokens do not work, its audience sees a notice, and nothing can be changed. Nothing is lost.',
  },
  page: {
    members: (count: number) => (count === 1 ? 'One member' : `${count} members`),
    you: '(you)',
    disabled: 'account is disabled',
    role: 'Role',
    changeRole: 'Change role',
    remove: 'Remove',
    removeHint: (name: string) =>
      `${name} loses access to this organization at once. The personal account stays, and so do service tokens that this member has made.`,
    removeNow: 'Remove this member',
    leave: 'Leave',
    leaveHint: (organization: string) =>
      `You lose access to ${organization} at once. To come back, somebody there has to invite you again. Your personal account stays.`,
    leaveNow: 'Leave this organization',
    add: 'Invite a member',
    addHint: 'By an e-mail address. You get a link to hand over: whoever opens it joins, with an account or a new one.',
    email: 'E-mail address',
    alreadyMember: 'This person is a member already. Change the role in the list above.',
    invitationsFull: `There are ${INVITATIONS_PER_ORGANIZATION_MAX} open invitations, and more are not allowed. Withdraw one first.`,
    seenProblem:
      'Nobody was invited: meanwhile the list of invitations has changed. If you loaded the page again, your invitation is in the list above; if you have lost its link, withdraw it and invite once more.',
    invitations: 'Open invitations',
    invitedBy: (name: string | null) =>
      name === null ? 'invited by the administrator of this server' : `invited by ${name}`,
    openUntil: <Piece>(moment: Piece) => richText`until ${moment}`,
    worthless: 'The link does not work: who has invited may not give this role any more.',
    withdraw: 'Withdraw',
    withdrawHint: (email: string) => `The link for ${email} stops working at once.`,
    withdrawNow: 'Withdraw this invitation',
    emailProblem: 'Enter an e-mail address, such as ada@example.org.',
    invitation: 'Invitation',
    invitationLead: (email: string, closed: boolean) =>
      closed
        ? `Send this link to ${email}, by mail or chat: whoever opens it signs in with that address, and joins. No new accounts are made here; ask whoever runs this server for one if need be. The link is shown only this once.`
        : `Send this link to ${email}, by mail or chat: whoever opens it signs in with that address, or creates an account, and joins. It is shown only this once.`,
    invitationLabel: 'Link of the invitation',
    invitationEnds: <Piece>(moment: Piece) => richText`It works once, until ${moment}.`,
    back: 'I have copied it',
    lastOwner: 'Nothing was changed: an organization needs an owner. Make another member an owner first.',
    rename: 'Rename the organization',
    name: 'Name',
    nameHint: 'The audience may see it.',
    done: {
      created: 'The organization is there. Invite those who work with you.',
      joined: 'You are a member of this organization now.',
      member: 'This invitation was used already: you are a member of this organization.',
      renamed: 'The organization has its new name.',
      withdrawn: 'The invitation is withdrawn.',
      changed: 'The member has this role from now on.',
      removed: 'The member is removed.',
    },
  },
  /** Roles, and what each may. [D34] */
  roles: {
    owner: { name: 'Owner', may: 'everything, and makes other owners' },
    admin: { name: 'Administrator', may: 'everything but what concerns owners' },
    operator: { name: 'Operator', may: 'runs Lives and presentations, and handles tokens for them' },
    viewer: { name: 'Viewer', may: 'looks at Lives and presentations, and changes nothing' },
  } satisfies Readonly<Record<Role, { name: string; may: string }>>,
};

export type OrganizationsStrings = typeof organizations;
