// Delivers by mail, through the SMTP server of SMTP_URL.
import type { Transporter } from 'nodemailer';
import { reasonOf } from '../../errors/reason-of.js';
import { deadlineOf } from '../../limits/deadline.js';
import { asSaid } from './as-said.js';
import { alertLink } from './dashboard-link.js';
import type { Message, Outcome, Send } from './delivery.js';
import { describe } from './describe.js';

export interface MailSettings {
  /** `smtp://user:password@host:587`, or `smtps://`. */
  readonly url: string;
  /** The sender: `alerts@example.com`, or `Name <alerts@example.com>`. */
  readonly from: string;
  /** Origin of the dashboard, for links in mails. Default: no links. */
  readonly dashboard?: string;
}

export interface Mailer {
  readonly send: Send;
  close(): void;
}

/** For each step of the SMTP conversation. */
const STEP_TIMEOUT_MS = 15_000;
/** For the whole mail: a server that sends a byte now and then must not outlast the delivery's lease. */
const TIMEOUT_MS = 60_000;

/**
 * Without settings, mail is undeliverable (decision N-16).
 *
 * @param timeoutMs of one mail. Default: 60 s
 */
export function createMailer(
  settings: MailSettings | undefined,
  timeoutMs: number = TIMEOUT_MS,
): Mailer {
  if (settings === undefined) {
    const error = 'No mail server is configured: set SMTP_URL and SMTP_FROM.';
    return { send: async () => ({ kind: 'undeliverable', error }), close() {} };
  }
  let opened: Promise<Transporter> | undefined;
  const open = async (): Promise<Transporter> => {
    // Imported only here, since installations that send no mail do not have the package.
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url: settings.url,
      connectionTimeout: STEP_TIMEOUT_MS,
      greetingTimeout: STEP_TIMEOUT_MS,
      socketTimeout: STEP_TIMEOUT_MS,
      dnsTimeout: STEP_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    } as Parameters<typeof createTransport>[0]);
  };
  return {
    async send(message, outer) {
      opened ??= open();
      const { signal, end } = deadlineOf(outer, timeoutMs);
      try {
        const transport = await opened;
        await transport.sendMail({ ...mailOf(message, settings), signal });
        return { kind: 'delivered' };
      } catch (error) {
        if (outer.aborted) throw error;
        if (!signal.aborted) return outcomeOf(error);
        return { kind: 'retry', error: `The mail server took longer than ${timeoutMs / 1_000} s.` };
      } finally {
        end();
      }
    },
    close() {
      opened?.then((transport) => transport.close()).catch(() => {});
      opened = undefined;
    },
  };
}

function mailOf(message: Message, { from, dashboard }: MailSettings) {
  const { title, lines, more } = describe(message, dashboard);
  const { id } = message.alert;
  const text = [
    title,
    '',
    ...lines.flatMap(({ text: line, link }) => [`- ${line}`, ...(link ? [`  ${link}`] : [])]),
    ...(more > 0 ? [`- and ${more} more`] : []),
    '',
    `Alert ${id}, ${message.createdAt}`,
    ...(dashboard === undefined ? [] : [alertLink(dashboard, id)]),
  ];
  return {
    from,
    // As an object, so that nodemailer does not parse the text as a list of addresses.
    to: { name: '', address: message.target },
    subject: title,
    text: text.join('\n'),
    // The same in each attempt, so that mail servers drop repeats.
    messageId: `<${message.id}@chaintrail>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

/** The SMTP commands whose permanent refusal is about this mail: its recipient, or its content. */
const OF_THE_MAIL: readonly unknown[] = ['RCPT TO', 'DATA'];

/** A permanent refusal has a 5xx code (RFC 5321, section 4.2.1). */
function outcomeOf(error: unknown): Outcome {
  const reason = asSaid(reasonOf(error), 500);
  const given = error as { readonly responseCode?: unknown; readonly command?: unknown };
  const code = typeof given.responseCode === 'number' ? given.responseCode : undefined;
  const answered = code === undefined ? {} : { status: code };
  // Other 5xx refusals, such as a wrong password or sender, are retried, since the operator can fix them.
  const isFinal = code !== undefined && code >= 500 && OF_THE_MAIL.includes(given.command);
  return { kind: isFinal ? 'failed' : 'retry', error: reason, ...answered };
}
