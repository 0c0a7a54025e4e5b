import type { CompletionTexts } from './en.ts';

/** The words of a certificate of completion, in German. */
export const de: CompletionTexts = {
  locale: 'de-DE',
  title: 'Abschlusszertifikat',
  completed: 'Alle Beteiligten haben unterschrieben oder zugestimmt. Abgeschlossen: {time}.',
  facts: {
    organization: 'Versandt für',
    sender: 'Versandt von',
    known: 'Absender erkannt durch',
    envelope: 'Umschlag',
    sent: 'Versandt',
    completed: 'Abgeschlossen',
    service: 'Dienst',
  },
  senderKnown: {
    session: 'Anmeldung mit Passwort',
    token: 'ein Zugriffstoken einer Anwendung',
    key: 'einen API-Schlüssel',
    none: 'nicht aufgezeichnet',
  },
  documents: 'Dokumente',
  pages: 'Seiten',
  before: 'Wie versandt (SHA-256)',
  after: 'Wie unterschrieben (SHA-256)',
  sealed: 'Versiegelt',
  sealedBy: '{level}, {time}, Zeitstempel von {authority}',
  ownClock: '{authority} (die Uhr dieses Dienstes)',
  people: 'Personen',
  person: {
    email: 'E-Mail-Adresse',
    part: 'Aufgabe',
    result: 'Ergebnis',
    level: 'Niveau',
    identified: 'Identifiziert durch',
    rests: 'Grundlage',
    address: 'Von',
    code: 'Code im Dokument',
    certificate: 'Zertifikat',
    agreed: 'Elektronischem Unterschreiben zugestimmt',
  },
  part: { sign: 'Unterschreibt, Schritt {step}', review: 'Prüft, Schritt {step}' },
  result: {
    signed: 'Unterschrieben: {time}',
    approved: 'Zugestimmt: {time}',
    declined: 'Abgelehnt: {time}',
  },
  noResult: 'Hat nicht gehandelt',
  level: {
    simple: 'Einfache elektronische Signatur',
    advanced: 'Fortgeschrittene elektronische Signatur',
    qualified: 'Qualifizierte elektronische Signatur',
  },
  mailbox: 'Zugang zum Postfach: hat den dorthin gesandten Link geöffnet, {time}',
  otherMethod: '{method}, {time}',
  methods: {
    'code-sms': 'Ein Code per SMS',
    'code-mail': 'Ein Code per E-Mail',
    passkey: 'Ein Passkey',
    'identity-provider': 'Anmeldung bei einem Identitätsanbieter',
  },
  notIdentified: 'Nicht aufgezeichnet',
  throughProxy: '{ip}, laut einem Proxy',
  unnamedProxy: '{ip}, die eines Proxys, der nicht benannt ist; die der Person ist nicht bekannt',
  noAddress: 'Nicht aufgezeichnet',
  history: 'Was geschah',
  columns: { time: 'Zeit (UTC)', local: 'Vor Ort', what: 'Was', who: 'Wer', address: 'Von' },
  events: {
    'workflow.created': 'Erstellt',
    'workflow.started': 'Versandt',
    'workflow.approved': 'Alle haben gehandelt',
    'workflow.sealed': 'Alle Dokumente versiegelt',
    'workflow.signed': 'Abgeschlossen',
    'workflow.changed': 'Vom Absender geändert',
    'workflow.blocked': 'Aus technischem Grund angehalten',
    'workflow.retried': 'Erneut versucht',
    'action.started': 'Gebeten zu handeln',
    'action.signed': 'Unterschrieben',
    'action.approved': 'Zugestimmt',
    'action.reminded': 'Erinnert',
    'link.opened': 'Link geöffnet',
    'consent.given': 'Elektronischem Unterschreiben zugestimmt',
    'document.sealed': 'Dokument versiegelt',
    'document.renewed': 'Siegel erneuert',
    'recipient.reassigned': 'An eine andere Person übergeben',
    'mail.sent': 'E-Mail vom Mailserver angenommen',
    'mail.failed': 'E-Mail nicht zugestellt',
  },
  service: 'Dieser Dienst',
  notProven: 'Was nicht bewiesen ist',
  verify: 'So prüfen Sie es',
  verifySteps: [
    'Öffnen Sie {url} und wählen Sie diese Datei oder ein unterschriebenes Dokument. Ein Konto ist nicht nötig, und nichts wird aufbewahrt.',
    'Diese Seite gibt die Prüfung auch als eine einzige Datei heraus: Sie funktioniert ohne diesen Dienst und ohne Netz.',
    'Jede Signatur in einem Dokument zeigt den Code, der hier bei der unterzeichnenden Person steht.',
    'Diese Datei ist wie die Dokumente versiegelt: Jedes PDF-Programm, das Signaturen prüft, sagt, ob sie geändert wurde.',
    'Dieselben Angaben für Programme sind dieser Datei als {attachment} angehängt.',
  ],
  qr: 'QR-Code mit der Adresse {url}',
  page: 'Seite {page} von {count}',
  record: 'Die Angaben für Programme, mit jedem Ereignis und jeder Prüfsumme',
  reached: {
    sentence:
      '{level}: identifiziert {identified}; den Schlüssel hatte {holder}; schwächstes Glied: {weakest}.',
    level: { simple: 'Einfach', advanced: 'Fortgeschritten', qualified: 'Qualifiziert' },
    identified: {
      mailbox: 'durch den Link, der an ihr Postfach ging',
      'code-mail':
        'durch den Link in ihrem Postfach und einen Code an dasselbe Postfach, gebunden an den Inhalt',
      'code-sms':
        'durch den Link in ihrem Postfach und einen Code per SMS auf ihr Telefon, gebunden an den Inhalt',
      passkey: 'durch den Link in ihrem Postfach und ihren Passkey, gebunden an den Inhalt',
      'identity-provider':
        'durch den Link in ihrem Postfach und die Anmeldung beim Identitätsanbieter der Organisation, gebunden an den Inhalt',
      'trust-service-provider': 'durch ihren Vertrauensdiensteanbieter',
    },
    holder: {
      service: 'dieser Dienst, der ihn nur für diese Signatur erzeugt und danach gelöscht hat',
      browser:
        'der eigene Browser der Person, der ihn nur für diese Signatur erzeugt hat und nicht herausgeben kann',
      provider: 'die qualifizierte Einheit der Person beim Anbieter',
    },
    weakest: {
      mailbox: 'Wer das Postfach lesen kann, könnte unterschrieben haben, und der Dienst hatte den Schlüssel',
      'code-mail':
        'Wer das Postfach lesen kann, könnte unterschrieben haben, denn auch der Code ging dorthin',
      'code-sms':
        'Wer Postfach und Telefon hat, könnte unterschrieben haben; der Absender hat beide angegeben',
      passkey:
        'Wer das Gerät mit dem Passkey entsperren kann und bei dessen Einrichtung das Postfach hatte, könnte unterschrieben haben',
      'identity-provider':
        'Der Betreiber des Identitätsanbieters der Organisation könnte sich stattdessen angemeldet haben',
      'trust-service-provider': 'Für Person und Gerät bürgt der Vertrauensdiensteanbieter',
    },
  },
  unproven: {
    mailbox: 'Wer eine Person ist, über den Zugang zu dem Postfach hinaus, an das der Link ging.',
    identified: 'Wer eine Person ist, identifiziert {identified}: {weakest}.',
    sandbox: 'Wer „{subject}“ ist: Der Anbieter „{issuer}“ identifiziert niemanden.',
    provider:
      'Wer „{subject}“ ist, über das Zertifikat des Vertrauensdiensteanbieters hinaus: „{issuer}“ bürgt dafür, dass ' +
      'es dieser Person gehört und dass der Schlüssel in ihrer qualifizierten Einheit ist.',
    names: 'Dass der Name einer Person ihrer ist: Es ist der, den der Absender angegeben hat.',
    otherNames:
      'Dass der Name einer Person, die kein Anbieter identifiziert hat, ihrer ist: Es ist der, den der Absender angegeben hat.',
    twoNames:
      'Dass „{name}“ und „{subject}“ eine Person sind: Den ersten Namen hat der Absender angegeben, den zweiten nennt ' +
      'das Zertifikat des Vertrauensdiensteanbieters.',
    reading: 'Dass eine Person jede Seite gelesen oder verstanden hat.',
    mail: 'Dass eine E-Mail gelesen wurde oder das Postfach erreichte, nachdem der Mailserver sie angenommen hatte.',
    page: 'Schaltfläche, Sprache und Zeitzone, über die Angaben des Browsers hinaus.',
    time: 'Die Zeit für alle, die dieser Instanz nicht trauen: Die Zeitstempel sind von ihrer eigenen Stelle.',
    address: 'Adressen, über die Angaben des Proxys vor dieser Instanz hinaus.',
    point: 'Punkt {number} der Angaben: nicht aufgezeichnet.',
  },
};
