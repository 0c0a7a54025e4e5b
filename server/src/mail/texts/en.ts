import type { MailTexts } from './mail-texts.ts';

/** The English texts of all mails. Placeholders in braces are filled in. */
export const en: MailTexts = {
  locale: 'en-GB',
  language: 'en',
  mails: {
    invitation_sign: {
      subject: '{sender} asks you to sign {document}',
      heading: '{sender} asks you to sign',
      lines: ['Please read “{document}” and sign it. {account}'],
      button: 'Open and sign',
    },
    invitation_review: {
      subject: '{sender} asks you to review {document}',
      heading: '{sender} asks you to review',
      lines: [
        'Please read “{document}” and approve or decline it. You need no account: the button opens it.',
      ],
      button: 'Open and review',
    },
    turn_sign: {
      subject: '{sender} asks you to sign {document}',
      heading: 'It is your turn to sign',
      lines: ['Everyone before you is done with “{document}”. Please read it and sign it. {account}'],
      button: 'Open and sign',
    },
    turn_review: {
      subject: '{sender} asks you to review {document}',
      heading: 'It is your turn to review',
      lines: ['Everyone before you is done with “{document}”. Please read it and approve or decline it.'],
      button: 'Open and review',
    },
    reminder_sign: {
      subject: 'Reminder: {sender} asks you to sign {document}',
      heading: 'Your signature is still missing',
      lines: ['{sender} is waiting for you to read “{document}” and sign it. {account}'],
      button: 'Open and sign',
    },
    reminder_review: {
      subject: 'Reminder: {sender} asks you to review {document}',
      heading: 'Your answer is still missing',
      lines: [
        '{sender} is waiting for you to read “{document}” and approve or decline it. You need no account.',
      ],
      button: 'Open and review',
    },
    completed: {
      subject: '{document} is signed by everyone',
      heading: 'Everyone is done',
      lines: [
        '“{document}” is signed and sealed. Keep the sealed file: it names who signed, and shows any later change.',
        'To check it, drop the file on the page below. You need no account. The codes beside the signatures must be those named here.',
        'A PDF reader checks the signatures as well. {issuers}',
      ],
      button: 'Open the sealed document',
    },
    completed_several: {
      subject: '{document} is signed by everyone',
      heading: 'Everyone is done',
      lines: [
        '“{document}” is signed and sealed: {count} documents. Keep the sealed files: they name who signed, and show any later change.',
        'To check them, drop each file on the page below. You need no account. The codes beside the signatures must be those named here.',
        'A PDF reader checks the signatures as well. {issuers}',
      ],
      button: 'Open the sealed documents',
    },
    declined: {
      subject: '{decliner} declined {document}',
      heading: '{decliner} declined',
      lines: ['“{document}” was declined by {decliner}, so it ends here and cannot be signed any more.'],
      button: 'See what happened',
    },
    passed_on: {
      subject: '{former} passed {document} on to {successor}',
      heading: '{former} passed it on',
      lines: ['{former} asked {successor} ({to}) to act on “{document}” instead. A new link was sent there.'],
      button: 'See what happened',
    },
    canceled: {
      subject: '{sender} canceled {document}',
      heading: 'Nothing left to do',
      lines: [
        '{sender} canceled “{document}”. You do not need to do anything; nothing can be signed any more.',
      ],
      button: 'See how it ended',
    },
    expired: {
      subject: 'The deadline of {document} has passed',
      heading: 'The deadline has passed',
      lines: ['“{document}” was not finished in time, so it can no longer be signed.'],
      button: 'See how it ended',
    },
    start_failed: {
      subject: '{document} could not be started',
      heading: 'The scheduled start did not succeed',
      lines: [
        '“{document}” was to be sent by itself, but could not be started. No recipient has been invited.',
        'What went wrong: {cause}',
        'Once the cause is fixed, start it on the page of the document, or set another date.',
      ],
      button: 'Open the document’s page',
    },
    blocked: {
      subject: '{document} could not be sealed',
      heading: 'Sealing did not succeed',
      lines: [
        'Everyone has answered, and every answer is safe, but “{document}” could not be sealed.',
        'What went wrong: {cause}',
        'Once the cause is fixed, choose Retry on the page of the document.',
      ],
      button: 'Open the document’s page',
    },
    mail_failed: {
      subject: 'A mail about {document} could not be delivered',
      heading: 'A mail did not arrive',
      lines: [
        'The mail to {to} about “{document}” could not be delivered.',
        'What the mail server said: {cause}',
        'Check the address. On the page of the document the mail can be sent again.',
      ],
      button: 'Open the document’s page',
    },
    passkey_code: {
      subject: 'Your code to set up a passkey',
      heading: 'Your code: {code}',
      lines: [
        'Enter this code on the page on which you signed “{document}”, to set up a passkey. It is valid for 10 minutes.',
        'With the passkey you can show who you are when you sign documents that are sent to this mailbox. Do not give the code to other people. If you did not ask for it, do nothing, and tell {sender}.',
      ],
      button: '',
    },
    signing_code: {
      subject: 'Your code to sign {document}',
      heading: 'Your code: {code}',
      lines: [
        'Enter this code on the page on which you are signing “{document}”. It is valid for 10 minutes, and for what you checked there.',
        'Do not give it to other people. If you did not ask for it, do nothing, and tell {sender}.',
      ],
      button: '',
    },
    code_failed: {
      subject: 'A code for {recipient} could not be delivered',
      heading: 'A text message did not arrive',
      lines: [
        '{recipient} asked for a code to sign “{document}”, and it could not be delivered to {to}.',
        'What the gateway said: {cause}',
        'Check the phone number on the page of the document. Nothing is lost: {recipient} can ask for another code.',
      ],
      button: 'Open the document’s page',
    },
    delivery_dead: {
      subject: 'A notification about {document} could not be delivered',
      heading: 'A notification did not arrive',
      lines: [
        'The server at {to} could not be notified of an event of “{document}”.',
        'The last attempt: {cause}',
        'The document itself is not affected. On its page the notification can be sent again.',
      ],
      button: 'Open the document’s page',
    },
    file_damaged: {
      subject: 'A stored file of {document} is damaged',
      heading: 'A stored file is damaged',
      lines: [
        'Reading the files of “{document}” again, this service found: {cause}',
        'The file is not delivered until it is restored. Please tell the operator of this service.',
        'Copies that were downloaded or mailed before are not affected.',
      ],
      button: 'Open the document’s page',
    },
    callback_changed: {
      subject: 'The notification URL of {document} was changed',
      heading: 'The notification URL was changed',
      lines: [
        '{by} changed where notifications about “{document}” are sent while it is under way.',
        'Before: {formerHost}',
        'From now on: {newHost}',
        'If you did not expect this, look at the preferences of the document and at the keys and apps of your account.',
      ],
      button: 'Open the document’s page',
    },
    key_used: {
      subject: 'A key acted in your name on {document}',
      heading: 'An API key acted in your name',
      lines: [
        'The key “{keyName}” of {keyMaker} {action} “{document}” in your name.',
        'If you did not expect this, ask the administrators of {organization}: they can delete the key.',
      ],
      button: 'Open the document’s page',
    },
    password_reset: {
      subject: 'Choose a new password',
      heading: 'Choose a new password',
      lines: [
        'A new password was requested for your account; we hope by you. The link works once, for one hour.',
        'If it was not you, do nothing: your password stays as it is.',
      ],
      button: 'Choose a new password',
    },
    address_proof: {
      subject: 'Confirm your email address',
      heading: 'Confirm your email address',
      lines: [
        'An account was made at {host} with this address; we hope by you. Until the address is confirmed, the account cannot send anything.',
        'The link works for seven days. Sign in with the password that you chose, and press the button on the page.',
        'If it was not you, do nothing: without you the account can never send anything.',
      ],
      button: 'Confirm the address',
    },
    address_taken: {
      subject: 'You already have an account at {host}',
      heading: 'You already have an account',
      lines: [
        'A visitor made a new account at {host} with this address, which is that of your account already.',
        'If it was you, sign in with your usual password, or choose a new one.',
        'If it was not you, do nothing: your account stays as it is, and the new one cannot be confirmed.',
      ],
      button: 'Choose a new password',
    },
    password_changed: {
      subject: 'Your password was changed',
      heading: 'Your password was changed',
      lines: [
        'A new password was chosen for your account by the link of a mail, and you were signed out everywhere.',
        'If it was not you, choose a new password now: another person can read your mail.',
      ],
      button: 'Choose a new password',
    },
    access_ended: {
      subject: 'Access to your account was ended',
      heading: 'Access to your account was ended',
      lines: ['After the new password was chosen, some access to your account was ended at once.'],
      button: 'Open your account',
    },
    member_invited: {
      subject: '{inviter} invites you to {organization}',
      heading: '{inviter} invites you',
      lines: [
        'You are invited to join {organization}, to send documents and have them signed together.',
        'The link works for seven days, once, and for {email} alone.',
      ],
      button: 'Open the invitation',
    },
  },
  accounts: {
    simple: 'You need no account: the button opens the document.',
    advanced:
      'You need no account. Before you finish you show who you are, with a code for example; the page says how.',
    qualified:
      'Before you finish you sign in at a trust service provider, which identifies you and signs with your key: you need an account there, and none here.',
  },
  sandbox: 'Sandbox, no legal effect: this service runs for trial, and its own provider signs.',
  issuers: {
    own: 'It calls their issuer unknown or not trusted as long as it does not know the root certificate of {host}. That is a statement about the issuer, not about the document; the guide says how to trust the root.',
    provider:
      'Their issuers are the trust service providers of the signers: it calls one unknown or not trusted as long as it does not know that provider. That is a statement about the issuer, not about the document; the guide says more.',
  },
  checks: {
    page: 'Check the document',
    guide: 'How to check it in a PDF reader, and how to trust the root',
    root: 'The root certificate',
  },
  labels: {
    codes: 'Codes of the signatures',
    from: 'From',
    log: 'State of the log of seals',
    sentBy: 'Sent by',
    document: 'Document',
    deadline: 'Deadline',
    missing: 'Not answered',
    apps: 'Apps',
    apiKeys: 'API keys',
    ended: 'Ended',
  },
  stillActs: 'What is listed can still act in your name. It can be ended on the page of your account.',
  nothingActs: 'Nothing else can act in your name.',
  messageOf: '{sender} writes:',
  reasonOf: '{decliner} gave this reason:',
  inDays: { one: 'in {count} day', other: 'in {count} days' },
  inHours: { one: 'in {count} hour', other: 'in {count} hours' },
  actions: {
    'workflow.started': 'sent',
    'workflow.canceled': 'canceled',
    'workflow.changed': 'changed',
    'workflow.retried': 'requested another sealing of',
    'recipient.reassigned': 'passed on a task of',
    'action.reminded': 'sent a reminder about',
    'callback.changed': 'changed the notification URL of',
  },
  keySender: 'the key “{keyName}” of {keyMaker}',
  callback: {
    none: 'nowhere',
    verified: 'certificate verified',
    unverified: 'any certificate accepted',
    otherSecret: 'signed with another secret',
  },
  certificate: {
    completed: 'The certificate of completion is attached: who signed what, and when.',
    ended: 'A certificate of how it ended is attached.',
  },
  attached: {
    one: 'The document is attached: {contents}.',
    other: 'The documents are attached: {contents}.',
  },
  tooLarge: {
    one: 'The document ({contents}) is too large for a mail ({size} MB); the button opens it.',
    other: 'The documents ({contents}) are too large for a mail ({size} MB together); the button opens them.',
  },
  otherWay: 'If the button does not work, open this address:',
  personal: 'The link is for you only: it allows answering in your name. Do not forward this mail.',
  whySender: 'You get this mail because you sent the document.',
  whyRecipient: 'You get this mail because {sender} of {organization} named {email} as a recipient.',
  whyAccount: 'You get this mail because of your account.',
  whyKey: 'You get this mail because the key acts as your account.',
  whyInvited:
    'You get this mail because {inviter} of {organization} invited {email}. If you do not know them, do nothing.',
  sentBy: 'Sent by Paraph at {host}.',
  abuse: 'Is this mail spam or abuse? Report it to {contact}.',
};
