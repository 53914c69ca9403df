// Plain JavaScript that any Node since 14 can read: it explains a too old Node before TypeScript syntax would confuse it.
const [major] = process.versions.node.split('.').map(Number);
if (major < 26) {
  console.error(
    `Lectern needs Node 26 or newer; this is ${process.version} (${process.execPath}).\n` +
      'Run it through npm ("npm start", "npm test", "npm run lectern -- ..."): "npm ci" has installed a fitting Node\n' +
      'in node_modules for Linux, macOS and Windows. If it is missing, run "npm ci" again without "--omit=optional".',
  );
  process.exit(1);
}
