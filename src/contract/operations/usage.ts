import { USAGE_PERIOD_MAX_DAYS } from '../limits.ts';
import { type Operation, SERVICE_CREDENTIALS } from './operation.ts';

const LICENCE = '/v1/organizations/{organization_id}/licence';

/** Operations for reports of what was shown, and for the license. [D77] */
export const USAGE_OPERATIONS = {
  getUsage: {
    method: 'GET',
    path: '/v1/organizations/{organization_id}/usage',
    summary: 'Report the usage of songs and editions',
    description:
      'Returns how often each song and edition was shown on each day in each Live, over a period of at most ' +
      `${USAGE_PERIOD_MAX_DAYS + 1} days. As CSV with \`Accept: text/csv\`.`,
    tag: 'Lives',
    scopes: ['live.list'],
    kinds: SERVICE_CREDENTIALS,
    resource: 'organization',
    success: 200,
    etag: true,
    csv: true,
  },
  getLicence: {
    method: 'GET',
    path: LICENCE,
    summary: 'Retrieve the license of an organization',
    description: 'Returns the number of the license of CCLI that song slides show.',
    tag: 'Design',
    scopes: ['live.get'],
    kinds: SERVICE_CREDENTIALS,
    resource: 'organization',
    success: 200,
    etag: true,
  },
  updateLicence: {
    method: 'PATCH',
    path: LICENCE,
    summary: 'Set the license of an organization',
    description:
      'Sets the number of the license of CCLI that song slides show, or removes it with null. Members need the role ' +
      'owner or administrator.',
    tag: 'Design',
    scopes: ['live.update'],
    kinds: SERVICE_CREDENTIALS,
    resource: 'organization',
    body: 'json',
    success: 200,
  },
} as const satisfies Record<string, Operation>;
