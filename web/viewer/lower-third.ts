import './screens.css';

export { LowerThird as View } from './views/lower-third.tsx';
