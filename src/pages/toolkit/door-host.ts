import type { Storage, StoredImage } from '../../storage/storage.ts';
import { html, type SafeHtml } from './html.ts';

/** The organization at whose door people are. Strangers see nothing else of it. */
export interface DoorHost {
  readonly name: string;
  readonly logo: StoredImage | null;
}

export interface DoorHostServices {
  readonly storage: Pick<Storage, 'accounts' | 'owners'>;
}

/**
 * Returns the organization with this id, which an invitation names, or else the only one of the installation. Returns
 * null if there are several, or if the organization is restricted. [D42], [D81]
 */
export async function findDoorHost(
  { storage: { accounts, owners } }: DoorHostServices,
  invitingId?: string,
): Promise<DoorHost | null> {
  const id = invitingId ?? (await accounts.findOnlyOrganization());
  if (id === null) return null;
  const { name, logo, restricted } = await owners.find({ kind: 'organization', id });
  return name === null || restricted ? null : { name, logo };
}

/** Renders the name and logo of the organization, or the name of the product. */
export const doorHostHead = (host: DoorHost | null): SafeHtml =>
  html`<p class="door-host">${
    host?.logo &&
    html`<img src="/media/${host.logo.digest}" width="${host.logo.width}" height="${host.logo.height}" alt="">`
  }<span>${host?.name ?? 'Lectern'}</span></p>
`;
