import '../shared/fonts.css';
import '../shared/tokens.css';
import './entrance.css';
import { admitByKey } from './admit-by-key.ts';
import { pollForReload } from './poll-for-reload.ts';
import { revealOnPresence } from './reveal-on-presence.ts';

addEventListener('hashchange', admitByKey);
void admitByKey();
revealOnPresence();
pollForReload();
