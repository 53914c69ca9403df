/**
 * Unpacks the Chromium of `@sparticuz/chromium`, the libraries it needs (al2023) and its fonts into the temporary
 * folder. This is a separate program because the package unpacks to `os.tmpdir()`, so the caller sets TMPDIR for this
 * process alone.
 */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflate } from '@sparticuz/chromium';

const archives = fileURLToPath(new URL('../bin/', import.meta.resolve('@sparticuz/chromium')));
const names = ['chromium.br', 'al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br'];
await Promise.all(names.map((name) => inflate(join(archives, name))));

// The package's own font settings name fixed folders. Only its own fonts are used, not the machine's, so pages look the
// same everywhere.
writeFileSync(
  join(tmpdir(), 'fonts.conf'),
  `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`,
);
