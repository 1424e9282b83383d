// Reads how often alerts are evaluated, and how their matches are delivered.
import type { AlertsSettings } from '../alerts/compose-alerts.js';
import type { EnvironmentReader } from './read-environment.js';

const MAILBOX = /^(?:[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/;

/** Faults name the variable and never show the address of the mail server: a password may be in it. */
export function readAlertSettings(read: EnvironmentReader): AlertsSettings {
  const mail = readMail(read);
  return {
    everySeconds: read.whole('ALERTS_EVERY_SECONDS', { fallback: 300, least: 1, most: 86_400 }),
    allowPrivate: read.choice('WEBHOOKS_TO_PRIVATE', ['off', 'on']) === 'on',
    ...(mail === undefined ? {} : { mail }),
  };
}

function readMail(read: EnvironmentReader): AlertsSettings['mail'] {
  const url = read.secret('SMTP_URL');
  const from = read.text('SMTP_FROM');
  if (url === undefined) {
    if (from !== undefined) read.fault('SMTP_FROM needs SMTP_URL; it is not set.');
    return undefined;
  }
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^smtps?:$/.test(parsed.protocol) || parsed.hostname === '') {
    read.fault('SMTP_URL must be smtp(s)://user:password@host:port.');
  }
  if (from === undefined) {
    read.fault('SMTP_URL needs SMTP_FROM, such as "Chaintrail <alerts@example.com>".');
    return undefined;
  }
  if (!MAILBOX.test(from)) {
    read.fault(`SMTP_FROM must be an address, or a name and <address>; it is "${from}".`);
  }
  return { url, from };
}

/** The settings without secrets: of the mail server, only protocol and host. */
export const describeAlerts = ({ everySeconds, allowPrivate, mail }: AlertsSettings) => ({
  ALERTS_EVERY_SECONDS: everySeconds,
  WEBHOOKS_TO_PRIVATE: allowPrivate ? 'on' : 'off',
  SMTP_URL: mail === undefined ? null : hostOf(mail.url),
  SMTP_FROM: mail?.from ?? null,
});

function hostOf(text: string): string {
  const { protocol, host } = new URL(text);
  return `${protocol}//${host}`;
}
