import { richText } from '../rich-text.ts';

export const tokens = {
  personal: {
    title: 'Personal tokens',
    lead: 'A personal token lets a script or a tool act for you. Give each tool a token of its own, so that you can end one without the others.',
    empty: 'You have no personal tokens. Create one below, and copy it into the tool that needs it.',
    create: 'Create a token',
    created: <Piece>(day: Piece) => richText`Created on ${day}`,
    may: (scopes: number) => (scopes === 1 ? 'May do one thing' : `May do ${scopes} things`),
    mayAll: 'May do everything that you may',
    name: 'Name',
    nameHint: 'What it is for, such as "Slides on the laptop".',
    all: 'All that you may, now and later.',
    days: 'Ends after how many days (1 to 365)',
    rename: 'Rename',
    rotate: 'Renew the secret',
    rotateHint:
      'The token gets a new secret. The present one works on for a while, so that you can change it where it is used. With “not at all”, earlier ones that still work end too.',
    overlap: 'The present secret works on for',
    overlaps: { 0: 'not at all', 600: '10 minutes', 3600: 'one hour', 86400: 'one day' },
    revoke: 'Revoke',
    revokeHint:
      'Whatever uses this token loses its access at once. Your Lives and everything else stay. This cannot be undone.',
    revokeNow: 'Revoke this token',
    secretTitle: { created: 'Your new token', rotated: 'The new secret of your token' },
    secretLead: 'Copy it now. It is shown only this once, and nobody can look it up later.',
    secretLabel: 'Secret of the token',
    secretUse: 'Tools send it in the header "Authorization: Bearer …". Keep it like a password.',
    kept: 'I have copied it',
    daysProblem: 'Enter a whole number of days from 1 to 365.',
    scopesProblem: 'Choose at least one thing that the token may do.',
    bothProblem: 'The boxes below differ from the choice above. Choose “Custom” to give only what is checked.',
    seenProblem:
      'Nothing was created: meanwhile your list of tokens has changed. If you loaded the page again, your token is in the list above.',
    quotaProblem: (most: number) =>
      `Nothing was created: you have ${most} tokens, and more are not allowed. Revoke one first.`,
    done: {
      renamed: 'The token has its new name.',
      revoked: 'The token has ended.',
      seen: 'Nothing was renewed a second time. If you have not copied the new secret, renew it once more.',
      full: 'Nothing was renewed: so many earlier secrets of this token still work that no more can. Wait until one of them has ended, or choose “not at all”, which ends them all.',
    },
  },
  outputs: {
    lead: 'These outputs go on. Whoever made them may still know their addresses: give each a new one.',
  },
  service: {
    title: 'Service tokens',
    lead: 'A service token lets a device or a program act for the organization, even after the person who made it has left. Give each device its own.',
    empty: 'There are no service tokens. Create one for a device or program that works for the organization.',
    all: 'All that your role may give to a program.',
    ownLead: 'These are the terminals that you have connected to this organization. They can do what your role allows.',
    ownEmpty: 'You have not connected a terminal to this organization.',
    connectTitle: 'Connect a terminal',
    connect: 'Run this command there',
    loginOf: (name: string, role: string) =>
      `Terminal of ${name} (${role}). It can do what this person’s role allows, and ends with the membership.`,
    above: 'It can do more than your role allows, so you cannot end it. An owner or administrator can.',
    revokeHint:
      'Whatever uses this token loses its access at once. Lives and presentations stay. This cannot be undone.',
    daysHint: 'If empty, it works until somebody revokes it.',
    secretTitle: 'The new service token',
  },
};

export type TokensStrings = typeof tokens;
