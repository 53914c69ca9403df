import '../shared/fonts.css';
import '../shared/tokens.css';
import './entrance.css';
import './picture.css';
import { pollForReload } from './poll-for-reload.ts';

pollForReload();
