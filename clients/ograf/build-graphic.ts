import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';

const SOURCE = import.meta.dirname;
const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Lectern</title>
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<style>html, body { margin: 0; height: 100%; overflow: hidden; background: transparent; }</style>
<body></body>
`;

/** Builds the OGraf graphic to a folder, which is emptied before. */
export async function buildGraphic(output: string): Promise<void> {
  rmSync(output, { recursive: true, force: true });
  await bundle('graphic', output, true);
  copyFileSync(join(SOURCE, 'lectern.ograf.json'), join(output, 'lectern.ograf.json'));
  copyFileSync(join(SOURCE, '../../LICENSE'), join(output, 'LICENSE'));
  // A page from a file may not load modules, so it contains the script.
  const script = (await bundle('play', output, false)).replaceAll('</script', '<\\/script');
  writeFileSync(join(output, 'play.html'), `${PAGE}<script type="module">${script}</script>\n</html>\n`);
}

/** Bundles a module of src/ and returns its code. */
async function bundle(name: string, output: string, write: boolean): Promise<string> {
  const results = (await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write,
      outDir: output,
      emptyOutDir: false,
      target: 'es2023',
      lib: { entry: join(SOURCE, `src/${name}.ts`), formats: ['es'], fileName: () => `${name}.mjs` },
    },
  })) as Rolldown.RolldownOutput[];
  return results[0]!.output[0].code;
}
