import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS, RECENT_SIGN_IN_MINUTES } from '../../contract/limits.ts';
import type { SignInStrings } from '../en/sign-in.ts';

export const signIn: SignInStrings = {
  page: {
    title: 'Entrar',
    again: 'Entre novamente',
    againWhy: `Esta página exige que você tenha entrado nos últimos ${RECENT_SIGN_IN_MINUTES} minutos, para que mais ninguém a use no seu dispositivo.`,
    noPassword:
      'Você ainda não definiu uma senha. Use uma chave de acesso, se tiver uma. Caso contrário, execute isto no servidor, abra o link mostrado e defina uma senha:',
    email: 'E-mail',
    password: 'Senha',
    forgotten: 'Esqueci minha senha',
    signUp: 'Ainda não tenho conta',
    already: (name) => `Você entrou como ${name}.`,
    goOn: 'Continuar',
    undone: 'Sua sessão foi encerrada, por isso nada foi alterado. Entre para voltar à página e preencha novamente.',
    wrong: 'E-mail ou senha incorretos.',
    disabled: 'Esta conta está desativada. Fale com o administrador do servidor.',
    throttled: (minutes) =>
      `Muitas tentativas. ${minutes === 1 ? 'No próximo minuto' : `Nos próximos ${minutes} minutos`} nenhuma senha é aceita, nem mesmo a correta. ` +
      'Uma chave de acesso ou um link de acesso do administrador funciona imediatamente.',
  },
  reasons: {
    app: (name) => `Depois, você poderá conectar o aplicativo “${name}”.`,
    terminal: (name) => `Depois, você poderá conectar o terminal “${name}”.`,
    organization: (name) => `Depois, você poderá fazer parte de ${name}.`,
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
    invitation: 'Você recebeu um convite',
    join: (email, organization) => `Como ${email}, você pode fazer parte de ${organization}.`,
    joinButton: 'Participar',
    already: (email) => `Você já tem uma conta: ${email}. Não é preciso fazer mais nada.`,
    goOn: 'Ir para minha conta',
    signInFirst: (email) =>
      `O convite é para ${email}. Entre com este e-mail para aceitá-lo. Este servidor não cria novas contas.`,
    signedInAs: (email) => `No momento, você está conectado como ${email}.`,
    signIn: 'Entrar',
    byInvitation: 'Para criar uma conta, você precisa de um convite. Fale com o administrador do servidor.',
    closed: 'Este servidor não cria novas contas.',
  },
  recovery: {
    title: 'Definir nova senha',
    explanation: 'Digite o e-mail da sua conta. Enviaremos um link que funciona uma única vez.',
    email: 'E-mail',
    emailInvalid: 'Digite um e-mail, como ana@example.org.',
    send: 'Enviar link',
    sent: 'Se houver uma conta com este e-mail, a mensagem está a caminho. Confira também a caixa de spam.',
    ask: 'O administrador do servidor pode criar um link para você a qualquer momento. Este comando o mostra, na pasta do Lectern com as configurações do servidor:',
    otherwise: 'Se ela não chegar, o administrador do servidor pode criar um link para você.',
    noMail: 'No momento não é possível enviar e-mails. Tente mais tarde ou peça um link ao administrador.',
    throttled: (minutes) =>
      `Muitas tentativas. Tente novamente em ${minutes === 1 ? 'um minuto' : `${minutes} minutos`} ou peça um link ao administrador.`,
    back: 'Voltar ao login',
    message: (name, url, hours) =>
      `Olá, ${name},\n\nalguém, provavelmente você, pediu para definir uma nova senha. Use este link. Ele funciona uma única ` +
      `vez, dentro de ${hours === 1 ? 'uma hora' : `${hours} horas`}:\n\n${url}\n\nSe não foi você, não é preciso fazer nada. Sua senha continua a mesma.\n`,
  },
  links: {
    signIn: 'Entrar',
    signInAs: (name, email) => `Com este link, você entra como ${name} (${email}). Ele funciona uma única vez.`,
    signInLater:
      'Depois, defina uma senha ou adicione uma chave de acesso na página da sua conta, para não precisar de um link da próxima vez.',
    invitation: 'Você recebeu um convite',
    invited: (email) => `Com este convite, ${email} recebe uma conta.`,
    invitedTo: (inviter: string | null, organization: string, role: string) =>
      `${inviter ?? 'O administrador deste servidor'} convida você para ${organization}, como ${role}.`,
    onlyFor: (email: string) => `O convite é para ${email}.`,
    goOn: 'Continuar',
    newPassword: 'Nova senha',
    newPasswordFor: (email) => `Para ${email}. Isso desconecta a conta em todos os outros dispositivos.`,
    setPassword: 'Definir senha e entrar',
  },
  passwords: {
    rule: `Pelo menos ${PASSWORD_MIN_CHARACTERS} caracteres. Várias palavras seguidas são fáceis de lembrar e difíceis de adivinhar.`,
    too_short: `A senha precisa ter pelo menos ${PASSWORD_MIN_CHARACTERS} caracteres.`,
    too_long: `A senha pode ter no máximo ${PASSWORD_MAX_CHARACTERS} caracteres.`,
    common: 'Esta senha é muito comum. Escolha outra.',
    personal: 'Esta senha é seu nome ou seu e-mail. Escolha outra.',
  },
};
