import { DEFAULT_STUDIO_SETTINGS } from '../../../contract/default-design.ts';
import type { Design } from '../../../contract/schemas/design.ts';
import type { LiveState, OwnerProfile } from '../../../storage/storage.ts';

/** Returns the LiveEventDesign of an organization. [Resources], [D22] */
export const toOrganizationDesign = (organizationId: string, profile: OwnerProfile): Design => ({
  settings: profile.design ?? DEFAULT_STUDIO_SETTINGS,
  revision: profile.designRevision,
  organization: organizationId,
});

/** Returns the LiveEventDesign of a Live. Personal Lives use the defaults. [Resources] */
export const toDesign = ({ record: { owner }, profile }: Pick<LiveState, 'record' | 'profile'>): Design =>
  owner.kind === 'organization'
    ? toOrganizationDesign(owner.id, profile)
    : { settings: DEFAULT_STUDIO_SETTINGS, revision: 0 };
