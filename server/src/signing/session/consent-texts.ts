import type { ActionType, WorkflowType } from '@paraph/domain';

export interface ConsentText {
  version: string;
  language: string;
  /** The level whose key and certificate the text speaks of. */
  level: WorkflowType;
  text: string;
}

interface Wording {
  language: string;
  agreement: string;
  /** What happens at Finish and what is kept. */
  finish: Readonly<Record<WorkflowType, string>>;
  freedom: string;
  device: string;
}

// Texts are immutable: a change is a new version, so that the text of every consent stays readable.
const WORDINGS: readonly Wording[] = [
  {
    language: 'en',
    agreement:
      'By ticking the box you agree to sign this document electronically and to receive it electronically. ' +
      'Your electronic signature is meant to bind you as one made by hand would, as far as the law allows for ' +
      'this kind of document.',
    finish: {
      simple:
        'When you finish, your name, your email address, the time and the marks you made are put on the document, and ' +
        'a digital certificate in your name, issued by this service and used only for this document, seals it. ' +
        'The IP address and browser you used, and when you opened, agreed and signed, are kept as evidence.',
      advanced:
        'When you finish, your name, your email address, the time and the marks you made are put on the document. Before that ' +
        'you show who you are, with a code for example, for exactly this content. Your browser then makes a key that ' +
        'signs this document only and that it hands out to no one; this service issues a digital certificate in your ' +
        'name for it, and any later change of the document can be noticed. How you showed who you are, the IP address ' +
        'and browser you used, and when you opened, agreed and signed, are kept as evidence.',
      qualified:
        'When you finish, your name, your email address, the time and the marks you made are put on the document. The trust ' +
        'service provider that you choose identifies you and, once you allow it there, signs the document with your ' +
        'key and the certificate that it issued to you. It receives the hash of the document, not the document; its ' +
        'own terms apply to what it does. That certificate, the reference of its answer, the IP address and browser ' +
        'you used, and when you opened, agreed and signed, are kept as evidence.',
    },
    freedom:
      'You do not have to agree. You can close this page, decline with a reason that the sender will read, or ask the ' +
      'sender for another way to sign, on paper for example. You can take your agreement back until you finish, by ' +
      'closing the page or declining.',
    device:
      'You can download the document before and after signing. To read and keep it you need a device that shows PDF ' +
      'files. If your email address changes, tell the sender.',
  },
  {
    language: 'fr',
    agreement:
      'En cochant la case, vous acceptez de signer ce document par voie électronique et de le recevoir sous cette ' +
      'forme. Votre signature électronique vous engage comme le ferait une signature manuscrite, dans la mesure où ' +
      'la loi le permet pour ce type de document.',
    finish: {
      simple:
        'Lorsque vous terminez, votre nom, votre adresse électronique, la date et les marques que vous avez apposées ' +
        'figurent sur le document, qui est scellé par un certificat numérique à votre nom, émis par ce service et ' +
        'utilisé pour ce seul document. L’adresse IP et le navigateur utilisés, ainsi que les moments d’ouverture, ' +
        'd’accord et de signature, sont conservés comme preuve.',
      advanced:
        'Lorsque vous terminez, votre nom, votre adresse électronique, la date et les marques que vous avez apposées ' +
        'figurent sur le document. Auparavant, vous montrez qui vous êtes, par un code par exemple, pour ce contenu ' +
        'précis. Votre navigateur crée ensuite une clé qui ne signe que ce document et qu’il ne livre à personne ; ce ' +
        'service émet pour elle un certificat numérique à votre nom, et toute modification ultérieure du document se ' +
        'remarque. La manière dont vous avez montré qui vous êtes, l’adresse IP et le navigateur utilisés, ainsi que ' +
        'les moments d’ouverture, d’accord et de signature, sont conservés comme preuve.',
      qualified:
        'Lorsque vous terminez, votre nom, votre adresse électronique, la date et les marques que vous avez apposées ' +
        'figurent sur le document. Le prestataire de services de confiance que vous choisissez vous identifie puis, ' +
        'une fois que vous l’y avez autorisé, signe le document avec votre clé et le certificat qu’il vous a délivré. ' +
        'Il reçoit l’empreinte du document et non le document ; ses propres conditions s’appliquent à ce qu’il fait. ' +
        'Ce certificat, la référence de sa réponse, l’adresse IP et le navigateur utilisés, ainsi que les moments ' +
        'd’ouverture, d’accord et de signature, sont conservés comme preuve.',
    },
    freedom:
      'Vous n’êtes pas obligé d’accepter. Vous pouvez fermer cette page, refuser en donnant un motif que ' +
      'l’expéditeur lira, ou lui demander une autre façon de signer, sur papier par exemple. Jusqu’à la fin, vous ' +
      'pouvez revenir sur votre accord en fermant la page ou en refusant.',
    device:
      'Vous pouvez télécharger le document avant et après la signature. Il vous faut un appareil capable d’afficher ' +
      'des fichiers PDF. Si votre adresse électronique change, prévenez l’expéditeur.',
  },
  {
    language: 'de',
    agreement:
      'Mit dem Ankreuzen stimmen Sie zu, dieses Dokument elektronisch zu unterschreiben und elektronisch zu erhalten. ' +
      'Ihre elektronische Unterschrift soll Sie binden wie eine eigenhändige, soweit das Recht es für diese Art von ' +
      'Dokument zulässt.',
    finish: {
      simple:
        'Wenn Sie abschließen, werden Ihr Name, Ihre E-Mail-Adresse, der Zeitpunkt und Ihre Eintragungen in das Dokument ' +
        'aufgenommen. Ein digitales Zertifikat auf Ihren Namen, das dieser Dienst ausstellt und nur für dieses Dokument ' +
        'verwendet, versiegelt es. Ihre IP-Adresse, Ihr Browser und die Zeitpunkte des Öffnens, der Zustimmung und der ' +
        'Unterschrift werden als Nachweis aufbewahrt.',
      advanced:
        'Wenn Sie abschließen, werden Ihr Name, Ihre E-Mail-Adresse, der Zeitpunkt und Ihre Eintragungen in das Dokument ' +
        'aufgenommen. Zuvor weisen Sie nach, wer Sie sind, zum Beispiel mit einem Code, für genau diesen Inhalt. Ihr ' +
        'Browser erzeugt dann einen Schlüssel, der nur dieses Dokument unterschreibt und den er nicht herausgibt; ' +
        'dieser Dienst stellt dafür ein digitales Zertifikat auf Ihren Namen aus, und jede spätere Änderung des ' +
        'Dokuments fällt auf. Wie Sie nachgewiesen haben, wer Sie sind, Ihre IP-Adresse, Ihr Browser und die ' +
        'Zeitpunkte des Öffnens, der Zustimmung und der Unterschrift werden als Nachweis aufbewahrt.',
      qualified:
        'Wenn Sie abschließen, werden Ihr Name, Ihre E-Mail-Adresse, der Zeitpunkt und Ihre Eintragungen in das Dokument ' +
        'aufgenommen. Der Vertrauensdiensteanbieter, den Sie wählen, stellt fest, wer Sie sind, und unterschreibt das ' +
        'Dokument, sobald Sie es dort erlauben, mit Ihrem Schlüssel und dem Zertifikat, das er Ihnen ausgestellt hat. ' +
        'Er erhält die Prüfsumme des Dokuments, nicht das Dokument; für das, was er tut, gelten seine eigenen ' +
        'Bedingungen. Dieses Zertifikat, das Kennzeichen seiner Antwort, Ihre IP-Adresse, Ihr Browser und die ' +
        'Zeitpunkte des Öffnens, der Zustimmung und der Unterschrift werden als Nachweis aufbewahrt.',
    },
    freedom:
      'Sie müssen nicht zustimmen. Sie können diese Seite schließen, mit einer Begründung ablehnen, die der Absender ' +
      'liest, oder ihn um einen anderen Weg bitten, zum Beispiel auf Papier. Bis zum Abschließen können Sie Ihre ' +
      'Zustimmung zurücknehmen, indem Sie die Seite schließen oder ablehnen.',
    device:
      'Sie können das Dokument vor und nach der Unterschrift herunterladen. Zum Lesen und Aufbewahren brauchen Sie ein ' +
      'Gerät, das PDF-Dateien anzeigt. Wenn sich Ihre E-Mail-Adresse ändert, teilen Sie es dem Absender mit.',
  },
  {
    language: 'es',
    agreement:
      'Al marcar la casilla, usted acepta firmar este documento electrónicamente y recibirlo por vía electrónica. Su ' +
      'firma electrónica le obliga como lo haría una firma manuscrita, en la medida en que la ley lo permita para ' +
      'este tipo de documento.',
    finish: {
      simple:
        'Cuando finalice, figurarán en el documento su nombre, su dirección de correo electrónico, la hora y lo que haya ' +
        'escrito o dibujado, y lo sellará un certificado digital a su nombre, emitido por este servicio y usado solo ' +
        'para este documento. Se conservan como prueba la dirección IP y el navegador que haya usado, y los momentos ' +
        'en que abrió, aceptó y firmó.',
      advanced:
        'Cuando finalice, figurarán en el documento su nombre, su dirección de correo electrónico, la hora y lo que haya ' +
        'escrito o dibujado. Antes, usted demuestra quién es, por ejemplo con un código, para este contenido exacto. ' +
        'Después, su navegador crea una clave que solo firma este documento y que no entrega a nadie; este servicio ' +
        'emite para ella un certificado digital a su nombre, y se nota cualquier cambio posterior del documento. Se ' +
        'conservan como prueba la forma en que demostró quién es, la dirección IP y el navegador que haya usado, y los ' +
        'momentos en que abrió, aceptó y firmó.',
      qualified:
        'Cuando finalice, figurarán en el documento su nombre, su dirección de correo electrónico, la hora y lo que haya ' +
        'escrito o dibujado. El prestador de servicios de confianza que elija comprueba su identidad y, cuando usted ' +
        'lo autorice allí, firma el documento con su clave y con el certificado que le emitió. Recibe el resumen ' +
        'criptográfico del documento, no el documento; a lo que hace se aplican sus propias condiciones. Se conservan ' +
        'como prueba ese certificado, la referencia de su respuesta, la dirección IP y el navegador que haya usado, y ' +
        'los momentos en que abrió, aceptó y firmó.',
    },
    freedom:
      'No está obligado a aceptar. Puede cerrar esta página, rechazar con un motivo que leerá el remitente o pedirle ' +
      'otra forma de firmar, por ejemplo en papel. Hasta que finalice puede retirar su aceptación cerrando la ' +
      'página o rechazando.',
    device:
      'Puede descargar el documento antes y después de firmar. Para leerlo y conservarlo necesita un dispositivo que ' +
      'muestre archivos PDF. Si cambia su dirección de correo, comuníqueselo al remitente.',
  },
  {
    language: 'ar',
    agreement:
      'بوضع العلامة في الخانة توافق على توقيع هذا المستند إلكترونيًا وعلى استلامه إلكترونيًا. يُقصد بتوقيعك الإلكتروني أن ' +
      'يلزمك كما يلزمك التوقيع بخط اليد، بقدر ما يسمح به القانون لهذا النوع من المستندات.',
    finish: {
      simple:
        'عند الإنهاء يُدرج في المستند اسمك وعنوان بريدك الإلكتروني والوقت وما أدخلته من علامات، وتختمه شهادة رقمية باسمك ' +
        'تصدرها هذه الخدمة ولا تُستخدم إلا لهذا المستند. ويُحتفظ دليلًا بعنوان IP والمتصفح اللذين استخدمتهما، وبأوقات الفتح ' +
        'والموافقة والتوقيع.',
      advanced:
        'عند الإنهاء يُدرج في المستند اسمك وعنوان بريدك الإلكتروني والوقت وما أدخلته من علامات. وقبل ذلك تُثبت هويتك، برمز مثلًا، ' +
        'لهذا المحتوى بعينه. ثم ينشئ متصفحك مفتاحًا لا يوقّع إلا هذا المستند ولا يسلّمه لأحد؛ وتُصدر هذه الخدمة له شهادة ' +
        'رقمية باسمك، ويُكشف أي تغيير لاحق في المستند. ويُحتفظ دليلًا بالطريقة التي أثبتَّ بها هويتك، وبعنوان IP والمتصفح ' +
        'اللذين استخدمتهما، وبأوقات الفتح والموافقة والتوقيع.',
      qualified:
        'عند الإنهاء يُدرج في المستند اسمك وعنوان بريدك الإلكتروني والوقت وما أدخلته من علامات. ويتحقق مقدّم خدمات الثقة الذي ' +
        'تختاره من هويتك، ثم يوقّع المستند، بعد أن تأذن له بذلك لديه، بمفتاحك وبالشهادة التي أصدرها لك. ويتلقى بصمة ' +
        'المستند لا المستند نفسه؛ وتسري شروطه الخاصة على ما يقوم به. ويُحتفظ دليلًا بتلك الشهادة وبمرجع ردّه، وبعنوان IP ' +
        'والمتصفح اللذين استخدمتهما، وبأوقات الفتح والموافقة والتوقيع.',
    },
    freedom:
      'لست ملزمًا بالموافقة. يمكنك إغلاق هذه الصفحة، أو الرفض مع ذكر سبب يقرؤه المرسل، أو أن تطلب منه طريقة أخرى للتوقيع، ' +
      'على الورق مثلًا. ويمكنك سحب موافقتك حتى الإنهاء بإغلاق الصفحة أو بالرفض.',
    device:
      'يمكنك تنزيل المستند قبل التوقيع وبعده. تحتاج لقراءته وحفظه إلى جهاز يعرض ملفات PDF. إذا تغيّر عنوان بريدك ' +
      'الإلكتروني فأبلغ المرسل.',
  },
];

const TEXTS: readonly ConsentText[] = WORDINGS.flatMap(({ language, agreement, finish, freedom, device }) =>
  (['simple', 'advanced', 'qualified'] as const).map((level) => ({
    version: `2026-11-${language}${level === 'simple' ? '' : `-${level}`}`,
    language,
    level,
    text: [agreement, finish[level], freedom, device].join('\n\n'),
  })),
);

/** The level whose text an action asks for: reviewers sign nothing. */
export function consentLevelOf(session: {
  action: { type: ActionType };
  facts: { workflow: { type: WorkflowType } };
}): WorkflowType {
  return session.action.type === 'sign' ? session.facts.workflow.type : 'simple';
}

/** The text in the language that suits a browser best; English where we have none of its languages. */
export function chooseConsentText(level: WorkflowType, acceptLanguage: string | undefined): ConsentText {
  const ofLevel = TEXTS.filter((text) => text.level === level);
  const wanted = (acceptLanguage ?? '').split(',').map((each) => each.trim().slice(0, 2).toLowerCase());
  const found = wanted.map((language) => ofLevel.find((text) => text.language === language)).find(Boolean);
  return found ?? (ofLevel[0] as ConsentText);
}

export function findConsentText(version: string): ConsentText | null {
  return TEXTS.find((text) => text.version === version) ?? null;
}
