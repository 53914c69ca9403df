import './screens.css';
import './stage.css';

export { Stage as View } from './views/stage.tsx';
