import { runBatch } from './batches.ts';

await runBatch('conformance-b-to-d');
