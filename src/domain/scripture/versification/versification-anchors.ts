/**
 * The differences of numberings from the King James Version's. For each book (by OSIS id): versifications with the same
 * numbering, and where their verses begin. "32:1=31:55" means that their 32:1 is the King James Version's 31:55. The
 * following verses continue one by one, up to the next anchor or the end of the chapter; a chapter without an anchor
 * begins where the same chapter begins. "a" is the first part of a verse whose main part is elsewhere, "b" its last
 * part, and verse 0 the title before verse 1. "+3:24" are words that the King James Version lacks, under a number
 * shared by the numberings that have them. From "25:14=?" to the next anchor, in any chapter, the place of the verses
 * is unknown: they are parallel only to those of the same number after "?", and "??" is another order of them. The
 * versifications are those of `versification-counts.ts`; `ends` are the chapters that end elsewhere in further editions
 * with the numbering. The Septuagint is listed where its order differs.
 */
type BookAnchors = readonly (readonly [
  versifications: string,
  anchors: string,
  ends?: Readonly<Record<number, number>>,
])[];

/** The numbering of the Hebrew Bible, which German editions follow. */
const HEBREW = 'Luther German MT Leningrad Catholic Catholic2';

/** The Septuagint, whose editions count the verses of some chapters differently. */
const SEPTUAGINT = 'LXX Orthodox';
const SEPTUAGINT_EXODUS =
  '7:26=8:1 8:1=8:5 20:13=20:14 20:14=20:15 20:15=20:13 20:16=20:16 21:16=21:17 21:17=21:16 21:18=21:18 21:37=22:1 ' +
  '22:1=22:2 36:8=? 40:1=40:1';
/** Verses that Hebrew lacks have the number before them with a letter or, in one numbering, numbers of their own. */
const SEPTUAGINT_KINGS = '2:35=? 8:1=8:1 9:1=? 13:1=13:1 14:1=? 15:1=15:1 20:1=21:1 21:1=20:1 22:41=?';
const SEPTUAGINT_KINGS_NUMBERED = '16:28=? 17:1=17:1 '.concat(SEPTUAGINT_KINGS).replaceAll('?', '??');

/** All versifications except the King James Version's have these two. */
const OTHERS = 'NRSV Luther Catholic Vulg LXX Synodal Segond';

export const ANCHORS: Readonly<Record<string, BookAnchors>> = {
  Gen: [
    [HEBREW, '32:1=31:55 32:2=32:1'],
    ['Vulg', '49:32=49:33 50:23=50:24'],
  ],
  Exod: [
    [HEBREW, '7:26=8:1 8:1=8:5 21:37=22:1 22:1=22:2'],
    ['Segond', '7:26=8:1 8:1=8:5'],
    [
      'Vulg',
      '38:26=38:27 38:27=38:27b 38:28=38:28 39:18=39:19 39:19=39:21 39:27=39:28b 39:28=39:29 39:34=39:34b 39:35=39:36 ' +
        '39:38=39:38b 39:39=39:39 40:13=40:14 40:14=40:16',
    ],
    [SEPTUAGINT, SEPTUAGINT_EXODUS],
    [SEPTUAGINT, SEPTUAGINT_EXODUS, { 8: 28, 22: 30, 36: 38, 38: 27 }],
  ],
  Lev: [
    [`${HEBREW} Segond`, '5:20=6:1 6:1=6:8'],
    ['Synodal', '14:56=14:57'],
    ['Vulg', '15:20=15:19b 15:21=15:20 15:24=15:24'],
  ],
  Num: [
    [HEBREW, '17:1=16:36 17:16=17:1 25:19=26:1a 30:1=29:40 30:2=30:1'],
    ['Synodal', '13:1=12:16 13:2=13:1 30:1=29:40 30:2=30:1'],
    ['Vulg', '13:1=12:16 13:2=13:1 16:43=16:42b 16:44=16:44 20:29=20:28b 20:30=20:29 30:1=29:40 30:2=30:1'],
    ['Segond', '30:1=29:40 30:2=30:1'],
  ],
  Deut: [[HEBREW, '13:1=12:32 13:2=13:1 23:1=22:30 23:2=23:1 28:69=29:1 29:1=29:2']],
  Josh: [
    ['Synodal', '5:16=6:1 6:1=6:2 24:34=+24:34'],
    ['Vulg', '4:24=4:23b 4:25=4:24 5:15=5:14b 5:16=5:15 21:37=21:38 21:38=21:40'],
    [SEPTUAGINT, '8:30=? 10:1=10:1 19:47=? 20:1=20:1 21:42=? 22:1=22:1 24:29=?'],
  ],
  Judg: [['Vulg', '5:32=5:31b']],
  '1Sam': [
    [HEBREW, '21:1=20:42b 21:2=21:1 24:1=23:29 24:2=24:1'],
    ['Synodal Segond', '20:43=20:42b 24:1=23:29 24:2=24:1'],
    ['Vulg', '6:5=6:4b 6:6=6:6 20:43=20:42b 24:1=23:29 24:2=24:1'],
  ],
  '2Sam': [[HEBREW, '19:1=18:33 19:2=19:1']],
  '1Kgs': [
    [HEBREW, '5:1=4:21 5:15=5:1 22:44=22:43b 22:45=22:44'],
    ['Vulg Segond', '22:44=22:43b 22:45=22:44'],
    [SEPTUAGINT, SEPTUAGINT_KINGS_NUMBERED],
    [SEPTUAGINT, SEPTUAGINT_KINGS, { 2: 46, 3: 28, 4: 19, 6: 36, 7: 50, 10: 29, 11: 43, 12: 33, 16: 34, 20: 29 }],
    [SEPTUAGINT, SEPTUAGINT_KINGS, { 2: 46, 3: 28, 5: 18, 10: 29, 11: 43, 12: 33, 16: 34, 20: 29, 22: 53 }],
  ],
  '2Kgs': [[HEBREW, '12:1=11:21 12:2=12:1']],
  '1Chr': [
    [HEBREW, '5:27=6:1 6:1=6:16 12:5=12:4b 12:6=12:5'],
    ['Vulg', '11:33=11:34 11:35=11:35b 11:36=11:36'],
  ],
  '2Chr': [
    [HEBREW, '1:18=2:1 2:1=2:2 13:23=14:1 14:1=14:2'],
    ['Segond', '13:23=14:1 14:1=14:2'],
  ],
  Neh: [
    ['Luther German Catholic Catholic2', '3:33=4:1 4:1=4:7 10:1=9:38 10:2=10:1'],
    // 7:68 is 7:68–69 or, where the horses are missing, 7:69 only.
    ['MT Leningrad', '3:33=4:1 4:1=4:7 7:69=7:70 10:1=9:38 10:2=10:1'],
    ['Vulg', '3:31=3:32 7:44=7:43b 7:45=7:44 7:49=7:49 12:34=12:35'],
  ],
  Job: [
    [HEBREW, '40:25=41:1 41:1=41:9'],
    ['Vulg', '16:5=16:4b 16:6=16:5 39:31=40:1 40:1=40:6 40:20=41:1 41:1=41:10'],
    ['Synodal', '39:31=40:1 40:1=40:6 40:20=41:1 41:1=41:9'],
    ['Segond', '39:1=38:39 39:4=39:1 39:34=40:1 40:1=40:6 40:20=41:1 41:1=41:10'],
  ],
  Prov: [
    ['Synodal', '4:28=+4:28 13:14=+13:14 13:15=13:14 18:8=+18:8 18:9=18:8'],
    [SEPTUAGINT, '1:1=?'],
  ],
  Eccl: [
    [`${HEBREW} Synodal`, '4:17=5:1 5:1=5:2'],
    ['Vulg', '4:17=5:1 5:1=5:2 7:1=6:12 7:2=7:1'],
    ['Segond', '4:17=5:1 5:1=5:2 12:1=11:9 12:3=12:1'],
  ],
  Song: [
    [`${HEBREW} Segond`, '7:1=6:13 7:2=7:1'],
    ['Vulg', '1:1=1:2 5:17=6:1 6:1=6:2'],
    ['Synodal', '1:1=1:2 7:1=6:13 7:2=7:1'],
  ],
  Isa: [
    [`${HEBREW} Segond`, '8:23=9:1 9:1=9:2 64:1=64:2'],
    ['Vulg', '10:9=10:8b 10:10=10:10 45:24=45:23b 45:25=45:24'],
    ['Synodal SynodalProt', '3:20=3:21'],
  ],
  Jer: [
    [HEBREW, '8:23=9:1 9:1=9:2'],
    ['Vulg', '37:5=37:6'],
    [SEPTUAGINT, '8:23=9:1 9:1=9:2 25:14=? 52:1=52:1'],
    [SEPTUAGINT, '25:14=? 52:1=52:1', { 8: 22 }],
  ],
  Ezek: [[`${HEBREW} Segond`, '21:1=20:45 21:6=21:1']],
  Dan: [
    ['Luther German MT Leningrad', '3:31=4:1 4:1=4:4 6:1=5:31 6:2=6:1'],
    ['Catholic Catholic2', '3:24=+3:24 3:91=3:24 3:98=4:1 4:1=4:4 6:1=5:31 6:2=6:1'],
    // 13:65 is the first verse of Bel and the Dragon.
    ['Vulg', '3:24=+3:24 3:91=3:24 3:98=4:1 4:1=4:4 13:65=14:1 14:1=14:2'],
    ['Synodal', '3:24=+3:24 3:91=3:24 3:98=4:1 4:1=4:4'],
    ['SynodalProt', '3:31=4:1 4:1=4:4'],
  ],
  // The title of the Letter of Jeremiah, which is chapter 6, is not a verse.
  Bar: [
    ['Luther', ''],
    ['Catholic Catholic2 Vulg', '6:2=6:3'],
    ['LXX Orthodox Synodal', ''],
  ],
  Hos: [
    [HEBREW, '2:1=1:10 2:3=2:1 12:1=11:12 12:2=12:1 14:1=13:16 14:2=14:1'],
    ['Vulg', '2:24=2:23b 14:1=13:16 14:2=14:1'],
    ['Synodal', '14:1=13:16 14:2=14:1'],
    ['Segond', '2:1=1:10 2:3=2:1 12:1=11:12 12:2=12:1'],
  ],
  Joel: [[HEBREW, '3:1=2:28 4:1=3:1']],
  Amos: [['Vulg', '6:11=6:10b 6:12=6:11']],
  Jonah: [[`${HEBREW} Vulg Synodal Segond`, '2:1=1:17 2:2=2:1']],
  Mic: [
    [`${HEBREW} Segond`, '4:14=5:1 5:1=5:2'],
    ['Vulg', '5:12=5:13'],
  ],
  Nah: [[`${HEBREW} Segond`, '2:1=1:15 2:2=2:1']],
  Hag: [['Vulg', '2:1=1:15 2:2=2:1']],
  Zech: [[HEBREW, '2:1=1:18 2:5=2:1']],
  Mal: [[HEBREW, '3:19=4:1']],
  Matt: [['Vulg', '5:4=5:5 5:5=5:4 5:6=5:6 17:15=17:16']],
  Mark: [['Vulg', '8:39=9:1 9:1=9:2']],
  John: [['Vulg', '6:52=6:51b 6:53=6:52 10:42=10:41b']],
  // 19:40 is the end of the chapter, two verses of the King James Version.
  Acts: [
    ['Luther German Catholic Synodal Segond', ''],
    ['Vulg', '7:56=7:57 14:7=14:8'],
  ],
  // Romans 16:25–27 is at the end of chapter 14.
  Rom: [['Synodal', '14:24=16:25']],
  // 13:12 is two verses of the King James Version, 13:12–13.
  '2Cor': [
    ['Luther Catholic Vulg Segond', '13:13=13:14'],
    ['Synodal', '13:13=13:14'],
  ],
  '1Thess': [['Vulg', '4:12=4:13', { 4: 17 }]],
  '2Thess': [['Vulg', '2:11=2:12', { 2: 16 }]],
  '3John': [[OTHERS, '1:15=1:14b']],
  Rev: [['NRSV Luther Catholic Vulg Segond', '12:18=13:1a']],
};

/** The psalms whose title the Hebrew numbering counts as one verse, and those where it counts as two. */
export const TITLES_OF_ONE_VERSE =
  '3 4 5 6 7 8 9 12 13 18 19 20 21 22 30 31 34 36 38 39 40 41 42 44 45 46 47 48 49 53 55 56 57 58 59 61 62 63 64 65 67 68 ' +
  '69 70 75 76 77 80 81 83 84 85 88 89 92 102 108 140 142';
export const TITLES_OF_TWO_VERSES = '51 52 54 60';

/**
 * The psalms whose verses are counted with their titles, in the order of the Hebrew Bible or the Septuagint (see
 * `versification-psalms.ts`), with anchors by their own numbers where they differ from the Hebrew verses. `ends` are
 * psalms that end elsewhere than in the versification, which has both ways to number the second half of a psalm that is
 * two in Greek: on from the first half, or from 1.
 */
export const PSALMS: readonly (readonly [
  versifications: string,
  order: 'hebrew' | 'greek',
  anchors: string,
  ends?: Readonly<Record<number, number>>,
])[] = [
  [`${HEBREW} Segond`, 'hebrew', ''],
  [
    'Vulg',
    'greek',
    '2:13=2:12b 4:10=4:8b 5:11=5:9b 5:12=5:11 10:1=11:0 10:2=11:1 12:2=13:2 12:3=13:2b 12:4=13:3 42:6=43:5b 43:23=44:23 ' +
      '55:12=56:12 59:7=60:5b 59:8=60:6 108:17=109:16b 108:18=109:17 108:19=109:19 111:7=112:6b 111:8=112:8 ' +
      '125:7=126:6b 135:27=+135:27 138:3=139:2b 138:4=139:4',
  ],
  [
    'Synodal SynodalProt',
    'greek',
    '86:1=87:0 86:2=87:1 86:3=87:3 89:1=90:0 89:2=90:1 89:7=90:7 141:1=142:1 141:2=142:2',
  ],
  [
    SEPTUAGINT,
    'greek',
    '10:1=11:0 10:2=11:1 42:1=43:0 42:2=43:1 114:10=+114:10 115:1=+115:1 115:10=116:10 147:1=+147:1 147:12=147:12',
  ],
  [SEPTUAGINT, 'greek', '10:1=11:0 10:2=11:1 42:1=43:0 42:2=43:1', { 114: 9, 115: 10, 147: 9 }],
  [
    SEPTUAGINT,
    'greek',
    '',
    { 2: 12, 9: 39, 10: 7, 14: 5, 42: 5, 58: 18, 69: 6, 103: 35, 114: 9, 115: 10, 125: 6, 139: 14, 144: 21, 147: 9 },
  ],
];
