import { hash } from 'node:crypto';
import type { ButtonContentType, ButtonNow, ButtonState } from '../../contract/buttons.ts';
import { BUTTON_NEXT_MAX_BYTES, BUTTON_TEXT_MAX_BYTES } from '../../contract/limits.ts';
import type { LiveSummaries } from '../live/reading/live-summaries.ts';
import { truncateToBytes } from '../truncate-text.ts';

type Summary = Awaited<ReturnType<LiveSummaries['toSummary']>>;

const CURSOR_CHARACTERS = 22;

/** Returns the response to a command. [D74] */
export function toButtonState(summary: Summary, entry: ButtonState['entry']): ButtonState {
  const { showing, mode, slide, queue, next } = summary;
  const { type, reference, text } = toContent(summary);
  const following = mode === 'presentation' ? (slide?.next_title ?? '') : next ? `${next.reference} ${next.text}` : '';
  return {
    showing,
    type,
    reference,
    text: truncateToBytes(text, BUTTON_TEXT_MAX_BYTES),
    next: truncateToBytes(following, BUTTON_NEXT_MAX_BYTES),
    index: (mode === 'presentation' ? (slide?.index ?? -1) : (queue.page ?? -1)) + 1,
    count: mode === 'presentation' ? (slide?.count ?? 0) : queue.pages,
    entry,
  };
}

/** Returns what the audience sees. The cursor is a hash, so that it says nothing about anything else. [D74] */
export function toButtonNow(summary: Summary): ButtonNow {
  const { showing } = summary;
  const seen = { showing, ...(showing ? toContent(summary) : NOTHING) };
  const cursor = hash('sha256', JSON.stringify([summary.live_id, seen]), 'base64url').slice(0, CURSOR_CHARACTERS);
  return { ...seen, cursor };
}

interface Content {
  readonly type: ButtonContentType;
  readonly reference: string;
  readonly text: string;
  readonly attribution: string;
}

const NOTHING: Content = { type: 'empty', reference: '', text: '', attribution: '' };

/** Returns the page in its first translation, or the slide. */
function toContent({ mode, slide, focus }: Summary): Content {
  if (mode === 'presentation') {
    if (!slide) return NOTHING;
    const { title, text, attribution } = slide;
    return { type: 'presentation', reference: title ?? '', text: text ?? '', attribution: attribution ?? '' };
  }
  if (!focus) return NOTHING;
  const { text, attribution } = focus.texts[0]!;
  return { type: 'scripture', reference: focus.reference, text, attribution };
}
