import './screens.css';

export { LowerThird } from './views/lower-third.tsx';
export { Screen } from './views/screen.tsx';
