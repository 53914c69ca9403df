// Starts the server: `npm start`.
import './check-node.mjs';
import { importProgram } from './program.mjs';

await importProgram('main.js', 'src/main.ts');
