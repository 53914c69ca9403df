import '../styles/slides.css';

/**
 * Components of slides on a whole screen and in the reader. The other views render slides themselves, except the
 * remaining time of a countdown.
 */
export { SlideFrame } from './slide-frame.tsx';
export { SlidePage } from './slide-page.tsx';
export { TimeLeft } from './time-left.tsx';
