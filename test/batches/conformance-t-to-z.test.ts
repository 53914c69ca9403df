import { runBatch } from './batches.ts';

await runBatch('conformance-t-to-z');
