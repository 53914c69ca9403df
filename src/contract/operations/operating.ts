import { ANY, type Operation } from './operation.ts';

export const OPERATING_OPERATIONS = {
  getNow: {
    method: 'GET',
    path: '/v1/lives/{live_id}/now',
    summary: 'Read what a controller needs',
    tag: 'Operating',
    scopes: ['live.get'],
    kinds: ANY,
    resource: 'live',
    success: 200,
  },
  listPages: {
    method: 'GET',
    path: '/v1/lives/{live_id}/pages',
    summary: 'List the pages of the queue',
    tag: 'Operating',
    scopes: ['live.get'],
    kinds: ANY,
    resource: 'live',
    success: 200,
    codes: ['presentation_mode'],
  },
} as const satisfies Record<string, Operation>;
