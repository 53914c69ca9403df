import './controls.css';

export { watchPresence } from '../shared/presence.ts';
export { Controls } from './views/controls.tsx';
