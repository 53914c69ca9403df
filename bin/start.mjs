// Starts the server: `npm start`.
import './check-node.mjs';
import './quick-start.mjs';

await import('../src/main.ts');
