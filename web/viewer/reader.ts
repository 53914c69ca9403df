import './reader.css';

export { Reader } from './views/reader.tsx';
