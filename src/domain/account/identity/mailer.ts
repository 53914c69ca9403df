export interface MailMessage {
  /** An e-mail address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** How an installation sends mail. */
export interface Mailer {
  /** Rejects where mail cannot be sent now, whoever it is for. */
  check(): Promise<void>;
  /** Resolves when the mail server has taken it; rejects where it does not. */
  send(message: MailMessage): Promise<void>;
}
