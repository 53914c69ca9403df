import { runBatch } from './batches.ts';

await runBatch('conformance-l-to-m');
