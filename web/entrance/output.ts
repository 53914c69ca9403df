import '../shared/fonts.css';
import '../shared/tokens.css';
import './entrance.css';
import { enterByKey } from './give-key.ts';
import { lookAgain } from './look-again.ts';
import { showToPeople } from './unattended.ts';

addEventListener('hashchange', enterByKey);
void enterByKey();
showToPeople();
lookAgain();
