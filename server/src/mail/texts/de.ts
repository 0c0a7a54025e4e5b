import type { RecipientTexts } from './mail-texts.ts';

/** The German texts of the mails to recipients. */
export const de: RecipientTexts = {
  locale: 'de-DE',
  language: 'de',
  mails: {
    invitation_sign: {
      subject: '{sender} bittet Sie, {document} zu unterschreiben',
      heading: '{sender} bittet um Ihre Unterschrift',
      lines: ['Bitte lesen Sie „{document}“ und unterschreiben Sie es. {account}'],
      button: 'Öffnen und unterschreiben',
    },
    invitation_review: {
      subject: '{sender} bittet Sie, {document} zu prüfen',
      heading: '{sender} bittet um Ihre Prüfung',
      lines: [
        'Bitte lesen Sie „{document}“ und stimmen Sie zu oder lehnen Sie ab. Sie brauchen kein Konto: Der Knopf öffnet es.',
      ],
      button: 'Öffnen und prüfen',
    },
    turn_sign: {
      subject: '{sender} bittet Sie, {document} zu unterschreiben',
      heading: 'Sie sind an der Reihe',
      lines: [
        'Alle vor Ihnen sind mit „{document}“ fertig. Bitte lesen und unterschreiben Sie es. {account}',
      ],
      button: 'Öffnen und unterschreiben',
    },
    turn_review: {
      subject: '{sender} bittet Sie, {document} zu prüfen',
      heading: 'Sie sind an der Reihe',
      lines: [
        'Alle vor Ihnen sind mit „{document}“ fertig. Bitte lesen Sie es und stimmen Sie zu oder lehnen Sie ab.',
      ],
      button: 'Öffnen und prüfen',
    },
    reminder_sign: {
      subject: 'Erinnerung: {sender} bittet Sie, {document} zu unterschreiben',
      heading: 'Ihre Unterschrift fehlt noch',
      lines: ['{sender} wartet darauf, dass Sie „{document}“ lesen und unterschreiben. {account}'],
      button: 'Öffnen und unterschreiben',
    },
    reminder_review: {
      subject: 'Erinnerung: {sender} bittet Sie, {document} zu prüfen',
      heading: 'Ihre Antwort fehlt noch',
      lines: [
        '{sender} wartet darauf, dass Sie „{document}“ lesen und zustimmen oder ablehnen. Sie brauchen kein Konto.',
      ],
      button: 'Öffnen und prüfen',
    },
    completed: {
      subject: '{document} ist von allen unterschrieben',
      heading: 'Alle sind fertig',
      lines: [
        '„{document}“ ist unterschrieben und versiegelt. Bewahren Sie die versiegelte Datei auf: Sie nennt, wer unterschrieben hat, und zeigt jede spätere Änderung.',
        'Um sie zu prüfen, legen Sie die Datei auf der Seite unten ab. Sie brauchen kein Konto. Die Codes neben den Unterschriften müssen die hier genannten sein.',
        'Auch ein PDF-Programm prüft die Unterschriften. {issuers}',
      ],
      button: 'Versiegeltes Dokument öffnen',
    },
    completed_several: {
      subject: '{document} ist von allen unterschrieben',
      heading: 'Alle sind fertig',
      lines: [
        '„{document}“ ist unterschrieben und versiegelt: {count} Dokumente. Bewahren Sie die versiegelten Dateien auf: Sie nennen, wer unterschrieben hat, und zeigen jede spätere Änderung.',
        'Um sie zu prüfen, legen Sie jede Datei auf der Seite unten ab. Sie brauchen kein Konto. Die Codes neben den Unterschriften müssen die hier genannten sein.',
        'Auch ein PDF-Programm prüft die Unterschriften. {issuers}',
      ],
      button: 'Versiegelte Dokumente öffnen',
    },
    declined: {
      subject: '{decliner} hat {document} abgelehnt',
      heading: '{decliner} hat abgelehnt',
      lines: [
        '„{document}“ wurde von {decliner} abgelehnt. Es endet hier und kann nicht mehr unterschrieben werden.',
      ],
      button: 'Ansehen, was geschehen ist',
    },
    passed_on: {
      subject: '{former} hat {document} an {successor} weitergegeben',
      heading: '{former} hat die Bitte weitergegeben',
      lines: [
        '{former} hat {successor} ({to}) gebeten, stattdessen bei „{document}“ zu handeln. Dorthin ging ein neuer Link.',
      ],
      button: 'Ansehen, was geschah',
    },
    canceled: {
      subject: '{sender} hat {document} zurückgezogen',
      heading: 'Es ist nichts mehr zu tun',
      lines: [
        '{sender} hat „{document}“ zurückgezogen. Sie müssen nichts tun; es kann nichts mehr unterschrieben werden.',
      ],
      button: 'Ansehen, wie es endete',
    },
    passkey_code: {
      subject: 'Ihr Code zum Einrichten eines Passkeys',
      heading: 'Ihr Code: {code}',
      lines: [
        'Geben Sie diesen Code auf der Seite ein, auf der Sie „{document}“ unterschrieben haben, um einen Passkey einzurichten. Er gilt 10 Minuten.',
        'Mit dem Passkey zeigen Sie, wer Sie sind, wenn Sie Dokumente unterschreiben, die an dieses Postfach gehen. Geben Sie den Code nicht weiter. Wenn Sie keinen angefordert haben, tun Sie nichts, und sagen Sie es {sender}.',
      ],
      button: '',
    },
    signing_code: {
      subject: 'Ihr Code zum Unterschreiben von {document}',
      heading: 'Ihr Code: {code}',
      lines: [
        'Geben Sie diesen Code auf der Seite ein, auf der Sie „{document}“ unterschreiben. Er gilt 10 Minuten, und für das, was Sie dort geprüft haben.',
        'Geben Sie ihn nicht weiter. Wenn Sie keinen Code angefordert haben, tun Sie nichts, und sagen Sie es {sender}.',
      ],
      button: '',
    },
    expired: {
      subject: 'Die Frist von {document} ist abgelaufen',
      heading: 'Die Frist ist abgelaufen',
      lines: ['„{document}“ wurde nicht rechtzeitig fertig und kann nicht mehr unterschrieben werden.'],
      button: 'Ansehen, wie es endete',
    },
  },
  accounts: {
    simple: 'Sie brauchen kein Konto: Der Knopf öffnet das Dokument.',
    advanced:
      'Sie brauchen kein Konto. Vor dem Abschließen weisen Sie nach, wer Sie sind, zum Beispiel mit einem Code; die Seite sagt, wie.',
    qualified:
      'Vor dem Abschließen melden Sie sich bei einem Vertrauensdiensteanbieter an, der feststellt, wer Sie sind, und mit Ihrem Schlüssel unterschreibt: Sie brauchen dort ein Konto, hier keines.',
  },
  sandbox:
    'Sandbox, ohne rechtliche Wirkung: Dieser Dienst läuft zur Probe, und sein eigener Anbieter unterschreibt.',
  issuers: {
    own: 'Es nennt ihren Aussteller unbekannt, solange es das Wurzelzertifikat von {host} nicht kennt. Das sagt etwas über den Aussteller, nicht über das Dokument; die Anleitung zeigt, wie man der Wurzel vertraut.',
    provider:
      'Ihre Aussteller sind die Vertrauensdiensteanbieter der Unterzeichner: Es nennt einen Aussteller unbekannt, solange es diesen Anbieter nicht kennt. Das sagt etwas über den Aussteller, nicht über das Dokument; die Anleitung sagt mehr.',
  },
  checks: {
    page: 'Dokument prüfen',
    guide: 'Wie man es in einem PDF-Programm prüft und der Wurzel vertraut',
    root: 'Das Wurzelzertifikat',
  },
  labels: {
    codes: 'Codes der Unterschriften',
    from: 'Von',
    log: 'Stand des Siegelprotokolls',
    sentBy: 'Gesendet durch',
    document: 'Dokument',
    missing: 'Nicht geantwortet',
    deadline: 'Frist',
  },
  messageOf: '{sender} schreibt:',
  reasonOf: '{decliner} nennt diesen Grund:',
  inDays: { one: 'in {count} Tag', other: 'in {count} Tagen' },
  inHours: { one: 'in {count} Stunde', other: 'in {count} Stunden' },
  keySender: 'den Schlüssel „{keyName}“ von {keyMaker}',
  certificate: {
    completed: 'Das Abschlusszertifikat liegt bei: wer was wann unterschrieben hat.',
    ended: 'Ein Zertifikat darüber, wie es endete, liegt bei.',
  },
  attached: {
    one: 'Das Dokument liegt bei: {contents}.',
    other: 'Die Dokumente liegen bei: {contents}.',
  },
  tooLarge: {
    one: 'Das Dokument ({contents}) ist zu groß für eine Nachricht ({size} MB); der Knopf öffnet es.',
    other:
      'Die Dokumente ({contents}) sind zu groß für eine Nachricht (zusammen {size} MB); der Knopf öffnet sie.',
  },
  otherWay: 'Falls der Knopf nicht geht, öffnen Sie diese Adresse:',
  personal:
    'Der Link ist nur für Sie: Mit ihm kann man in Ihrem Namen antworten. Leiten Sie diese Nachricht nicht weiter.',
  whySender: 'Sie erhalten diese E-Mail, weil Sie das Dokument versandt haben.',
  whyRecipient:
    'Sie erhalten diese Nachricht, weil {sender} von {organization} {email} als Empfänger genannt hat.',
  sentBy: 'Gesendet von Paraph, {host}.',
  abuse: 'Diese Nachricht ist Spam oder Missbrauch? Melden Sie es an {contact}.',
};
