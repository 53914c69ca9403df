import './styles/lives.css';
import { LivesList } from './lives-list.tsx';

/** Renders the Lives of an owner. */
export default LivesList;
