import '../shared/fonts.css';
import '../shared/tokens.css';
import './entrance.css';
import { lookAgain } from './look-again.ts';
import { showToPeople } from './unattended.ts';

showToPeople();
lookAgain();
