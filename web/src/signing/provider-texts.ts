import { useSyncExternalStore } from 'react';
import { withValues } from '../text/sentence-state.ts';
import { currentLanguage, onLanguageChange } from '../text/start-text.ts';

const english = {
  title: 'Sign with your provider',
  lead: 'This document asks for a qualified signature. Your trust service provider holds the key that signs: you sign in there, choose your certificate here, and confirm there.',
  whatItGets: 'It gets fingerprints of the pages that you have checked, never the pages.',
  choose: 'Choose your provider',
  sandbox: 'Sandbox: the signature has no legal effect.',
  goOn: 'Continue to {{provider}}',
  back: 'Back to the check',
  certificates: 'Choose your certificate',
  issuedBy: 'Issued by {{issuer}}',
  validUntil: 'Valid until {{date}}',
  cannot: 'Cannot be used: {{reason}}',
  none: 'You have no certificate at {{provider}} that can be used.',
  goOnChosen: 'Continue',
  release: 'Release your key',
  releaseLead: 'What you type goes to {{provider}} and is not kept here.',
  finish: 'Finish',
  loading: 'Your provider is being asked…',
  signing: 'Your provider is signing…',
  waiting: 'Your provider needs a little longer. This page goes on by itself; you can leave it open.',
  problem: 'Your provider says',
  failed: 'That did not work',
  safe: 'Nothing is lost: your answers are saved.',
  again: 'Try again',
  anew: 'Check the document again, then press Finish.',
  offline: 'There is no connection.',
  server: 'The service does not answer just now.',
};

type Sentences = Readonly<Record<keyof typeof english, string>>;

const french: Sentences = {
  title: 'Signez auprès de votre prestataire',
  lead: 'Ce document demande une signature qualifiée. Votre prestataire de services de confiance détient la clé qui signe : connectez-vous chez lui, choisissez ici votre certificat, puis confirmez chez lui.',
  whatItGets: 'Il reçoit des empreintes des pages que vous avez vérifiées, jamais les pages.',
  choose: 'Choisissez votre prestataire',
  sandbox: 'Bac à sable : la signature n’a aucun effet juridique.',
  goOn: 'Continuer vers {{provider}}',
  back: 'Retour à la vérification',
  certificates: 'Choisissez votre certificat',
  issuedBy: 'Délivré par {{issuer}}',
  validUntil: 'Valable jusqu’au {{date}}',
  cannot: 'Inutilisable : {{reason}}',
  none: 'Vous n’avez chez {{provider}} aucun certificat utilisable.',
  goOnChosen: 'Continuer',
  release: 'Débloquez votre clé',
  releaseLead: 'Ce que vous saisissez est transmis à {{provider}} et n’est pas conservé ici.',
  finish: 'Terminer',
  loading: 'Votre prestataire est interrogé…',
  signing: 'Votre prestataire signe…',
  waiting:
    'Votre prestataire a besoin d’un peu plus de temps. Cette page continue d’elle-même ; laissez-la ouverte.',
  problem: 'Votre prestataire répond',
  failed: 'Cela n’a pas fonctionné',
  safe: 'Rien n’est perdu : vos réponses sont enregistrées.',
  again: 'Réessayer',
  anew: 'Vérifiez à nouveau le document, puis appuyez sur Terminer.',
  offline: 'Il n’y a pas de connexion.',
  server: 'Le service ne répond pas pour le moment.',
};

const german: Sentences = {
  title: 'Mit Ihrem Anbieter unterschreiben',
  lead: 'Dieses Dokument verlangt eine qualifizierte Signatur. Ihr Vertrauensdiensteanbieter hält den Schlüssel, der unterschreibt: Sie melden sich dort an, wählen hier Ihr Zertifikat und bestätigen dort.',
  whatItGets: 'Er erhält Fingerabdrücke der Seiten, die Sie geprüft haben, nie die Seiten selbst.',
  choose: 'Wählen Sie Ihren Anbieter',
  sandbox: 'Sandbox: Die Signatur hat keine rechtliche Wirkung.',
  goOn: 'Weiter zu {{provider}}',
  back: 'Zurück zur Prüfung',
  certificates: 'Wählen Sie Ihr Zertifikat',
  issuedBy: 'Ausgestellt von {{issuer}}',
  validUntil: 'Gültig bis {{date}}',
  cannot: 'Nicht verwendbar: {{reason}}',
  none: 'Sie haben bei {{provider}} kein verwendbares Zertifikat.',
  goOnChosen: 'Weiter',
  release: 'Geben Sie Ihren Schlüssel frei',
  releaseLead: 'Was Sie eingeben, geht an {{provider}} und wird hier nicht gespeichert.',
  finish: 'Abschließen',
  loading: 'Ihr Anbieter wird gefragt …',
  signing: 'Ihr Anbieter unterschreibt …',
  waiting: 'Ihr Anbieter braucht noch etwas. Diese Seite geht von selbst weiter; lassen Sie sie offen.',
  problem: 'Ihr Anbieter meldet',
  failed: 'Das hat nicht geklappt',
  safe: 'Nichts ist verloren: Ihre Antworten sind gespeichert.',
  again: 'Noch einmal versuchen',
  anew: 'Prüfen Sie das Dokument noch einmal und schließen Sie dann ab.',
  offline: 'Es gibt keine Verbindung.',
  server: 'Der Dienst antwortet gerade nicht.',
};

const spanish: Sentences = {
  title: 'Firme con su prestador',
  lead: 'Este documento pide una firma cualificada. Su prestador de servicios de confianza guarda la clave que firma: inicie sesión allí, elija aquí su certificado y confirme allí.',
  whatItGets: 'Recibe huellas de las páginas que ha comprobado, nunca las páginas.',
  choose: 'Elija su prestador',
  sandbox: 'Entorno de pruebas: la firma no tiene efecto jurídico.',
  goOn: 'Continuar a {{provider}}',
  back: 'Volver a la comprobación',
  certificates: 'Elija su certificado',
  issuedBy: 'Emitido por {{issuer}}',
  validUntil: 'Válido hasta el {{date}}',
  cannot: 'No se puede usar: {{reason}}',
  none: 'No tiene en {{provider}} ningún certificado que se pueda usar.',
  goOnChosen: 'Continuar',
  release: 'Libere su clave',
  releaseLead: 'Lo que escriba se envía a {{provider}} y no se guarda aquí.',
  finish: 'Finalizar',
  loading: 'Se está consultando a su prestador…',
  signing: 'Su prestador está firmando…',
  waiting: 'Su prestador necesita un poco más de tiempo. Esta página continúa sola; déjela abierta.',
  problem: 'Su prestador responde',
  failed: 'No ha funcionado',
  safe: 'No se pierde nada: sus respuestas están guardadas.',
  again: 'Intentar de nuevo',
  anew: 'Compruebe otra vez el documento y después finalice.',
  offline: 'No hay conexión.',
  server: 'El servicio no responde en este momento.',
};

const arabic: Sentences = {
  title: 'وقّع لدى مزوّدك',
  lead: 'يطلب هذا المستند توقيعًا مؤهَّلًا. يحتفظ مزوّد خدمات الثقة لديك بالمفتاح الذي يوقّع: سجّل الدخول لديه، واختر شهادتك هنا، ثم أكّد لديه.',
  whatItGets: 'يتلقّى بصمات الصفحات التي راجعتها، ولا يتلقّى الصفحات نفسها أبدًا.',
  choose: 'اختر مزوّدك',
  sandbox: 'بيئة تجريبية: ليس للتوقيع أثر قانوني.',
  goOn: 'المتابعة إلى {{provider}}',
  back: 'العودة إلى المراجعة',
  certificates: 'اختر شهادتك',
  issuedBy: 'صادرة عن {{issuer}}',
  validUntil: 'صالحة حتى {{date}}',
  cannot: 'لا يمكن استخدامها: {{reason}}',
  none: 'ليست لديك عند {{provider}} شهادة يمكن استخدامها.',
  goOnChosen: 'متابعة',
  release: 'حرّر مفتاحك',
  releaseLead: 'ما تكتبه يُرسل إلى {{provider}} ولا يُحفظ هنا.',
  finish: 'إنهاء',
  loading: 'يجري سؤال مزوّدك…',
  signing: 'مزوّدك يوقّع الآن…',
  waiting: 'يحتاج مزوّدك إلى وقت إضافي. تتابع هذه الصفحة من تلقاء نفسها؛ اتركها مفتوحة.',
  problem: 'يقول مزوّدك',
  failed: 'لم ينجح ذلك',
  safe: 'لم يضِع شيء: إجاباتك محفوظة.',
  again: 'حاول مرة أخرى',
  anew: 'راجع المستند مرة أخرى ثم أنهِ.',
  offline: 'لا يوجد اتصال.',
  server: 'الخدمة لا تجيب حاليًا.',
};

/** One file for all languages: it is loaded for qualified signatures alone. */
export const PROVIDER_TEXTS: Readonly<Record<string, Sentences>> = {
  en: english,
  fr: french,
  de: german,
  es: spanish,
  ar: arabic,
};

export type ProviderText = (key: keyof Sentences, values?: Record<string, string>) => string;

export function useProviderText(): ProviderText {
  const language = useSyncExternalStore(onLanguageChange, currentLanguage);
  const sentences = PROVIDER_TEXTS[language] ?? english;
  return (key, values = {}) => withValues(sentences[key], values, language);
}
