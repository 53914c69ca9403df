// Starts three nodes on one PostgreSQL, to try by hand: `npm run cluster-demo`.
import './check-node.mjs';
import './program.mjs';

await import('./cluster-demo/main.ts');
