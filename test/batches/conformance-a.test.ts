import { runBatch } from './batches.ts';

await runBatch('conformance-a');
