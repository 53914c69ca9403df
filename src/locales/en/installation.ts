import { richText } from '../rich-text.ts';

export const installation = {
  places: {
    places: 'Installation',
    figures: 'Overview',
    backups: 'Backups',
    editions: 'Translations',
    network: 'Network',
  },
  figures: {
    title: 'Installation',
    intro: 'Only administrators of this server see this page.',
    version: 'Version',
    database: 'Database',
    engines: { sqlite: 'SQLite', postgres: 'PostgreSQL' },
    databaseSize: 'Database size',
    users: 'People',
    organizations: 'Organizations',
    lives: 'Rooms',
    editions: 'Installed translations',
    viewers: 'Viewers now',
    free: 'Free disk space',
    unknown: 'unknown',
    running: 'Running since',
    lastBackup: 'Latest backup',
    none: 'none yet',
    administrators: 'Administrators',
    recent: 'Latest actions of administrators',
    noRecent: 'No actions yet.',
    someone: 'A deleted account',
  },
  administrators: {
    name: 'Name an administrator',
    email: 'E-mail',
    hint: 'Of a person with an account on this server. Administrators see these pages, and can replace all data.',
    unknown: 'There is no account with this e-mail address. Nothing was changed.',
    disabled: 'This account is disabled. Nothing was changed.',
    last: 'This is the last administrator. Name another one first. Nothing was changed.',
    remove: 'Remove as administrator',
    removeHint: (name: string) => `${name} no longer sees these pages. Account and organizations stay as they are.`,
    done: { added: 'The administrator is named.', removed: 'The administrator is removed.' },
  },
  backups: {
    title: 'Backups',
    latest: <Piece>(moment: Piece) => richText`Latest backup: ${moment}.`,
    never: 'No backup has been made yet.',
    make: 'Back up now',
    running: 'Backing up',
    runningHint: 'You can close this page. The backup continues on the server.',
    reload: 'Reload',
    list: 'Backups on this server',
    kept: (kept: number) =>
      kept === 1
        ? 'The newest that you make here is kept. Download backups, and keep them on another machine.'
        : `The newest ${kept} that you make here are kept. Download backups, and keep them on another machine.`,
    nightly: {
      made: 'nightly backup',
      next: <Piece>(moment: Piece) => richText`The next nightly backup is due on ${moment}.`,
      soon: 'The next nightly backup begins in a few minutes.',
      kept: (kept: number) =>
        kept === 1 ? 'The newest nightly one is kept.' : `The newest ${kept} nightly ones are kept.`,
      off: <Piece>(setting: Piece) => richText`There are no nightly backups, because ${setting} is 0.`,
    },
    empty: 'None yet. “Back up now” makes the first one.',
    by: (name: string) => `by ${name}`,
    elsewhere: (place: string) =>
      `The file is in ${place}. Open Lectern there to download it, or let all servers share one backup folder.`,
    download: 'Download',
    remove: 'Delete',
    removeMeans: 'The file is deleted from the server for good. Copies that you have downloaded stay.',
    removeNow: 'Delete backup',
    forget: 'Remove from the list',
    forgetMeans: 'Only the entry is removed. The file stays where it is.',
    forgetNow: 'Remove entry',
    done: { removed: 'The backup was deleted.', forgotten: 'The entry was removed.' },
    contents: 'What is in a backup',
    contentsText:
      'Everything in the database at one point in time: people with their hashed passwords and tokens, rooms, plans, slides with images, translations, and the activity log. Keep it in a safe place.',
    key: <Piece>(file: Piece) =>
      richText`The key file ${file} is not in it. Keep a copy of that file in a different place: anyone who has both has everything.`,
    restorePage: {
      open: 'Restore',
      title: 'Restore this backup',
      checked: 'This backup was read and checked just now. It can be restored.',
      refused: {
        damaged_backup: 'This backup is damaged, and cannot be restored.',
        foreign_backup:
          'This backup was made by another installation, or by an older version. If it is yours, bring its key file, or restore it with the command and --force.',
        schema_too_new: 'This backup was made by a newer version of Lectern. Install that version first.',
        disk_full: 'There is not enough free disk space.',
        unknown: 'This backup could not be read.',
      },
      madeAt: 'Backup of',
      version: 'Version of Lectern',
      now: (inBackup: string, now: string) => `${inBackup} (now ${now})`,
      means: [
        'All current data is replaced by that of the backup. What was made or changed since is gone.',
        'Everyone is signed out, you too. Passwords, tokens and administrators are those of the backup.',
        'The server stops for the restore, and starts again by itself. Screens and phones reconnect.',
        'The current database stays beside the new one in the data folder, until you delete it there.',
      ],
      noSignIn:
        'No administrator in this backup has a password or a passkey. After the restore, only the command “user reset-link” on the computer with the server lets one sign in.',
      name: (host: string) => `To confirm, type ${host}`,
      wrongName: 'This is not the name of this server.',
      button: 'Replace all data',
      running: 'Restoring',
      runningHint: 'The server stops and starts again. This takes a minute or longer. Then sign in again.',
      continue: 'Continue',
      failed: 'The restore failed, and nothing was changed.',
    },
    restore: 'Restore a backup',
    restoreText:
      'Restoring replaces all data. On the server itself, it is done like this: stop the server, run this command, and start the server again. The command checks the backup, and asks for --force before it replaces data:',
    restoreDatabase:
      'The command takes the address of the database from LECTERN_DATABASE_URL, because it contains a password. Set it in this shell as for the server.',
    problems: {
      failed: 'The latest backup failed, and nothing was written.',
      disk_full: 'The latest backup failed: the disk is full.',
      not_allowed: 'The latest backup failed: the server has no permission to write to the backup folder.',
      interrupted: 'The latest backup was interrupted, because the server stopped.',
      unavailable: 'The latest backup failed: the database did not respond.',
      damaged_backup:
        'The latest backup failed its check, and was not kept. The database may be damaged: run “lectern doctor” on the server.',
      startedAt: <Piece>(moment: Piece) => richText`It began on ${moment}.`,
      space: (needed: string, free: string) =>
        `There is not enough free disk space: a backup may need ${needed}, and ${free} are free. Nothing was written.`,
      folder: (folder: string) => `The server cannot write to the backup folder ${folder}. Nothing was written.`,
    },
  },
  network: {
    title: 'Network',
    devices: 'Other devices in this network',
    closed: {
      now: 'Off.',
      means: 'Only this computer can open Lectern. No screen, phone or other computer reaches it.',
      open: 'Turn on',
    },
    open: {
      now: 'On.',
      means: 'Every device in this network can open Lectern at the addresses below, now and after each start.',
      close: 'Turn off',
    },
    before:
      'When it is on, anyone in this network can open the audience links and connect a screen. The connection is not encrypted. You can turn it off again here.',
    plain:
      'The connection is not encrypted: others in this network can read what is sent, tokens too. Turn this on only in a network that you trust.',
    decidedBy: {
      HOST: <Piece>(setting: Piece) =>
        richText`The setting ${setting} decides this. To change it here, start the server without it.`,
      '--lan': () =>
        richText`The server was started with --lan, which decides this. To change it here, start it without.`,
      postgres: () =>
        richText`With PostgreSQL, the settings of each server decide this: start it with HOST=0.0.0.0 or with --lan.`,
    },
    signIn: {
      title: 'People may sign in from this network without encryption',
      off: {
        now: 'Off.',
        means: 'On other devices, nobody can sign in. Invitations and the codes of screens work on this computer.',
        allow: 'Turn on',
      },
      on: {
        now: 'On.',
        means:
          'People sign in on phones and computers in this network, at the addresses of this server, now and after each start.',
        refuse: 'Turn off',
      },
      idle: 'Before, other devices have to be able to connect: turn that on above.',
      risk: 'Others in this network can read passwords and act as the people who sign in there. Each page says so. Turn this on only in a network that you trust. Pages of administrators, tokens, passkeys and terminals stay on this computer.',
      https: 'This server uses HTTPS: people sign in on all devices with encryption, and only so.',
      postgres: 'With PostgreSQL, the settings of each server decide this: start it with LECTERN_INSECURE_LAN=on.',
      elsewhere:
        'Turn this on in a browser on the computer with the server. From here, this page would no longer open afterwards. Nothing was changed.',
    },
    addresses: 'Addresses',
    addressesHint: 'Open one of them on another device, or scan its code. If one does not respond, try the next.',
    qr: (address: string) => `QR code of ${address}`,
    noAddress: 'This computer has no address in a network. Connect it to the network, then reload this page.',
    blocked: 'If another device cannot open it',
    firewall: (port: number) =>
      `The firewall of this computer may block it. Allow incoming connections on TCP port ${port}, or those of Node.js, in private networks. Windows and macOS usually ask once.`,
    guests:
      'Both devices must be in the same network. A guest Wi-Fi often keeps its devices apart from each other and from the rest.',
    console: 'Back to the console',
    failed: (port: number) =>
      `The server could not listen on port ${port} of all addresses. Another program may use it there. Nothing was changed.`,
    done: {
      open: 'Other devices in this network can now open Lectern.',
      close: 'Only this computer can open Lectern now. Other devices have been disconnected.',
      allowed: 'People can now sign in from this network.',
      refused: 'Signing in from this network is off. A console that is open there ends within 15 minutes.',
    },
  },
  overdue: {
    never: 'No backup has been made yet.',
    old: <Piece>(moment: Piece) => richText`The latest backup is from ${moment}.`,
    action: 'Make a backup',
  },
};

export type InstallationStrings = typeof installation;
