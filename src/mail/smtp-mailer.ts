import type { Transporter } from 'nodemailer';
import type { Config } from '../config/config.ts';
import type { Mailer, MailMessage } from '../domain/account/identity/mailer.ts';

/** How long a mail server may take to answer: somebody waits for a page. */
const TIMEOUT_MS = 10_000;

/** Mail by SMTP. The library is loaded with the first message, and again where that failed. RFC 5321 */
export class SmtpMailer implements Mailer {
  readonly #settings: NonNullable<Config['mail']>;
  #transporter: Transporter | null = null;

  constructor(settings: NonNullable<Config['mail']>) {
    this.#settings = settings;
  }

  async check(): Promise<void> {
    await (await this.#open()).verify();
  }

  async send({ to, subject, text }: MailMessage): Promise<void> {
    const transporter = await this.#open();
    // Without tracking of any kind, and not to be answered by machines. RFC 3834
    await transporter.sendMail({
      from: { name: 'Lectern', address: this.#settings.from },
      to: { name: '', address: to },
      subject,
      text,
      headers: { 'auto-submitted': 'auto-generated' },
    });
  }

  async #open(): Promise<Transporter> {
    this.#transporter ??= await createTransporter(this.#settings.smtpUrl);
    return this.#transporter;
  }
}

async function createTransporter(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  return createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true });
}
