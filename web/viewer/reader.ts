import './reader.css';

export { Reader as View } from './views/reader.tsx';
