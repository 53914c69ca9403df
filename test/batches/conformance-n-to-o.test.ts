import { runBatch } from './batches.ts';

await runBatch('conformance-n-to-o');
