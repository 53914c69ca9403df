// Plain JavaScript that any Node since 14 can run: it reports an outdated Node before TypeScript syntax would fail.
const [major] = process.versions.node.split('.').map(Number);
if (major < 26) {
  console.error(
    `Lectern needs Node 26 or newer; this is ${process.version} (${process.execPath}).\n` +
      'Run it through npm ("npm start", "npm test", "npm run lectern -- ..."): "npm ci" has installed a suitable Node\n' +
      'in node_modules for Linux, macOS and Windows. If it is missing, run "npm ci" again without "--omit=optional".',
  );
  process.exit(1);
}
