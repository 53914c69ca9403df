import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '../../contract/limits.ts';
import type { SignInStrings } from '../en/sign-in.ts';

export const signIn: SignInStrings = {
  page: {
    title: 'Entrar',
    email: 'E-mail',
    password: 'Senha',
    forgotten: 'Esqueci minha senha',
    signUp: 'Ainda não tenho conta',
    already: (name) => `Você já entrou como ${name}.`,
    goOn: 'Continuar',
    undone: 'A sua sessão terminou, e nada foi feito. Entre para voltar à página e preencha mais uma vez.',
    wrong: 'O e-mail ou a senha está incorreto.',
    disabled: 'Esta conta está desativada. Fale com quem administra esta instalação.',
    throttled: (minutes) =>
      `Houve tentativas demais. Nos próximos ${minutes} min nenhuma senha é verificada aqui, nem mesmo a correta. ` +
      'Uma chave de acesso ou um link de acesso enviado pelo administrador funciona na hora.',
  },
  reasons: {
    app: (name) => `… para conectar o aplicativo “${name}”.`,
    terminal: (name) => `… para conectar o terminal “${name}”.`,
    organization: (name) => `… para fazer parte de ${name}.`,
  },
  withPasskey: 'Entrar com chave de acesso',
  signUp: {
    title: 'Criar conta',
    name: 'Seu nome',
    email: 'E-mail',
    password: 'Senha',
    nameInvalid: 'Digite um nome com no máximo 120 caracteres.',
    emailInvalid: 'Digite um e-mail, como ana@example.org.',
    emailTaken: 'Já existe uma conta com este e-mail. Entre nela ou use outro e-mail.',
    known: 'Já tenho conta',
    knownInvited: 'Já tenho conta com este e-mail: entrar e participar',
    invitedTaken: 'Já existe uma conta com este e-mail. Entre nela para participar.',
    toJoin: (organization) => `Com ela você passa a fazer parte de ${organization}.`,
    invitation: 'Você recebeu um convite',
    join: (email, organization) => `Como ${email}, você pode fazer parte de ${organization}.`,
    joinButton: 'Participar',
    already: (email) => `Você já tem uma conta: ${email}. Não falta mais nada.`,
    goOn: 'Para a minha conta',
    signInFirst: (email) =>
      `O convite é para ${email}. Entre com este e-mail para aceitá-lo; aqui não são criadas novas contas.`,
    signedInAs: (email) => `No momento você entrou como ${email}.`,
    signIn: 'Entrar',
    byInvitation: 'Aqui as contas são criadas por convite. Peça um a quem administra esta instalação.',
    closed: 'Aqui não são criadas novas contas.',
  },
  recovery: {
    title: 'Definir uma nova senha',
    explanation: 'Digite o e-mail da sua conta. Você receberá uma mensagem com um link que funciona uma única vez.',
    email: 'E-mail',
    emailInvalid: 'Digite um e-mail, como ana@example.org.',
    send: 'Enviar o link',
    sent: 'Se houver uma conta com este e-mail, a mensagem está a caminho. Confira também a caixa de spam.',
    ask: 'Quem administra esta instalação pode lhe dar um link a qualquer momento, com este comando:',
    otherwise: 'Se ela não chegar, quem administra esta instalação pode lhe dar um link.',
    noMail: 'No momento não é possível enviar e-mails. Tente mais tarde ou peça um link ao administrador.',
    throttled: (minutes) =>
      `Houve tentativas demais. Tente de novo em ${minutes} min ou peça um link ao administrador.`,
    back: 'Voltar para entrar',
    message: (name, url, hours) =>
      `Olá, ${name},\n\nalguém, provavelmente você, pediu para definir uma nova senha. Use este link. Ele funciona uma única ` +
      `vez, dentro de ${hours} h:\n\n${url}\n\nSe não foi você, não é preciso fazer nada: a sua senha continua a mesma.\n`,
  },
  links: {
    signIn: 'Entrar',
    signInAs: (name, email) => `Com este link você entra como ${name} (${email}). Ele funciona uma única vez.`,
    signInLater:
      'Depois, defina uma senha ou adicione uma chave de acesso na página da sua conta: assim você não precisa de link da próxima vez.',
    invitation: 'Você recebeu um convite',
    invited: (email) => `Com este convite, ${email} ganha uma conta.`,
    invitedTo: (email, organization) => `Com este convite, ${email} passa a fazer parte de ${organization}.`,
    goOn: 'Continuar',
    newPassword: 'Nova senha',
    newPasswordFor: (email) =>
      `Para ${email}. Quem estiver conectado a esta conta em outros lugares será desconectado.`,
    setPassword: 'Definir senha e entrar',
  },
  passwords: {
    rule: `Pelo menos ${PASSWORD_MIN_CHARACTERS} caracteres. Algumas palavras em sequência são fáceis de lembrar e difíceis de adivinhar.`,
    too_short: `A senha precisa ter pelo menos ${PASSWORD_MIN_CHARACTERS} caracteres.`,
    too_long: `A senha pode ter no máximo ${PASSWORD_MAX_CHARACTERS} caracteres.`,
    common: 'Esta senha é uma das primeiras que alguém tentaria. Escolha outra.',
    personal: 'Esta senha é o seu nome ou o seu e-mail. Escolha outra.',
  },
};
