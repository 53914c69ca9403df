import { runBatch } from './batches.ts';

await runBatch('unit');
