import {
  INVITATIONS_PER_ORGANIZATION_MAX,
  LICENCE_MAX_CHARACTERS,
  ORGANIZATIONS_PER_USER_MAX,
} from '../../contract/limits.ts';
import type { Role } from '../../contract/scopes.ts';
import { richText } from '../rich-text.ts';

export const organizations = {
  list: {
    title: 'Organizations',
    empty:
      'You are not in an organization yet. If your church has one here, ask an owner to invite you. Otherwise create one.',
    create: 'Create an organization',
    createHint:
      'An organization has its own rooms, songs, slides and tokens, which its members share. You become its owner.',
    name: 'Name (the audience may see it)',
    quotaProblem: `You own ${ORGANIZATIONS_PER_USER_MAX} organizations, the maximum. Ask the server administrator.`,
    done: { left: 'You left the organization.', deleted: 'The organization was deleted.' },
  },
  head: {
    role: 'Your role:',
    places: 'Organization',
    members: 'Members',
    lives: 'Rooms',
    usage: 'Usage',
    tokens: 'Service tokens',
    activity: 'Activity',
    data: 'Data',
    restricted:
      'The administrator of this server has restricted this organization. Its tokens do not work, its audience sees a notice, and nothing can be changed. Its data is safe.',
  },
  usage: {
    title: 'Usage',
    lead: 'Which songs and translations were on screen for 10 seconds or more, for example for a report to CCLI. What comes back within 10 minutes is not counted again. Days begin at midnight UTC.',
    thisMonth: 'This month',
    lastMonths: 'Last 6 months',
    from: 'From',
    to: 'To',
    show: 'Show',
    periodProblem:
      'Choose a period of at most 400 days that does not end before it begins. If it is short enough, it has too many rows: choose a shorter one.',
    since: (day: string) => `Counted since ${day}.`,
    neverCounted:
      'Nothing has been counted yet. Songs and translations are listed here after they were on screen for 10 seconds.',
    empty: 'Nothing was shown in this period.',
    things: { song: 'Songs', edition: 'Translations' },
    columns: { title: 'Title', authors: 'Authors', songbook: 'Songbook', count: 'Shown', rooms: 'Rooms' },
    times: (count: number) => `${count}×`,
    deletedRoom: 'deleted room',
    download: 'Download as CSV',
    licence: 'CCLI license',
    licenceNumber: 'License number (empty for none)',
    licenceHint: 'Song slides show it below the text, but not the stage display.',
    licenceProblem: `A license number has 1 to ${LICENCE_MAX_CHARACTERS} characters.`,
    noLicence: 'No license number is set.',
    save: 'Save',
    saved: 'The license number was saved.',
  },
  page: {
    members: (count: number) => (count === 1 ? 'One member' : `${count} members`),
    you: '(you)',
    disabled: 'account is disabled',
    role: 'Role',
    changeRole: 'Change role',
    remove: 'Remove',
    removeHint: (name: string) =>
      `${name} loses access to this organization at once. The personal account stays, and so do service tokens that this member created.`,
    removeNow: 'Remove member',
    leave: 'Leave',
    leaveHint: (organization: string) =>
      `You lose access to ${organization} at once. To come back, you need a new invitation. Your personal account stays.`,
    leaveNow: 'Leave organization',
    add: 'Invite a member',
    addHint:
      'Enter an e-mail address. You get a link to send; the person who opens it joins with an existing or new account.',
    email: 'E-mail address',
    alreadyMember: 'This person is already a member. Change the role in the list above.',
    invitationsFull: `There are ${INVITATIONS_PER_ORGANIZATION_MAX} open invitations, the maximum. Withdraw one first.`,
    seenProblem:
      'No invitation was sent, because the list of invitations has changed. If you reloaded the page, your invitation is in the list above. If you lost its link, withdraw it and invite again.',
    invitations: 'Open invitations',
    invitedBy: (name: string | null) =>
      name === null ? 'invited by the administrator of this server' : `invited by ${name}`,
    openUntil: <Piece>(moment: Piece) => richText`until ${moment}`,
    worthless: 'The link does not work: its sender can no longer assign this role.',
    withdraw: 'Withdraw',
    withdrawHint: (email: string) => `The link for ${email} stops working at once.`,
    withdrawNow: 'Withdraw invitation',
    emailProblem: 'Enter an e-mail address, such as ada@example.org.',
    invitation: 'Invitation',
    invitationLead: (email: string, closed: boolean) =>
      closed
        ? `Send this link to ${email}, by e-mail or chat. The person signs in with that address and joins. This server creates no new accounts; the administrator can create one. The link is shown only once.`
        : `Send this link to ${email}, by e-mail or chat. The person signs in with that address or creates an account, and joins. The link is shown only once.`,
    invitationLabel: 'Invitation link',
    invitationOnlyHere:
      'This link works only on this computer. For other devices, an administrator sets up HTTPS, or in a network that you trust turns on both switches under Installation, Network.',
    invitationEnds: <Piece>(moment: Piece) => richText`It works once, until ${moment}.`,
    back: 'I have copied it',
    lastOwner: 'Nothing was changed. An organization needs an owner: make another member an owner first.',
    rename: 'Rename the organization',
    name: 'Name',
    nameHint: 'The audience may see it.',
    done: {
      created: 'The organization was created. Invite the people you work with.',
      joined: 'You are now a member of this organization.',
      member: 'This invitation was already used: you are a member of this organization.',
      renamed: 'The organization was renamed.',
      withdrawn: 'The invitation was withdrawn.',
      changed: 'The role was changed.',
      removed: 'The member was removed.',
    },
  },
  /** Roles, and what each may. [D34] */
  roles: {
    owner: { name: 'Owner', may: 'can do everything, and manages owners' },
    admin: { name: 'Administrator', may: 'can do everything except manage owners' },
    operator: { name: 'Operator', may: 'controls rooms, prepares songs and slides, and manages tokens for them' },
    viewer: { name: 'Viewer', may: 'sees rooms, songs and slides, and changes nothing' },
  } satisfies Readonly<Record<Role, { name: string; may: string }>>,
};

export type OrganizationsStrings = typeof organizations;
