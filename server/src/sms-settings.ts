import { checkOutsideUrl, readSecretFile } from './outside-settings.ts';
import { SMS_KINDS, type SmsSettings } from './platform/sms-message.ts';

export const SMS_SETTINGS = {
  smsGateway: {
    name: 'PARAPH_SMS_GATEWAY',
    fallback: '',
    about:
      'Kind of the gateway for text messages with codes: http (POST of JSON, signed as notifications are), twilio (form with ' +
      'basic authentication), or smpp. Default: none; an instance on a loopback address shows texts on the mailbox page.',
  },
  smsUrl: {
    name: 'PARAPH_SMS_URL',
    fallback: '',
    about:
      'Address of that gateway: https://…, for twilio with the account and ending in Messages.json; smpp://host:port or smpps://host:port.',
  },
  smsUser: {
    name: 'PARAPH_SMS_USER',
    fallback: '',
    about: 'Account (twilio) or system id (smpp) at that gateway.',
  },
  smsSecretFile: {
    name: 'PARAPH_SMS_SECRET_FILE',
    fallback: '',
    about:
      'File with the token or password at that gateway, or for http with the secret of the signatures, readable by this service alone.',
  },
  smsFrom: {
    name: 'PARAPH_SMS_FROM',
    fallback: '',
    about:
      'Number (+41…) or name that texts come from. Needed for twilio, where it may be a messaging service.',
  },
  smsTimeout: {
    name: 'PARAPH_SMS_TIMEOUT',
    fallback: '10',
    about: 'Seconds that the gateway has to answer, 0.1 to 60; then the text is tried again.',
  },
  mailCodes: {
    name: 'PARAPH_MAIL_CODES',
    fallback: '',
    about:
      'yes allows codes by mail as the second proof of a signer; they prove no more than the link, which is in the same mailbox. ' +
      'Default: no; yes on a loopback address.',
  },
} as const;

type Names = Readonly<Record<keyof typeof SMS_SETTINGS, string>>;
const NAMES = Object.fromEntries(Object.entries(SMS_SETTINGS).map(([key, { name }]) => [key, name])) as Names;

/** Reads and validates the settings of the gateway; null without one. Adds problems to `problems`. */
export function readSmsSettings(
  text: (setting: { name: string; fallback: string; about: string }) => string,
  problems: string[],
): SmsSettings | null {
  const [kind, url, user, secretFile, from, timeout] = [
    text(SMS_SETTINGS.smsGateway),
    text(SMS_SETTINGS.smsUrl),
    text(SMS_SETTINGS.smsUser),
    text(SMS_SETTINGS.smsSecretFile),
    text(SMS_SETTINGS.smsFrom),
    text(SMS_SETTINGS.smsTimeout),
  ];
  const found = SMS_KINDS.find((each) => each === kind);
  const seconds = Number(timeout);
  if (!(seconds >= 0.1 && seconds <= 60))
    problems.push(`${NAMES.smsTimeout} is "${timeout}"; it must be a number from 0.1 to 60.`);
  if (kind === '') {
    const stray = [
      url && NAMES.smsUrl,
      user && NAMES.smsUser,
      secretFile && NAMES.smsSecretFile,
      from && NAMES.smsFrom,
    ];
    const given = stray.filter((name) => name !== '');
    if (given.length > 0)
      problems.push(
        `${NAMES.smsGateway} is missing; ${given.join(' and ')} ${given.length > 1 ? 'need' : 'needs'} it.`,
      );
    return null;
  }
  if (!found) {
    problems.push(`${NAMES.smsGateway} is "${kind}"; it must be one of ${SMS_KINDS.join(', ')}.`);
    return null;
  }
  const needed: (keyof Names)[] = ['smsUrl', 'smsSecretFile'];
  if (found !== 'http') needed.push('smsUser');
  if (found === 'twilio') needed.push('smsFrom');
  const values: Partial<Record<keyof Names, string>> = {
    smsUrl: url,
    smsSecretFile: secretFile,
    smsUser: user,
    smsFrom: from,
  };
  for (const key of needed) {
    if (values[key] === '')
      problems.push(`${NAMES[key]} is missing; the gateway ${found} needs it. ${SMS_SETTINGS[key].about}`);
  }
  if (url !== '') checkGatewayUrl(found, url, problems);
  const secret = secretFile === '' ? '' : readSecretFile(secretFile, NAMES.smsSecretFile, problems);
  return { kind: found, url, user, secret, from, timeoutMs: seconds * 1_000 };
}

/** Whether codes may be sent by mail. */
export function readMailCodes(text: string, isLoopback: boolean, problems: string[]): boolean {
  if (text !== '' && text !== 'yes' && text !== 'no')
    problems.push(`${NAMES.mailCodes} is "${text}"; it must be yes or no.`);
  return text === '' ? isLoopback : text === 'yes';
}

function checkGatewayUrl(kind: SmsSettings['kind'], url: string, problems: string[]): void {
  const problem =
    kind === 'smpp'
      ? /^smpps?:\/\/(?:\[[\d:a-f]+\]|[\w.-]+)(?::\d{1,5})?\/?$/i.test(url) && URL.canParse(url)
        ? null
        : 'It must be smpp://host:port or smpps://host:port.'
      : checkOutsideUrl(url);
  if (problem !== null) problems.push(`${NAMES.smsUrl} is not valid. ${problem}`);
}
