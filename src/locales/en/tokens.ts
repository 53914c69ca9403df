import { richText } from '../rich-text.ts';

export const tokens = {
  personal: {
    title: 'Personal tokens',
    lead: 'A personal token lets a script or tool act for you. Create one for each tool, so that you can revoke it without affecting the others.',
    empty: 'You have no personal tokens. Create one below and copy it into the tool that needs it.',
    create: 'Create a token',
    created: <Piece>(day: Piece) => richText`Created on ${day}`,
    may: (scopes: number) => (scopes === 1 ? '1 permission' : `${scopes} permissions`),
    mayAll: 'All your permissions',
    name: 'Name',
    nameHint: 'What the token is for, such as “Slides on the laptop”.',
    all: 'Everything you can do, now and later.',
    days: 'Expires after (days)',
    rename: 'Rename',
    rotate: 'Rotate the secret',
    rotateHint:
      'The token gets a new secret. The current secret keeps working for a while, so that you can replace it where it is used. “Not at all” also ends earlier secrets.',
    overlap: 'Keep the current secret working for',
    overlaps: { 0: 'not at all', 600: '10 minutes', 3600: 'one hour', 86400: 'one day' },
    revoke: 'Revoke',
    revokeHint:
      'Everything that uses this token loses access at once. Your rooms and other data stay. This cannot be undone.',
    revokeNow: 'Revoke token',
    secretTitle: { created: 'Your new token', rotated: 'Your new token secret' },
    secretLead: 'Copy it now. It is shown only once.',
    secretLabel: 'Token secret',
    secretUse: 'Tools send it in the header “Authorization: Bearer …”. Treat it like a password.',
    kept: 'I have copied it',
    daysProblem: 'Enter a whole number of days from 1 to 365.',
    scopesProblem: 'Choose at least one permission.',
    bothProblem: 'The checked boxes differ from the choice above. Choose “Custom” to grant only what is checked.',
    seenProblem:
      'No token was created, because your list of tokens has changed. If you reloaded the page, your token is in the list above.',
    quotaProblem: (most: number) => `No token was created: you have ${most} tokens, the maximum. Revoke one first.`,
    done: {
      renamed: 'The token was renamed.',
      revoked: 'The token was revoked.',
      seen: 'The secret was not rotated a second time. If you did not copy the new secret, rotate it again.',
      full: 'The secret was not rotated: too many earlier secrets of this token still work. Wait until one expires, or choose “not at all” to end them all.',
    },
  },
  outputs: {
    lead: 'These outputs keep working. The person who created them may still know their addresses: give each a new address.',
  },
  service: {
    title: 'Service tokens',
    lead: 'A service token lets a device or program act for the organization, even after its creator has left. Create one for each device.',
    empty: 'No service tokens yet. Create one for a device or program that acts for the organization.',
    all: 'Everything your role can grant to a program.',
    ownLead: 'You have connected these terminals to this organization. They can do what your role allows.',
    ownEmpty: 'You have not connected a terminal to this organization.',
    connectTitle: 'Connect a terminal',
    connect: 'Run this command in the terminal',
    loginOf: (name: string, role: string) =>
      `Terminal of ${name} (${role}). It can do what this member’s role allows, and stops working when the membership ends.`,
    above: 'It can do more than your role allows, so you cannot revoke it. An owner or administrator can.',
    revokeHint:
      'Everything that uses this token loses access at once. Rooms, songs and slides stay. This cannot be undone.',
    daysHint: 'Leave empty for a token that does not expire.',
    secretTitle: 'Your new service token',
  },
};

export type TokensStrings = typeof tokens;
