import '../styles/decks.css';
import { DeckList } from './deck-list.tsx';

/** Renders the decks of an owner. */
export default DeckList;
