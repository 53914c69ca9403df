import type { ViewerBranding } from '../../../src/contract/viewer.ts';

/** The organization's mark where its design wants one shown: its logo, else its name in small letters. */
export function BrandingLogo({ house: { name, logo, design } }: { house: ViewerBranding }) {
  if (!design?.showLogo) return null;
  if (logo) return <img class="logo" src={logo.url} width={logo.width} height={logo.height} alt={name ?? ''} />;
  return name ? (
    <span class="logo">
      <bdi>{name}</bdi>
    </span>
  ) : null;
}

export const hasLogo = ({ name, logo, design }: ViewerBranding): boolean => Boolean(design?.showLogo && (logo || name));
