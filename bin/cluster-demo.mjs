// Starts three nodes that share one PostgreSQL, for a trial: `npm run cluster-demo`.
import './check-node.mjs';
import './program.mjs';

await import('./cluster-demo/main.ts');
