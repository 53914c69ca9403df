// The thread of `readIndexWordsAside`: answers each message with what `readIndexWords` gives next.
import { parentPort, workerData } from 'node:worker_threads';
import { type IndexedTexts, readIndexWords } from './search-index-words.ts';

const reading = readIndexWords(workerData as IndexedTexts);
parentPort!.on('message', () => parentPort!.postMessage(reading.next()));
