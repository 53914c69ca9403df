import { runBatch } from './batches.ts';

await runBatch('conformance-p-to-r');
