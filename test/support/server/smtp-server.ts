import { createServer, type Socket } from 'node:net';

/** A message that the mail server has received. */
interface ReceivedMessage {
  readonly from: string;
  readonly to: string;
  /** Headers and body, decoded from quoted-printable or base64. */
  readonly text: string;
}

export interface SmtpServer {
  /** smtp://lectern:PASSWORD@127.0.0.1:PORT */
  readonly url: string;
  readonly password: string;
  readonly messages: readonly ReceivedMessage[];
  /** Responds with this to every RCPT TO from now on, or takes them again (null). */
  refuseRecipients(line: string | null): void;
  /** Resolves with the next message, or the one that is there and was not asked for. */
  next(): Promise<ReceivedMessage>;
  close(): Promise<void>;
}

/** A mail server that speaks just enough SMTP for one client that logs in. RFC 5321, RFC 4954 */
export async function startSmtpServer(): Promise<SmtpServer> {
  const password = 'mail-password';
  const expected = Buffer.from(`\0lectern\0${password}`).toString('base64');
  const messages: ReceivedMessage[] = [];
  const sockets = new Set<Socket>();
  let asked = 0;
  let refusal: string | null = null;
  let wake = () => {};

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    const say = (line: string) => socket.write(`${line}\r\n`);
    let buffered = '';
    let reading = false;
    let from = '';
    let to = '';
    say('220 mail.example.org ESMTP');
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      buffered += chunk;
      for (;;) {
        const mark = reading ? '\r\n.\r\n' : '\r\n';
        const end = buffered.indexOf(mark);
        if (end < 0) return;
        const line = buffered.slice(0, end);
        buffered = buffered.slice(end + mark.length);
        if (reading) {
          reading = false;
          messages.push({ from, to, text: decode(line) });
          wake();
          say('250 taken');
        } else if (/^EHLO/i.test(line)) say('250-mail.example.org\r\n250 AUTH PLAIN');
        else if (/^AUTH PLAIN /i.test(line)) {
          say(line.slice('AUTH PLAIN '.length) === expected ? '235 welcome' : '535 not you');
        } else if (/^MAIL FROM:/i.test(line)) {
          from = /<([^>]*)>/.exec(line)![1]!;
          say('250 from there');
        } else if (/^RCPT TO:/i.test(line)) {
          to = /<([^>]*)>/.exec(line)![1]!;
          say(refusal ?? '250 to there');
        } else if (/^DATA/i.test(line)) {
          reading = true;
          say('354 go on');
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
        else say('250 so be it');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };

  return {
    url: `smtp://lectern:${password}@127.0.0.1:${port}`,
    password,
    messages,
    refuseRecipients: (line) => {
      refusal = line;
    },
    next: async () => {
      while (messages.length === asked) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return messages[asked++]!;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function decode(message: string): string {
  const [head = '', ...body] = message.split('\r\n\r\n');
  const text = body.join('\r\n\r\n');
  if (/content-transfer-encoding: base64/i.test(head))
    return `${head}\r\n\r\n${Buffer.from(text, 'base64').toString()}`;
  if (!/content-transfer-encoding: quoted-printable/i.test(head)) return message;
  const bytes = text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return `${head}\r\n\r\n${Buffer.from(bytes, 'latin1').toString('utf8')}`;
}
