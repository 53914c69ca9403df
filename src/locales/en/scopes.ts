import type { Scope } from '../../contract/scopes.ts';

type Choice = readonly [name: string, meaning: string];

export const scopes = {
  names: {
    'identity.read': 'See your name and your account',
    offline_access: 'Stay connected while you are away, until the connection expires',
    'translation.list': 'See your list of Bible translations',
    'translation.get': 'See details and books of your Bible translations',
    'translation.read': 'Read the text of your Bible translations',
    'translation.search': 'Search in your Bible translations',
    'live.list': 'See the list of your rooms',
    'live.get': 'See a room: its state, its queue and what it shows',
    'live.create': 'Create rooms',
    'live.update': 'Change your rooms: their queue, their settings and what the audience sees',
    'live.delete': 'Delete rooms',
    'token.list': 'See your personal tokens and connected apps',
    'token.create': 'Create, rename and rotate personal tokens',
    'token.delete': 'Revoke personal tokens and disconnect apps',
    'translation.update': 'Choose which Bible translations are available',
    'output.manage': 'Manage outputs: create, change, identify and delete them',
    'plan.update': 'Create, change and delete plans that no room has',
    'presentation.list': 'See the list of songs, slides and images',
    'presentation.get': 'See songs, slides and images',
    'presentation.update': 'Create, change and delete songs, slides and images',
    'presentation.publish': 'Publish songs and slides, so that rooms can show them',
  } satisfies Readonly<Record<Scope, string>>,
  presets: {
    legend: 'Permissions',
    operator: ['Operator', 'Controls rooms, prepares songs and slides, and reads translations.'] satisfies Choice,
    read: ['Read only', 'Sees rooms, songs, slides and translations, and changes nothing.'] satisfies Choice,
    all: 'Everything',
    chosen: ['Custom', 'Only what you check below.'] satisfies Choice,
    push: 'To push passages, a token needs “Change your rooms” (live.update) and “Read the text of your Bible translations” (translation.read).',
  },
};

export type ScopesStrings = typeof scopes;
