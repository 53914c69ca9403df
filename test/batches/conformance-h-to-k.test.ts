import { runBatch } from './batches.ts';

await runBatch('conformance-h-to-k');
