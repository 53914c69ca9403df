import './controls.css';

export { Controls } from './views/controls.tsx';
