import { useSyncExternalStore } from 'react';
import { withValues } from '../text/sentence-state.ts';
import { currentLanguage, onLanguageChange } from '../text/start-text.ts';

const english = {
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Copying is not possible here. Select the address and copy it by hand.',
  open: 'Continue on your phone',
  title: 'Continue on another device',
  lead: 'Point the camera of the other device at the code, or open the address there. Your answers are saved: you go on where you are now.',
  picture: 'QR code with the address that is below it',
  address: 'Address for the other device',
  until: 'It opens the document once, until {{time}}. It does so in your name: give it to no one.',
  over: 'The ten minutes of this address are over',
  again: 'Make a new address',
  local: 'Only this computer reaches {{host}}',
  localHelp: 'Open the address in another browser here. A phone does not find it.',
  insecure: 'Other browsers cannot make a key there either',
  insecureHelp:
    'The address of this service is not secured by https, and browsers make keys on secured pages only. Tell {{sender}}.',
  close: 'Close',
  arriving: 'The document is being opened…',
  ended: 'This address does not open anything any more',
  endedHelp: 'It opens the document once, and for ten minutes. Make a new one on the first device.',
  retry: 'Try again',
  failed: 'The document could not be opened',
};
type Sentences = Readonly<Record<keyof typeof english, string>>;

const french: Sentences = {
  copy: 'Copier',
  copied: 'Copié',
  copyFailed: 'La copie n’est pas possible ici. Sélectionnez l’adresse et copiez-la à la main.',
  open: 'Continuer sur votre téléphone',
  title: 'Continuer sur un autre appareil',
  lead: 'Dirigez l’appareil photo de l’autre appareil vers le code, ou ouvrez-y l’adresse. Vos réponses sont enregistrées : vous reprenez où vous en êtes.',
  picture: 'Code QR contenant l’adresse indiquée dessous',
  address: 'Adresse pour l’autre appareil',
  until:
    'Elle ouvre le document une seule fois, jusqu’à {{time}}. Elle le fait en votre nom : ne la donnez à personne.',
  over: 'Les dix minutes de cette adresse sont écoulées',
  again: 'Créer une nouvelle adresse',
  local: 'Seul cet ordinateur atteint {{host}}',
  localHelp: 'Ouvrez l’adresse dans un autre navigateur ici. Un téléphone ne la trouve pas.',
  insecure: 'Les autres navigateurs ne peuvent pas non plus y créer de clé',
  insecureHelp:
    'L’adresse de ce service n’est pas sécurisée par https, et les navigateurs ne créent des clés que sur des pages sécurisées. Prévenez {{sender}}.',
  close: 'Fermer',
  arriving: 'Le document s’ouvre…',
  ended: 'Cette adresse n’ouvre plus rien',
  endedHelp:
    'Elle ouvre le document une seule fois, et pendant dix minutes. Créez-en une nouvelle sur le premier appareil.',
  retry: 'Réessayer',
  failed: 'Le document n’a pas pu être ouvert',
};

const german: Sentences = {
  copy: 'Kopieren',
  copied: 'Kopiert',
  copyFailed: 'Hier kann nicht kopiert werden. Wählen Sie die Adresse aus, und kopieren Sie sie von Hand.',
  open: 'Auf dem Telefon fortfahren',
  title: 'Auf einem anderen Gerät fortfahren',
  lead: 'Richten Sie die Kamera des anderen Geräts auf den Code, oder öffnen Sie dort die Adresse. Ihre Antworten sind gespeichert: Sie fahren fort, wo Sie jetzt sind.',
  picture: 'QR-Code mit der Adresse, die darunter steht',
  address: 'Adresse für das andere Gerät',
  until:
    'Sie öffnet das Dokument einmal, bis {{time}}. Das geschieht in Ihrem Namen: Geben Sie sie nicht weiter.',
  over: 'Die zehn Minuten dieser Adresse sind vorbei',
  again: 'Neue Adresse erzeugen',
  local: 'Nur dieser Rechner erreicht {{host}}',
  localHelp: 'Öffnen Sie die Adresse hier in einem anderen Browser. Ein Telefon findet sie nicht.',
  insecure: 'Auch andere Browser können dort keinen Schlüssel erzeugen',
  insecureHelp:
    'Die Adresse dieses Dienstes ist nicht durch https gesichert, und Browser erzeugen Schlüssel nur auf gesicherten Seiten. Sagen Sie es {{sender}}.',
  close: 'Schließen',
  arriving: 'Das Dokument wird geöffnet…',
  ended: 'Diese Adresse öffnet nichts mehr',
  endedHelp:
    'Sie öffnet das Dokument einmal, und zehn Minuten lang. Erzeugen Sie auf dem ersten Gerät eine neue.',
  retry: 'Erneut versuchen',
  failed: 'Das Dokument konnte nicht geöffnet werden',
};

const spanish: Sentences = {
  copy: 'Copiar',
  copied: 'Copiado',
  copyFailed: 'Aquí no se puede copiar. Seleccione la dirección y cópiela a mano.',
  open: 'Continuar en su teléfono',
  title: 'Continuar en otro dispositivo',
  lead: 'Apunte la cámara del otro dispositivo al código, o abra allí la dirección. Sus respuestas están guardadas: sigue donde está ahora.',
  picture: 'Código QR con la dirección que está debajo',
  address: 'Dirección para el otro dispositivo',
  until: 'Abre el documento una sola vez, hasta las {{time}}. Lo hace en su nombre: no se la dé a nadie.',
  over: 'Han pasado los diez minutos de esta dirección',
  again: 'Crear otra dirección',
  local: 'Solo este ordenador llega a {{host}}',
  localHelp: 'Abra la dirección en otro navegador aquí. Un teléfono no la encuentra.',
  insecure: 'Otros navegadores tampoco pueden crear una clave allí',
  insecureHelp:
    'La dirección de este servicio no está protegida por https, y los navegadores solo crean claves en páginas protegidas. Avise a {{sender}}.',
  close: 'Cerrar',
  arriving: 'Se está abriendo el documento…',
  ended: 'Esta dirección ya no abre nada',
  endedHelp: 'Abre el documento una sola vez, y durante diez minutos. Cree otra en el primer dispositivo.',
  retry: 'Intentar de nuevo',
  failed: 'No se pudo abrir el documento',
};

const arabic: Sentences = {
  copy: 'نسخ',
  copied: 'تم النسخ',
  copyFailed: 'لا يمكن النسخ هنا. حدّد العنوان وانسخه يدويًا.',
  open: 'المتابعة على هاتفك',
  title: 'المتابعة على جهاز آخر',
  lead: 'وجّه كاميرا الجهاز الآخر إلى الرمز، أو افتح العنوان عليه. إجاباتك محفوظة: تتابع من حيث أنت الآن.',
  picture: 'رمز QR يحتوي على العنوان الموجود أسفله',
  address: 'العنوان للجهاز الآخر',
  until: 'يفتح المستند مرة واحدة، حتى الساعة {{time}}. ويفتحه باسمك: فلا تعطه لأحد.',
  over: 'انقضت الدقائق العشر لهذا العنوان',
  again: 'إنشاء عنوان جديد',
  local: 'لا يصل إلى {{host}} إلا هذا الحاسوب',
  localHelp: 'افتح العنوان في متصفح آخر هنا. لن يجده الهاتف.',
  insecure: 'لا تستطيع المتصفحات الأخرى إنشاء مفتاح هناك أيضًا',
  insecureHelp:
    'عنوان هذه الخدمة غير مؤمَّن ببروتوكول https، والمتصفحات لا تنشئ المفاتيح إلا في صفحات مؤمَّنة. أخبر {{sender}}.',
  close: 'إغلاق',
  arriving: 'يجري فتح المستند…',
  ended: 'لم يعد هذا العنوان يفتح شيئًا',
  endedHelp: 'يفتح المستند مرة واحدة، ولمدة عشر دقائق. أنشئ عنوانًا جديدًا على الجهاز الأول.',
  retry: 'حاول مرة أخرى',
  failed: 'تعذّر فتح المستند',
};

/** One file for all languages: it is loaded where another device is offered alone. */
export const HANDOVER_TEXTS: Readonly<Record<string, Sentences>> = {
  en: english,
  fr: french,
  de: german,
  es: spanish,
  ar: arabic,
};

type HandoverText = (key: keyof Sentences, values?: Record<string, string>) => string;

export function useHandoverText(): HandoverText {
  const language = useSyncExternalStore(onLanguageChange, currentLanguage);
  const sentences = HANDOVER_TEXTS[language] ?? english;
  return (key, values = {}) => withValues(sentences[key], values, language);
}
