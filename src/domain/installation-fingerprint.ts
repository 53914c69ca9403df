import { createHash } from 'node:crypto';

/** The header of `/readyz` that says which installation a server serves. */
export const INSTALLATION_FINGERPRINT_HEADER = 'lectern-installation';

/** Tells installations apart, and restored data from what they replaced; it reveals nothing, since `epoch` is random. */
export const toInstallationFingerprint = (epoch: string): string =>
  createHash('sha256').update(`lectern installation ${epoch}`).digest('base64url').slice(0, 22);
