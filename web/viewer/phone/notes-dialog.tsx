import { useEffect, useRef, useState } from 'preact/hooks';
import type { PhoneStrings } from '../../../src/contract/viewer.ts';
import {
  isSameVerse,
  NOTE_MAX_CHARACTERS,
  type Note,
  type NotedVerse,
  readNotes,
  saveNotes,
  toNotesText,
  withNote,
} from './notes.ts';
import { saveFile, toSavedPage } from './save-file.ts';

interface Props {
  /** The verse whose note is written; null for the list of notes. */
  verse: NotedVerse | null;
  /** The verse on air, to which a note can be written. */
  current: NotedVerse | null;
  storage: Storage | Parameters<typeof readNotes>[0];
  strings: PhoneStrings;
  mount: HTMLElement;
  /** Whether the browser keeps the page by itself. */
  canKeep: boolean;
  open: (verse: NotedVerse) => void;
  close: () => void;
}

const formatDay = (at: string): string =>
  new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'long' }).format(new Date(at));
const fill = (text: string, value: string): string => text.replace('{0}', value);

/** Renders the dialog of a note, or of all notes on this device. [D73] */
export function NotesDialog({ verse, current, storage, strings, mount, canKeep, open, close }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [notes, setNotes] = useState<readonly Note[]>(() => readNotes(storage));
  const [problem, setProblem] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);
  const write = (text: string) => {
    const next = withNote(readNotes(storage), verse!, text, new Date());
    setProblem(!saveNotes(storage, next));
    setNotes(next);
  };
  const text = toNotesText(notes, formatDay);
  return (
    <dialog ref={dialog} class="notes" aria-labelledby="notes-title" onClose={close}>
      <h2 id="notes-title">{verse ? fill(strings.noteTo, verse.reference) : strings.notes}</h2>
      {verse && (
        <label>
          <span>{strings.note}</span>
          <textarea
            rows={5}
            maxLength={NOTE_MAX_CHARACTERS}
            defaultValue={notes.find((note) => isSameVerse(note, verse))?.text ?? ''}
            onInput={({ currentTarget }) => write(currentTarget.value)}
          />
        </label>
      )}
      {verse && <p class="note">{strings.noteHint}</p>}
      {problem && <p role="alert">{strings.notesFull}</p>}
      {!verse && notes.length === 0 && <p class="note">{strings.noNotes}</p>}
      {!verse && (
        <ul>
          {notes.toReversed().map((note) => (
            <li key={note.at}>
              <button type="button" class="written" onClick={() => open(note)}>
                <b>
                  <bdi>{note.reference}</bdi>
                </b>{' '}
                <span>{note.text}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div class="actions">
        {current && (
          <button type="button" onClick={() => open(current)}>
            {fill(strings.noteTo, current.reference)}
          </button>
        )}
        {!verse && notes.length > 0 && 'share' in navigator && (
          // A person can leave the dialog of the system without sharing.
          <button type="button" onClick={() => void navigator.share({ text }).catch(() => undefined)}>
            {strings.share}
          </button>
        )}
        {!verse && notes.length > 0 && (
          <button type="button" onClick={() => saveFile('notes.txt', 'text/plain', text)}>
            {strings.saveNotes}
          </button>
        )}
        {!verse && !canKeep && (
          <button type="button" onClick={() => saveFile('reading.html', 'text/html', toSavedPage(mount, text))}>
            {strings.savePage}
          </button>
        )}
        {verse && notes.some((note) => isSameVerse(note, verse)) && (
          <button
            type="button"
            onClick={() => {
              write('');
              dialog.current?.close();
            }}
          >
            {strings.delete}
          </button>
        )}
        <button type="button" onClick={() => dialog.current?.close()}>
          {strings.close}
        </button>
      </div>
    </dialog>
  );
}
