import { SANDBOX_NAME, SIGNING_LANGUAGES, type SigningLanguage } from '@paraph/domain';

/** The words of the sandbox's pages. Texts in braces are replaced. */
interface SandboxTexts {
  noEffect: string;
  signInTitle: string;
  signInLead: string;
  name: string;
  nameHint: string;
  goOn: string;
  releaseTitle: string;
  /** `{documents}` is one of the next two, `{holder}` the person, `{key}` the kind of the credential. */
  releaseLead: string;
  oneDocument: string;
  documents: string;
  document: string;
  otp: string;
  otpHint: string;
  release: string;
  cancel: string;
  cancelled: string;
  errorTitle: string;
  /** By the code of the error. */
  errors: Readonly<Record<'invalid_otp' | 'invalid_name', string>>;
  kinds: Readonly<
    Record<'page' | 'pin' | 'slow' | 'single' | 'revoked' | 'plain' | 'seal' | 'company', string>
  >;
}

const en: SandboxTexts = {
  noEffect: SANDBOX_NAME,
  signInTitle: 'Sign in at the sandbox',
  signInLead: 'Paraph asks to see your certificates, so that you can choose the one that you sign with.',
  name: 'Your name',
  nameHint: 'It is in your test certificates.',
  goOn: 'Continue',
  releaseTitle: 'Release your signing key',
  releaseLead:
    'Paraph asks to sign {documents} with the key of {holder} ({key}). The key signs exactly these fingerprints, and ' +
    'nothing else:',
  oneDocument: 'one document',
  documents: '{count} documents',
  document: 'Document {number}',
  otp: 'One-time password',
  otpHint: 'The sandbox sends no message: type {otp}.',
  release: 'Release the key',
  cancel: 'Cancel',
  cancelled: 'The person did not confirm.',
  errorTitle: 'This request cannot be shown',
  errors: {
    invalid_otp: 'This is not the one-time password.',
    invalid_name: 'A name has 1 to 64 characters.',
  },
  kinds: {
    page: 'Confirmed on the provider’s page',
    pin: 'Released by PIN and one-time password',
    slow: 'Signs after some seconds',
    single: 'One document at a time',
    revoked: 'Revoked',
    plain: 'Not qualified: without QC statements',
    seal: 'Qualified seal, released by PIN',
    company: 'Advanced seal, released by the sandbox alone',
  },
};

const fr: SandboxTexts = {
  noEffect: 'Bac à sable, sans effet juridique',
  signInTitle: 'Se connecter au bac à sable',
  signInLead:
    'Paraph demande à voir vos certificats, pour que vous choisissiez celui avec lequel vous signez.',
  name: 'Votre nom',
  nameHint: 'Il figure dans vos certificats d’essai.',
  goOn: 'Continuer',
  releaseTitle: 'Libérer votre clé de signature',
  releaseLead:
    'Paraph demande à signer {documents} avec la clé de {holder} ({key}). La clé signe exactement ces empreintes, et ' +
    'rien d’autre :',
  oneDocument: 'un document',
  documents: '{count} documents',
  document: 'Document {number}',
  otp: 'Mot de passe à usage unique',
  otpHint: 'Le bac à sable n’envoie aucun message : saisissez {otp}.',
  release: 'Libérer la clé',
  cancel: 'Annuler',
  cancelled: 'La personne n’a pas confirmé.',
  errorTitle: 'Cette demande ne peut pas être affichée',
  errors: {
    invalid_otp: 'Ce n’est pas le mot de passe à usage unique.',
    invalid_name: 'Un nom compte de 1 à 64 caractères.',
  },
  kinds: {
    page: 'Confirmé sur la page du prestataire',
    pin: 'Libéré par code PIN et mot de passe à usage unique',
    slow: 'Signe après quelques secondes',
    single: 'Un document à la fois',
    revoked: 'Révoqué',
    plain: 'Non qualifié : sans déclarations QC',
    seal: 'Cachet qualifié, libéré par code PIN',
    company: 'Cachet avancé, libéré par le bac à sable seul',
  },
};

const de: SandboxTexts = {
  noEffect: 'Sandbox, ohne Rechtswirkung',
  signInTitle: 'Bei der Sandbox anmelden',
  signInLead:
    'Paraph möchte Ihre Zertifikate sehen, damit Sie das wählen können, mit dem Sie unterschreiben.',
  name: 'Ihr Name',
  nameHint: 'Er steht in Ihren Testzertifikaten.',
  goOn: 'Weiter',
  releaseTitle: 'Ihren Signaturschlüssel freigeben',
  releaseLead:
    'Paraph möchte {documents} mit dem Schlüssel von {holder} unterschreiben ({key}). Der Schlüssel unterschreibt genau ' +
    'diese Prüfsummen und sonst nichts:',
  oneDocument: 'ein Dokument',
  documents: '{count} Dokumente',
  document: 'Dokument {number}',
  otp: 'Einmalkennwort',
  otpHint: 'Die Sandbox verschickt keine Nachricht: Geben Sie {otp} ein.',
  release: 'Schlüssel freigeben',
  cancel: 'Abbrechen',
  cancelled: 'Die Person hat nicht zugestimmt.',
  errorTitle: 'Diese Anfrage kann nicht gezeigt werden',
  errors: {
    invalid_otp: 'Das ist nicht das Einmalkennwort.',
    invalid_name: 'Ein Name hat 1 bis 64 Zeichen.',
  },
  kinds: {
    page: 'Auf der Seite des Anbieters bestätigt',
    pin: 'Mit PIN und Einmalkennwort freigegeben',
    slow: 'Unterschreibt nach einigen Sekunden',
    single: 'Ein Dokument auf einmal',
    revoked: 'Widerrufen',
    plain: 'Nicht qualifiziert: ohne QC-Erklärungen',
    seal: 'Qualifiziertes Siegel, freigegeben durch PIN',
    company: 'Fortgeschrittenes Siegel, das die Testumgebung allein freigibt',
  },
};

const es: SandboxTexts = {
  noEffect: 'Entorno de prueba, sin efecto legal',
  signInTitle: 'Entrar en el entorno de prueba',
  signInLead: 'Paraph pide ver sus certificados, para que usted elija aquel con el que firma.',
  name: 'Su nombre',
  nameHint: 'Figura en sus certificados de prueba.',
  goOn: 'Continuar',
  releaseTitle: 'Liberar su clave de firma',
  releaseLead:
    'Paraph pide firmar {documents} con la clave de {holder} ({key}). La clave firma exactamente estos resúmenes, y nada ' +
    'más:',
  oneDocument: 'un documento',
  documents: '{count} documentos',
  document: 'Documento {number}',
  otp: 'Contraseña de un solo uso',
  otpHint: 'El entorno de prueba no envía mensajes: escriba {otp}.',
  release: 'Liberar la clave',
  cancel: 'Cancelar',
  cancelled: 'La persona no confirmó.',
  errorTitle: 'Esta solicitud no se puede mostrar',
  errors: {
    invalid_otp: 'Esta no es la contraseña de un solo uso.',
    invalid_name: 'Un nombre tiene de 1 a 64 caracteres.',
  },
  kinds: {
    page: 'Confirmado en la página del prestador',
    pin: 'Liberado con PIN y contraseña de un solo uso',
    slow: 'Firma al cabo de unos segundos',
    single: 'Un documento cada vez',
    revoked: 'Revocado',
    plain: 'No cualificado: sin declaraciones QC',
    seal: 'Sello cualificado, liberado con PIN',
    company: 'Sello avanzado, que libera solo el entorno de pruebas',
  },
};

const ar: SandboxTexts = {
  noEffect: 'بيئة تجريبية، بلا أثر قانوني',
  signInTitle: 'تسجيل الدخول إلى البيئة التجريبية',
  signInLead: 'يطلب Paraph الاطلاع على شهاداتك كي تختار الشهادة التي توقّع بها.',
  name: 'اسمك',
  nameHint: 'يظهر في شهاداتك التجريبية.',
  goOn: 'متابعة',
  releaseTitle: 'السماح باستخدام مفتاح توقيعك',
  releaseLead:
    'يطلب Paraph توقيع {documents} بمفتاح {holder} ({key}). يوقّع المفتاح هذه البصمات بعينها ولا شيء غيرها:',
  oneDocument: 'مستند واحد',
  documents: 'عدة مستندات ({count})',
  document: 'المستند {number}',
  otp: 'كلمة مرور لمرة واحدة',
  otpHint: 'لا ترسل البيئة التجريبية أي رسالة: اكتب {otp}.',
  release: 'السماح باستخدام المفتاح',
  cancel: 'إلغاء',
  cancelled: 'لم يؤكّد الشخص.',
  errorTitle: 'لا يمكن عرض هذا الطلب',
  errors: {
    invalid_otp: 'هذه ليست كلمة المرور لمرة واحدة.',
    invalid_name: 'يتكوّن الاسم من 1 إلى 64 حرفًا.',
  },
  kinds: {
    page: 'يُؤكَّد في صفحة مقدّم الخدمة',
    pin: 'يُستخدم برقم سري وكلمة مرور لمرة واحدة',
    slow: 'يوقّع بعد بضع ثوانٍ',
    single: 'مستند واحد في كل مرة',
    revoked: 'ملغاة',
    plain: 'غير مؤهَّلة: بلا تصريحات QC',
    seal: 'ختم مؤهل يُفتح برمز PIN',
    company: 'ختم متقدم تفتحه بيئة التجربة وحدها',
  },
};

export const SANDBOX_TEXTS: Readonly<Record<SigningLanguage, SandboxTexts>> = { en, fr, de, es, ar };

/** The first of the languages asked for that there are words in; each is a list such as "de-CH, en;q=0.5". */
export function chooseSandboxLanguage(...asked: readonly (string | null | undefined)[]): SigningLanguage {
  const wanted = asked
    .flatMap((list) => (list ?? '').split(/[\s,]+/))
    .map((each) => each.slice(0, 2).toLowerCase());
  return SIGNING_LANGUAGES.find((language) => language === wanted.find(isLanguage)) ?? 'en';
}

function isLanguage(language: string): boolean {
  return SIGNING_LANGUAGES.some((each) => each === language);
}
