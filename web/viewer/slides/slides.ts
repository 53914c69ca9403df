import '../styles/slides.css';

/** Slides on a whole screen and in the reader; the other views say what little they do of them by themselves. */
export { SlideFrame } from './slide-frame.tsx';
export { SlidePage } from './slide-page.tsx';
