import './screens.css';

export { Stage as View } from './views/stage.tsx';
