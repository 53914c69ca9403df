import { ANY_CREDENTIAL, type Operation } from './operation.ts';

export const STAGE_OPERATIONS = {
  getStage: {
    method: 'GET',
    path: '/v1/lives/{live_id}/stage',
    summary: 'Retrieve the stage message',
    description: 'Returns the message and the countdown that stage outputs show.',
    tag: 'Lives',
    scopes: ['live.get'],
    kinds: ANY_CREDENTIAL,
    resource: 'live',
    success: 200,
  },
  updateStage: {
    method: 'PUT',
    path: '/v1/lives/{live_id}/stage',
    summary: 'Update the stage message',
    description:
      'Sets the message and the countdown that stage outputs show. The sequence of the Live does not change.',
    tag: 'Lives',
    scopes: ['live.update'],
    kinds: ANY_CREDENTIAL,
    resource: 'live',
    body: 'json',
    success: 200,
  },
  moveCountdown: {
    method: 'POST',
    path: '/v1/lives/{live_id}/countdown',
    summary: 'Move the countdown',
    description:
      'Moves the ends of the countdowns on the slide and on stage, whichever count, but not before now. A countdown ' +
      'that is over begins again. The sequence of the Live changes only for a slide.',
    tag: 'Lives',
    scopes: ['live.update'],
    kinds: ANY_CREDENTIAL,
    resource: 'live',
    body: 'json',
    success: 200,
    etag: true,
    idempotency: 'unsupported',
    codes: ['nothing_counting'],
  },
} as const satisfies Record<string, Operation>;
