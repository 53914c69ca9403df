import '../shared/fonts.css';
import '../shared/tokens.css';
import './entrance.css';
import './picture.css';
import { lookAgain } from './look-again.ts';

lookAgain();
