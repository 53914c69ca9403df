import type { TranslationRights } from '../../contract/schemas/translation.ts';
import type { EditionRecord, Owner, Storage } from '../../storage/storage.ts';
import { type Actor, toAuditRecord } from '../audit/audit.ts';
import type { Editions } from './editions.ts';

const PUBLIC_DOMAIN = /^public domain/i;
/** CC0, CC-BY and CC-BY-SA in any version. "CC-BY-NC" and "CC-BY-ND" are others. */
const FREE_LICENSE = /^CC0(?:-|$)|^CC-BY(?:-SA)?(?:-\d|$)/i;

/** Returns whether anybody may pass on the text: it is in the public domain or under a free license. [D72] */
export const isFreeText = ({ rights_status, license_id }: TranslationRights): boolean =>
  PUBLIC_DOMAIN.test(rights_status) || FREE_LICENSE.test(license_id ?? '');

/** An edition of the library, and whether reader pages offer it. */
interface PhoneOffer {
  readonly phones: boolean | null;
  readonly offered: boolean;
}

/** The editions that owners offer to phones. [D72] */
export class PhoneEditions {
  readonly #storage: Pick<Storage, 'libraries'>;
  readonly #editions: Editions;

  constructor(storage: Pick<Storage, 'libraries'>, editions: Editions) {
    this.#storage = storage;
    this.#editions = editions;
  }

  /** Returns whether phones get an edition; null if it is not in the library. */
  async find(owner: Owner, edition: EditionRecord): Promise<PhoneOffer | null> {
    if (!(await this.#editions.enabled(owner)).has(edition.slug)) return null;
    const choices = await this.#storage.libraries.listPhoneChoices(owner);
    return toOffer(edition, choices.get(edition.slug) ?? null);
  }

  /** Decides whether phones get an edition. Returns null if it is not in the library. */
  async set(owner: Owner, edition: EditionRecord, phones: boolean | null, actor: Actor): Promise<PhoneOffer | null> {
    const audit = toAuditRecord(actor, { owner, resource: edition.slug });
    const isKnown = await this.#storage.libraries.setPhones(owner, edition.slug, phones, audit);
    return isKnown ? toOffer(edition, phones) : null;
  }

  /** Lists the installed editions that phones get, by name. */
  async listOffered(owner: Owner): Promise<EditionRecord[]> {
    const choices = await this.#storage.libraries.listPhoneChoices(owner);
    const found = await Promise.all(
      [...(await this.#editions.enabled(owner))].map((slug) => this.#editions.find(slug)),
    );
    return found
      .filter((edition) => edition !== null)
      .filter((edition) => edition.revisionId && toOffer(edition, choices.get(edition.slug) ?? null).offered)
      .sort((one, other) => one.name.localeCompare(other.name) || one.slug.localeCompare(other.slug));
  }
}

const toOffer = ({ rights }: EditionRecord, phones: boolean | null): PhoneOffer => ({
  phones,
  offered: phones ?? isFreeText(rights),
});
