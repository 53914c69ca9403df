import './screens.css';

export { Screen as View } from './views/screen.tsx';
