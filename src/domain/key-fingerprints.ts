import type { Storage } from '../storage/storage.ts';

/**
 * The database facts that hold the fingerprints of the installation's keys, to detect a wrong key file. While keys are
 * being replaced, a fact holds both values, so that an interrupted rotation locks no one out. [D46]
 */
const KEY_CHECK_FACTS = { key: 'key_check', lasting: 'lasting_key_check' } as const;

type Kind = keyof typeof KEY_CHECK_FACTS;
type Checks = Readonly<Record<Kind, string>>;
type Facts = Pick<Storage, 'findInstallationValue' | 'setInstallationValue'>;

const KINDS = Object.keys(KEY_CHECK_FACTS) as Kind[];
const SEPARATOR = ' ';

/** The stored fingerprints; null if the installation has never been used with keys, or not since a restore. */
export type StoredFingerprints = Readonly<Record<Kind, string | null>>;

const fitIn = (kind: Kind, known: StoredFingerprints, checks: Checks): boolean =>
  known[kind] === null || known[kind].split(SEPARATOR).includes(checks[kind]);

/** Returns true if the keys match the stored fingerprints, or none are stored. */
export const matchesStored = (known: StoredFingerprints, checks: Checks): boolean =>
  KINDS.every((kind) => fitIn(kind, known, checks));

/**
 * Returns true if the lasting key, which hashes audience secrets, matches the stored fingerprint, or none is stored.
 */
export const matchesStoredLasting = (known: StoredFingerprints, checks: Checks): boolean =>
  fitIn('lasting', known, checks);

export const findStoredFingerprints = async (
  facts: Pick<Storage, 'findInstallationValue'>,
): Promise<StoredFingerprints> => ({
  key: await facts.findInstallationValue(KEY_CHECK_FACTS.key),
  lasting: await facts.findInstallationValue(KEY_CHECK_FACTS.lasting),
});

/** Returns the stored fingerprints from facts that have been read. */
export const toStoredFingerprints = (facts: ReadonlyMap<string, string>): StoredFingerprints => ({
  key: facts.get(KEY_CHECK_FACTS.key) ?? null,
  lasting: facts.get(KEY_CHECK_FACTS.lasting) ?? null,
});

/** Stores the fingerprints of the keys. With two sets, either is accepted. */
export async function storeFingerprints(facts: Facts, ...used: readonly Checks[]): Promise<void> {
  for (const kind of KINDS) {
    const values = new Set(used.map((checks) => checks[kind]));
    await facts.setInstallationValue(KEY_CHECK_FACTS[kind], [...values].join(SEPARATOR));
  }
}

/** Restores the fingerprints of the earlier keys. */
export async function restoreFingerprints(facts: Facts, known: StoredFingerprints): Promise<void> {
  for (const kind of KINDS) {
    const value = known[kind];
    if (value !== null) await facts.setInstallationValue(KEY_CHECK_FACTS[kind], value);
  }
}

/** Returns true if the keys match. Stores the fingerprints that are missing. */
export async function checkOrStoreKeys(facts: Facts, checks: Checks): Promise<boolean> {
  const known = await findStoredFingerprints(facts);
  if (!matchesStored(known, checks)) return false;
  for (const kind of KINDS) {
    if (known[kind] === null) await facts.setInstallationValue(KEY_CHECK_FACTS[kind], checks[kind]);
  }
  return true;
}
