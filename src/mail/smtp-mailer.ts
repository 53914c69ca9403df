import type { Transporter } from 'nodemailer';
import type { Config } from '../config/config.ts';
import type { Mailer, MailMessage } from '../domain/account/identity/mailer.ts';

/** Timeout for the mail server, because a person waits for the page. */
const TIMEOUT_MS = 10_000;

/** Sends mail by SMTP. The library is loaded for the first message, and again after a failure. RFC 5321 */
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
    // Marked so that machines do not reply. RFC 3834
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
