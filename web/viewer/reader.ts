import './reader.css';

export { Reader as View } from './views/reader.tsx';

// Nothing that is read waits for what only paper needs. Without it a page is printed as it is shown.
import('./print.ts').catch(() => undefined);
