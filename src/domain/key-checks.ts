import type { Storage } from '../storage/storage.ts';

/**
 * Of the keys that an installation is used with: facts in its database that tell whether a key file is the right one. While keys are being
 * replaced a fact has both values, so that an end in the middle shuts nobody out. [D46]
 */
const KEY_CHECK_FACTS = { key: 'key_check', lasting: 'lasting_key_check' } as const;

type Kind = keyof typeof KEY_CHECK_FACTS;
type Checks = Readonly<Record<Kind, string>>;
type Facts = Pick<Storage, 'findFact' | 'setFact'>;

const KINDS = Object.keys(KEY_CHECK_FACTS) as Kind[];
const SEPARATOR = ' ';

/** Those facts of an installation; null where it has never been used with keys, or not since it was restored. */
export type KnownKeys = Readonly<Record<Kind, string | null>>;

const fitIn = (kind: Kind, known: KnownKeys, checks: Checks): boolean =>
  known[kind] === null || known[kind].split(SEPARATOR).includes(checks[kind]);

/** Whether nothing is known that speaks against these keys. */
export const fit = (known: KnownKeys, checks: Checks): boolean => KINDS.every((kind) => fitIn(kind, known, checks));

/** The same of the key that lasts alone: whether audience secrets can be read by it. */
export const fitLasting = (known: KnownKeys, checks: Checks): boolean => fitIn('lasting', known, checks);

export const findKnownKeys = async (facts: Pick<Storage, 'findFact'>): Promise<KnownKeys> => ({
  key: await facts.findFact(KEY_CHECK_FACTS.key),
  lasting: await facts.findFact(KEY_CHECK_FACTS.lasting),
});

/** The same from facts that were read before. */
export const toKnownKeys = (facts: ReadonlyMap<string, string>): KnownKeys => ({
  key: facts.get(KEY_CHECK_FACTS.key) ?? null,
  lasting: facts.get(KEY_CHECK_FACTS.lasting) ?? null,
});

/** From now on the installation is used with these keys; with two, either. */
export async function keepKeyChecks(facts: Facts, ...used: readonly Checks[]): Promise<void> {
  for (const kind of KINDS) {
    const values = new Set(used.map((checks) => checks[kind]));
    await facts.setFact(KEY_CHECK_FACTS[kind], [...values].join(SEPARATOR));
  }
}

/** The installation is used with the keys of before. */
export async function putBackKnownKeys(facts: Facts, known: KnownKeys): Promise<void> {
  for (const kind of KINDS) {
    const value = known[kind];
    if (value !== null) await facts.setFact(KEY_CHECK_FACTS[kind], value);
  }
}

/** Whether these keys fit. What was not known yet is kept. */
export async function learnKeys(facts: Facts, checks: Checks): Promise<boolean> {
  const known = await findKnownKeys(facts);
  if (!fit(known, checks)) return false;
  for (const kind of KINDS) {
    if (known[kind] === null) await facts.setFact(KEY_CHECK_FACTS[kind], checks[kind]);
  }
  return true;
}
