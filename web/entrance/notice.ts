import '../shared/fonts.css';
import '../shared/tokens.css';
import './entrance.css';

/** Looks from time to time whether there is something to see again, so that a screen nobody attends comes back. */
const AGAIN_MS = 30_000;

function lookAgain(): void {
  // Spread, so that a hall of phones does not ask as one.
  setTimeout(
    async () => {
      const there = await fetch(location.href).then(
        ({ ok }) => ok,
        () => false,
      );
      if (there) location.reload();
      else lookAgain();
    },
    AGAIN_MS * (1 + Math.random()),
  );
}

lookAgain();
