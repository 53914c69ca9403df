import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '../../contract/limits.ts';
import type { PasswordProblem } from '../../domain/account/identity/password.ts';
import type { Words } from '../toolkit/page-language.ts';

/** Words around a new password: what it must be, and why one is not taken. */
export const PASSWORD_WORDS: Words<Record<PasswordProblem | 'rule', string>> = {
  en: {
    rule: `At least ${PASSWORD_MIN_CHARACTERS} characters. A few words in a row are easy to remember and hard to guess.`,
    too_short: `The password needs at least ${PASSWORD_MIN_CHARACTERS} characters.`,
    too_long: `The password can have at most ${PASSWORD_MAX_CHARACTERS} characters.`,
    common: 'This password is one of the first that are tried. Choose another one.',
    personal: 'This password is your name or your e-mail address. Choose another one.',
  },
  pt: {
    rule: `Pelo menos ${PASSWORD_MIN_CHARACTERS} caracteres. Algumas palavras em sequência são fáceis de lembrar e difíceis de adivinhar.`,
    too_short: `A senha precisa ter pelo menos ${PASSWORD_MIN_CHARACTERS} caracteres.`,
    too_long: `A senha pode ter no máximo ${PASSWORD_MAX_CHARACTERS} caracteres.`,
    common: 'Esta senha é uma das primeiras que alguém tentaria. Escolha outra.',
    personal: 'Esta senha é o seu nome ou o seu e-mail. Escolha outra.',
  },
  de: {
    rule: `Mindestens ${PASSWORD_MIN_CHARACTERS} Zeichen. Ein paar Wörter hintereinander merkt man sich leicht und errät man schwer.`,
    too_short: `Das Passwort braucht mindestens ${PASSWORD_MIN_CHARACTERS} Zeichen.`,
    too_long: `Das Passwort darf höchstens ${PASSWORD_MAX_CHARACTERS} Zeichen haben.`,
    common: 'Dieses Passwort wird mit als Erstes ausprobiert. Wählen Sie ein anderes.',
    personal: 'Dieses Passwort ist Ihr Name oder Ihre E-Mail-Adresse. Wählen Sie ein anderes.',
  },
};
