import { ANY_CREDENTIAL, type Operation, SERVICE_CREDENTIALS } from './operation.ts';

/** Operations for viewer settings, designs and looks. [D21], [D22], [D76] */
export const DESIGN_OPERATIONS = {
  getViewerSettings: {
    method: 'GET',
    path: '/v1/lives/{live_id}/viewer-settings',
    summary: 'Retrieve the viewer settings',
    description:
      'Returns the appearance that a Live gives its viewers: theme, text size, and its own preset and ' +
      'transition if it has any.',
    tag: 'Settings',
    scopes: ['live.get'],
    kinds: ANY_CREDENTIAL,
    resource: 'live',
    success: 200,
    etag: true,
  },
  updateViewerSettings: {
    method: 'PATCH',
    path: '/v1/lives/{live_id}/viewer-settings',
    summary: 'Update the viewer settings',
    description:
      'Changes the given viewer settings of a Live and keeps the others. A null preset or transition returns ' +
      'the choice to the design.',
    tag: 'Settings',
    scopes: ['live.update'],
    kinds: ANY_CREDENTIAL,
    resource: 'live',
    ifMatch: true,
    body: 'json',
    success: 200,
    etag: true,
  },
  getDesign: {
    method: 'GET',
    path: '/v1/organizations/{organization_id}/design',
    summary: 'Retrieve the design of an organization',
    description:
      'Returns the design that all Lives of an organization share. Its ETag depends on the revision of the ' +
      'design only, not on any Live.',
    tag: 'Design',
    scopes: ['live.get'],
    kinds: SERVICE_CREDENTIALS,
    resource: 'organization',
    success: 200,
    etag: true,
  },
  replaceDesign: {
    method: 'PUT',
    path: '/v1/organizations/{organization_id}/design',
    summary: 'Replace the design of an organization',
    description:
      'Replaces the design and increases its revision. Viewers of all Lives of the organization are notified; ' +
      'the sequences of the Lives do not change.',
    tag: 'Design',
    scopes: ['live.update'],
    kinds: SERVICE_CREDENTIALS,
    resource: 'organization',
    ifMatch: true,
    body: 'json',
    success: 200,
    etag: true,
  },
  getLooks: {
    method: 'GET',
    path: '/v1/organizations/{organization_id}/looks',
    summary: 'Retrieve the looks of an organization',
    description:
      'Returns what verses, songs and announcements have other than the design. The ETag is that of the design.',
    tag: 'Design',
    scopes: ['live.get'],
    kinds: SERVICE_CREDENTIALS,
    resource: 'organization',
    success: 200,
    etag: true,
  },
  replaceLooks: {
    method: 'PUT',
    path: '/v1/organizations/{organization_id}/looks',
    summary: 'Set the looks of an organization',
    description:
      'Sets the given fields, keeps the others, and increases the revision of the design. Null returns a field to ' +
      'the design.',
    tag: 'Design',
    scopes: ['live.update'],
    kinds: SERVICE_CREDENTIALS,
    resource: 'organization',
    ifMatch: true,
    body: 'json',
    success: 200,
    etag: true,
  },
} as const satisfies Record<string, Operation>;
