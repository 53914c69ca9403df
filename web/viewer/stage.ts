import './screens.css';

export { Stage } from './views/stage.tsx';
