import './screens.css';
import './frames.css';
import './lower-third.css';

export { LowerThird as View } from './views/lower-third.tsx';
