export interface ConsentText {
  version: string;
  language: string;
  text: string;
}

// Texts are immutable: a change is a new version, so that the text of every consent stays readable.
const TEXTS: readonly ConsentText[] = [
  {
    version: '2026-11-en',
    language: 'en',
    text: [
      'By ticking the box you agree to sign this document electronically and to receive it electronically. ' +
        'Your electronic signature is meant to bind you as one made by hand would, as far as the law allows for ' +
        'this kind of document.',
      'When you finish, your name, your email address, the time and the marks you made are put on the document, and ' +
        'a digital certificate in your name, issued by this service and used only for this document, seals it. ' +
        'The IP address and browser you used, and when you opened, agreed and signed, are kept as evidence.',
      'You do not have to agree. You can close this page, decline with a reason that the sender will read, or ask the ' +
        'sender for another way to sign, on paper for example. You can take your agreement back until you finish, by ' +
        'closing the page or declining.',
      'You can download the document before and after signing. To read and keep it you need a device that shows PDF ' +
        'files. If your email address changes, tell the sender.',
    ].join('\n\n'),
  },
  {
    version: '2026-11-fr',
    language: 'fr',
    text: [
      'En cochant la case, vous acceptez de signer ce document par voie électronique et de le recevoir sous cette ' +
        'forme. Votre signature électronique vous engage comme le ferait une signature manuscrite, dans la mesure où ' +
        'la loi le permet pour ce type de document.',
      'Lorsque vous terminez, votre nom, votre adresse électronique, la date et les marques que vous avez apposées ' +
        'figurent sur le document, qui est scellé par un certificat numérique à votre nom, émis par ce service et ' +
        'utilisé pour ce seul document. L’adresse IP et le navigateur utilisés, ainsi que les moments d’ouverture, ' +
        'd’accord et de signature, sont conservés comme preuve.',
      'Vous n’êtes pas obligé d’accepter. Vous pouvez fermer cette page, refuser en donnant un motif que ' +
        'l’expéditeur lira, ou lui demander une autre façon de signer, sur papier par exemple. Jusqu’à la fin, vous ' +
        'pouvez revenir sur votre accord en fermant la page ou en refusant.',
      'Vous pouvez télécharger le document avant et après la signature. Il vous faut un appareil capable d’afficher ' +
        'des fichiers PDF. Si votre adresse électronique change, prévenez l’expéditeur.',
    ].join('\n\n'),
  },
];

/** The text in the language that suits a browser best; English where we have none of its languages. */
export function chooseConsentText(acceptLanguage: string | undefined): ConsentText {
  const wanted = (acceptLanguage ?? '').split(',').map((each) => each.trim().slice(0, 2).toLowerCase());
  const found = wanted.map((language) => TEXTS.find((text) => text.language === language)).find(Boolean);
  return found ?? (TEXTS[0] as ConsentText);
}

export function findConsentText(version: string): ConsentText | null {
  return TEXTS.find((text) => text.version === version) ?? null;
}
