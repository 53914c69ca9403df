import { createHash } from 'node:crypto';

/** The header of `/readyz` that identifies the installation. */
export const INSTALLATION_FINGERPRINT_HEADER = 'lectern-installation';

/**
 * Returns a fingerprint that differs between installations, and between restored data and the data it replaced. It
 * reveals nothing because `epoch` is random.
 */
export const toInstallationFingerprint = (epoch: string): string =>
  createHash('sha256').update(`lectern installation ${epoch}`).digest('base64url').slice(0, 22);
