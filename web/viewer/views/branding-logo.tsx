import type { ViewerBranding } from '../../../src/contract/viewer.ts';

/** Renders the organization's logo, or else its name in small letters, if the design shows it. */
export function BrandingLogo({ branding: { name, logo, design } }: { branding: ViewerBranding }) {
  if (!design?.showLogo) return null;
  if (logo) return <img class="logo" src={logo.url} width={logo.width} height={logo.height} alt={name ?? ''} />;
  return name ? (
    <span class="logo">
      <bdi>{name}</bdi>
    </span>
  ) : null;
}

export const hasLogo = ({ name, logo, design }: ViewerBranding): boolean => Boolean(design?.showLogo && (logo || name));
