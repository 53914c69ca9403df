import '../styles/slides.css';

/** Components of slides on a whole screen and in the reader. The other views render slides themselves. */
export { SlideFrame } from './slide-frame.tsx';
export { SlidePage } from './slide-page.tsx';
