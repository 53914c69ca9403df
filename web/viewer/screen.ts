import './screens.css';
import './frames.css';
import './screen.css';

export { Screen as View } from './views/screen.tsx';
