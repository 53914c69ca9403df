export interface MailMessage {
  /** The recipient's e-mail address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends the mail of an installation. */
export interface Mailer {
  /** Rejects if the mail server is currently unavailable. */
  check(): Promise<void>;
  /** Resolves when the mail server has accepted the message; rejects if it does not. */
  send(message: MailMessage): Promise<void>;
}
