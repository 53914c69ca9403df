// Reads imported songs in a process of its own: src/songs/child/read-songs-in-child.ts starts it.
import { importProgram } from './program.mjs';

await importProgram('song-child.js', 'src/songs/child/song-child.ts');
