import type { Storage } from '../storage/storage.ts';

/**
 * Of the keys that an installation is used with: facts in its database that tell whether a key file is the right one. While keys are being
 * replaced a fact has both values, so that an end in the middle shuts nobody out. [D46]
 */
const KEY_CHECK_FACTS = { key: 'key_check', lasting: 'lasting_key_check' } as const;

type Kind = keyof typeof KEY_CHECK_FACTS;
type Checks = Readonly<Record<Kind, string>>;
type Facts = Pick<Storage, 'findInstallationValue' | 'setInstallationValue'>;

const KINDS = Object.keys(KEY_CHECK_FACTS) as Kind[];
const SEPARATOR = ' ';

/** Those facts of an installation; null where it has never been used with keys, or not since it was restored. */
export type StoredFingerprints = Readonly<Record<Kind, string | null>>;

const fitIn = (kind: Kind, known: StoredFingerprints, checks: Checks): boolean =>
  known[kind] === null || known[kind].split(SEPARATOR).includes(checks[kind]);

/** Whether nothing is known that speaks against these keys. */
export const matchesStored = (known: StoredFingerprints, checks: Checks): boolean =>
  KINDS.every((kind) => fitIn(kind, known, checks));

/** The same of the key that lasts alone: whether audience secrets can be read by it. */
export const matchesStoredLasting = (known: StoredFingerprints, checks: Checks): boolean =>
  fitIn('lasting', known, checks);

export const findStoredFingerprints = async (
  facts: Pick<Storage, 'findInstallationValue'>,
): Promise<StoredFingerprints> => ({
  key: await facts.findInstallationValue(KEY_CHECK_FACTS.key),
  lasting: await facts.findInstallationValue(KEY_CHECK_FACTS.lasting),
});

/** The same from facts that were read before. */
export const toStoredFingerprints = (facts: ReadonlyMap<string, string>): StoredFingerprints => ({
  key: facts.get(KEY_CHECK_FACTS.key) ?? null,
  lasting: facts.get(KEY_CHECK_FACTS.lasting) ?? null,
});

/** From now on the installation is used with these keys; with two, either. */
export async function storeFingerprints(facts: Facts, ...used: readonly Checks[]): Promise<void> {
  for (const kind of KINDS) {
    const values = new Set(used.map((checks) => checks[kind]));
    await facts.setInstallationValue(KEY_CHECK_FACTS[kind], [...values].join(SEPARATOR));
  }
}

/** The installation is used with the keys of before. */
export async function restoreFingerprints(facts: Facts, known: StoredFingerprints): Promise<void> {
  for (const kind of KINDS) {
    const value = known[kind];
    if (value !== null) await facts.setInstallationValue(KEY_CHECK_FACTS[kind], value);
  }
}

/** Whether these keys fit. What was not known yet is kept. */
export async function checkOrStoreKeys(facts: Facts, checks: Checks): Promise<boolean> {
  const known = await findStoredFingerprints(facts);
  if (!matchesStored(known, checks)) return false;
  for (const kind of KINDS) {
    if (known[kind] === null) await facts.setInstallationValue(KEY_CHECK_FACTS[kind], checks[kind]);
  }
  return true;
}
