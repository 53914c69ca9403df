import type { Design, StudioSettings } from '../../contract/schemas/design.ts';
import { DEFAULT_DESIGN_ELEMENTS, DEFAULT_DESIGN_ORDER } from '../../contract/viewer.ts';
import type { LiveState, OwnerProfile } from '../../storage/storage.ts';

const palette = { background: null, container: null, translation: null, reference: null, text: null };

/** The design of a Live whose organization has none. Viewers render it the same as no design at all. [D22] */
export const DEFAULT_STUDIO_SETTINGS: StudioSettings = {
  version: 1,
  showLogo: false,
  preset: 'default',
  transition: 'none',
  controls: { theme: true, fullscreen: true, fontSize: true },
  palettes: { dark: palette, light: palette },
  container: { radius: null, padding: null, border: null },
  elements: DEFAULT_DESIGN_ELEMENTS,
  order: DEFAULT_DESIGN_ORDER,
};

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
