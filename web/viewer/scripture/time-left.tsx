import '../styles/time-left.css';

/** Renders the remaining time of a countdown, which screen readers read only when they are asked to. [D76] */
export const TimeLeft = ({ time }: { time: string }) => (
  <div class="time-left" role="timer" aria-live="off" dir="ltr">
    {time}
  </div>
);
