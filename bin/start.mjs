// Starts the server: `npm start`.
import './check-node.mjs';
import './compile-cache.mjs';

await import('../src/main.ts');
