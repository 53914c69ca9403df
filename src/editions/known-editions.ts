import type { Language, TranslationRights } from '../contract/schemas/translation.ts';
import type { EditionRecord } from '../storage/storage.ts';

/** A free edition that can be downloaded and does not come with the program. [D28] */
export interface KnownEdition {
  readonly slug: string;
  readonly name: string;
  readonly language: Language;
  /** BCP 47. Absent: that of `language`. [D71] */
  readonly languageTag?: string;
  readonly rights: TranslationRights;
  readonly sourceId: string;
  readonly archive: {
    readonly url: string;
    /** Lower-case hexadecimal; null if the source rebuilds its archive from time to time. */
    readonly sha256: string | null;
  };
}

type Rights = Omit<TranslationRights, 'source_url'>;

const publicDomain = (edition: string, name: string, more: Partial<Rights> = {}): Rights => ({
  edition,
  rights_status: 'Public domain',
  attribution: `${name}, public domain`,
  ...more,
});

/** `credit`: who must be named. This is the copyright holder if the source names one, otherwise the translator. */
const creativeCommons = (kind: 'by' | 'by-sa', edition: string, name: string, credit: string): Rights => ({
  edition,
  rights_status: `Free license: Creative Commons ${kind.toUpperCase()} 4.0`,
  attribution: `${name}, ${credit}, CC ${kind.toUpperCase()} 4.0`,
  license_id: `CC-${kind.toUpperCase()}-4.0`,
  license_url: `https://creativecommons.org/licenses/${kind}/4.0/`,
  ...(credit.startsWith('©') && { copyright: credit }),
});

/** The name is a trademark of eBible.org: a changed text must not bear it. */
const TRADEMARK = {
  rights_status:
    'Public domain. The name is a trademark of eBible.org, for faithful copies of this text only; a changed text needs another name.',
};

/** eBible.org has one archive of USFM files per edition, and rebuilds it whenever something is corrected. */
const ebible = (slug: string, id: string, language: Language, name: string, rights: Rights): KnownEdition => ({
  slug,
  name,
  language,
  rights: { ...rights, source_url: `https://ebible.org/Scriptures/details.php?id=${id}` },
  sourceId: `ebible:${id}`,
  archive: { url: `https://ebible.org/Scriptures/${id}_usfm.zip`, sha256: null },
});

const plain = (slug: string, id: string, language: Language, name: string, edition = name): KnownEdition =>
  ebible(slug, id, language, name, publicDomain(edition, name));

/**
 * Editions that Lectern knows without installing them. Their rights are quoted from their source. Only editions in the
 * public domain, or under a license that lets everyone show, copy and change them, are listed.
 */
export const KNOWN_EDITIONS: readonly KnownEdition[] = [
  ebible(
    'web',
    'engwebp',
    'en',
    'World English Bible',
    publicDomain('World English Bible, without Apocrypha', 'World English Bible', TRADEMARK),
  ),
  ebible(
    'webbe',
    'engwebpb',
    'en',
    'World English Bible, British Edition',
    publicDomain('World English Bible, British Edition, without Apocrypha', 'World English Bible', TRADEMARK),
  ),
  plain('wmb', 'engwmb', 'en', 'World Messianic Bible'),
  plain('asv', 'eng-asv', 'en', 'American Standard Version', 'American Standard Version, 1901'),
  plain('bbe', 'engBBE', 'en', 'Bible in Basic English'),
  plain('bsb', 'engbsb', 'en', 'Berean Standard Bible'),
  plain('darby', 'engDBY', 'en', 'Darby Translation'),
  plain('dra', 'engDRA', 'en', 'Douay-Rheims Bible', 'Douay-Rheims, American Edition, 1899'),
  plain('geneva', 'enggnv', 'en', 'Geneva Bible', 'Geneva Bible, 1599'),
  plain('jps', 'engjps', 'en', 'JPS TaNaKH', 'Jewish Publication Society, 1917'),
  plain('leeser', 'englee', 'en', 'Isaac Leeser Tanakh'),
  plain('noyes', 'engnoy', 'en', 'George Noyes Bible'),
  plain('oeb-us', 'engoebus', 'en', 'Open English Bible', 'Open English Bible, spelling of the United States'),
  plain('oeb-cw', 'engoebcw', 'en', 'Open English Bible', 'Open English Bible, spelling of the Commonwealth'),
  plain('rv', 'eng-rv', 'en', 'Revised Version', 'Revised Version, 1895'),
  plain('tyndale', 'engtnt', 'en', 'Tyndale New Testament'),
  plain('webster', 'engwebster', 'en', 'Noah Webster Bible'),
  plain('ylt', 'engylt', 'en', "Young's Literal Translation"),
  plain('brenton', 'eng-Brenton', 'en', 'Brenton English Septuagint'),
  ebible(
    'fbv',
    'engfbv',
    'en',
    'Free Bible Version',
    creativeCommons('by-sa', 'Free Bible Version', 'Free Bible Version', 'translated by Dr. Jonathan Gallagher'),
  ),
  ebible(
    'lsv',
    'englsv',
    'en',
    'Literal Standard Version',
    creativeCommons('by-sa', 'Literal Standard Version', 'Literal Standard Version', '© 2020 Covenant Press'),
  ),
  plain('luther1912', 'deu1912', 'de', 'Lutherbibel 1912'),
  plain('elberfelder', 'deuelo', 'de', 'Elberfelder (unrevidiert)', 'Darby, unrevidierte Elberfelder'),
  plain('textbibel', 'deutkw', 'de', 'Textbibel von Kautzsch und Weizsäcker'),
  ebible(
    'schlachter1951',
    'deu1951',
    'de',
    'Schlachter-Bibel 1951',
    creativeCommons('by', 'Schlachter-Bibel, 1951', 'Schlachter-Bibel 1951', '© 1951 Genfer Bibelgesellschaft'),
  ),
  ebible(
    'blivre',
    'porbr2018',
    'pt',
    'Bíblia Livre',
    creativeCommons(
      'by',
      'Bíblia Livre (BLIVRE), 2018',
      'Bíblia Livre (BLIVRE)',
      '© 2018 Diego Santos, Mario Sérgio, e Marco Teles',
    ),
  ),
  ebible(
    'nbv',
    'poronbv',
    'pt',
    'Nova Bíblia Viva',
    creativeCommons('by-sa', 'Biblica Open Nova Bíblia Viva', 'Biblica Open Nova Bíblia Viva', '© Biblica, Inc.'),
  ),
  plain('bpm', 'porbrbsl', 'pt', 'Bíblia Portuguesa Mundial'),
  { ...plain('rv1909', 'spaRV1909', 'und', 'Reina-Valera 1909'), languageTag: 'es' },
  { ...plain('synodal', 'russyn', 'und', 'Синодальный перевод'), languageTag: 'ru' },
];

/** Returns the catalog entry of a known edition that is not installed. */
export const toCatalogueEntry = ({ slug, name, language, rights, sourceId, archive }: KnownEdition): EditionRecord => ({
  slug,
  name,
  language,
  rights,
  provenance: { archive_sha256: archive.sha256, reviewed_on: null, source_id: sourceId },
  revisionId: null,
  bookIds: [],
});
