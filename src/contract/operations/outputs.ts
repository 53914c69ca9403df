import { ANY_CREDENTIAL, OPERATOR_CREDENTIALS, type Operation } from './operation.ts';

const OUTPUTS = '/v1/lives/{live_id}/outputs';

/** Operations for outputs. [D60] */
export const OUTPUT_OPERATIONS = {
  listOutputs: {
    method: 'GET',
    path: OUTPUTS,
    summary: 'List outputs',
    description:
      'Returns the outputs of a Live with their settings, their open pages, and what they have last painted.',
    tag: 'Outputs',
    scopes: ['live.get'],
    kinds: ANY_CREDENTIAL,
    resource: 'live',
    success: 200,
  },
  createOutput: {
    method: 'POST',
    path: OUTPUTS,
    summary: 'Create an output',
    description:
      'Creates an output and returns its URL. The URL contains the key of the output and is not shown again. ' +
      'With `pairing_code`, the screen that shows the code opens the output.',
    tag: 'Outputs',
    scopes: ['output.manage'],
    kinds: OPERATOR_CREDENTIALS,
    resource: 'live',
    body: 'json',
    idempotency: 'unsupported',
    success: 201,
    codes: ['edition_not_enabled', 'quota_exceeded', 'invalid_pairing_code'],
  },
  updateOutput: {
    method: 'PATCH',
    path: `${OUTPUTS}/{output_id}`,
    summary: 'Update an output',
    description: 'Changes the name, view or settings of an output. Open pages apply the change immediately.',
    tag: 'Outputs',
    scopes: ['output.manage'],
    kinds: OPERATOR_CREDENTIALS,
    resource: 'live',
    body: 'json',
    success: 200,
    codes: ['edition_not_enabled'],
  },
  deleteOutput: {
    method: 'DELETE',
    path: `${OUTPUTS}/{output_id}`,
    summary: 'Delete an output',
    description: 'Deletes an output. Its open pages end immediately.',
    tag: 'Outputs',
    scopes: ['output.manage'],
    kinds: OPERATOR_CREDENTIALS,
    resource: 'live',
    success: 204,
  },
  identifyOutput: {
    method: 'POST',
    path: `${OUTPUTS}/{output_id}/identify`,
    summary: 'Identify an output',
    description: 'Shows the name of an output on its screens for a few seconds.',
    tag: 'Outputs',
    scopes: ['output.manage'],
    kinds: OPERATOR_CREDENTIALS,
    resource: 'live',
    body: 'json',
    success: 204,
  },
  reloadOutput: {
    method: 'POST',
    path: `${OUTPUTS}/{output_id}/reload`,
    summary: 'Reload an output',
    description: 'Reloads the open pages of an output.',
    tag: 'Outputs',
    scopes: ['output.manage'],
    kinds: OPERATOR_CREDENTIALS,
    resource: 'live',
    body: 'json',
    success: 204,
  },
  rotateOutput: {
    method: 'POST',
    path: `${OUTPUTS}/{output_id}/rotate`,
    summary: 'Rotate the key of an output',
    description:
      'Replaces the key of an output and returns the new URL, which is not shown again. Open pages end ' +
      'immediately.',
    tag: 'Outputs',
    scopes: ['output.manage'],
    kinds: OPERATOR_CREDENTIALS,
    resource: 'live',
    body: 'json',
    idempotency: 'unsupported',
    success: 200,
  },
} as const satisfies Record<string, Operation>;
