import '../shared/fonts.css';
import '../shared/tokens.css';
import './entrance.css';
import { pollForReload } from './poll-for-reload.ts';
import { revealOnPresence } from './reveal-on-presence.ts';

revealOnPresence();
pollForReload();
