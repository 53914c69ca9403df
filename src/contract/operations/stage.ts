import { ANY_CREDENTIAL, type Operation } from './operation.ts';

export const STAGE_OPERATIONS = {
  getStage: {
    method: 'GET',
    path: '/v1/lives/{live_id}/stage',
    summary: 'Read the message to those on stage',
    tag: 'Lives',
    scopes: ['live.get'],
    kinds: ANY_CREDENTIAL,
    resource: 'live',
    success: 200,
  },
  updateStage: {
    method: 'PUT',
    path: '/v1/lives/{live_id}/stage',
    summary: 'Send a message or a countdown to those on stage',
    tag: 'Lives',
    scopes: ['live.update'],
    kinds: ANY_CREDENTIAL,
    resource: 'live',
    body: 'json',
    success: 200,
  },
} as const satisfies Record<string, Operation>;
