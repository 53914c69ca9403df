import { runBatch } from './batches.ts';

await runBatch('conformance-e-to-g');
