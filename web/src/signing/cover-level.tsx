import type { Identification, SigningLanguage } from '@paraph/domain';
import { currentLanguage, useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { HandoverSection } from './handover-section.tsx';
import { canHoldKey } from './own-key/own-key.ts';
import { SandboxNotice } from './sandbox-notice.tsx';
import type { SigningView } from './signing-view.ts';

interface LevelTexts {
  readonly title: string;
  /** Why something is asked for at all. */
  readonly advanced: string;
  readonly qualified: string;
  /** `{to}` is the phone, masked, or the address. */
  readonly proofs: Readonly<Record<Identification, string>>;
}

/** A part of the cover that only these levels load, so that every language is in it. */
const TEXTS: Readonly<Record<SigningLanguage, LevelTexts>> = {
  en: {
    title: 'What else is asked of you',
    advanced:
      'The sender wants it to be shown that you sign, and that no other person could have: your browser makes a key for this one signature and keeps it to itself.',
    qualified:
      'The sender wants a signature by a trust service provider: before you finish, you sign in there, and the provider identifies you and signs with your key. You need an account with a provider.',
    proofs: {
      'code-sms': 'Before you finish, you enter a code that is sent by text message to {to}.',
      'code-mail': 'Before you finish, you enter a code that is sent by mail to {to}.',
      passkey: 'Before you finish, you confirm with your passkey.',
      'identity-provider': 'Before you finish, you sign in at the organization’s identity provider.',
    },
  },
  fr: {
    title: 'Ce qui vous sera encore demandé',
    advanced:
      'L’expéditeur veut qu’il soit établi que c’est vous qui signez et que personne d’autre n’a pu le faire : votre navigateur crée une clé pour cette seule signature et la garde pour lui.',
    qualified:
      'L’expéditeur veut une signature par un prestataire de services de confiance : avant de terminer, vous vous connectez chez lui ; il vous identifie et signe avec votre clé. Il vous faut un compte chez un prestataire.',
    proofs: {
      'code-sms': 'Avant de terminer, vous saisissez un code envoyé par SMS au {to}.',
      'code-mail': 'Avant de terminer, vous saisissez un code envoyé par courriel à {to}.',
      passkey: 'Avant de terminer, vous confirmez avec votre clé d’accès.',
      'identity-provider':
        'Avant de terminer, vous vous connectez auprès du fournisseur d’identité de l’organisation.',
    },
  },
  de: {
    title: 'Was noch von Ihnen verlangt wird',
    advanced:
      'Der Absender möchte, dass sich zeigen lässt, dass Sie unterschreiben und dass es kein anderer gewesen sein kann: Ihr Browser erzeugt einen Schlüssel für diese eine Unterschrift und behält ihn für sich.',
    qualified:
      'Der Absender möchte eine Unterschrift durch einen Vertrauensdiensteanbieter: Vor dem Abschließen melden Sie sich dort an; der Anbieter stellt fest, wer Sie sind, und unterschreibt mit Ihrem Schlüssel. Sie brauchen ein Konto bei einem Anbieter.',
    proofs: {
      'code-sms': 'Vor dem Abschließen geben Sie einen Code ein, der per SMS an {to} geht.',
      'code-mail': 'Vor dem Abschließen geben Sie einen Code ein, der per E-Mail an {to} geht.',
      passkey: 'Vor dem Abschließen bestätigen Sie mit Ihrem Passkey.',
      'identity-provider': 'Vor dem Abschließen melden Sie sich beim Identitätsanbieter der Organisation an.',
    },
  },
  es: {
    title: 'Qué más se le pide',
    advanced:
      'El remitente quiere que conste que firma usted y que ninguna otra persona pudo hacerlo: su navegador crea una clave para esta única firma y la guarda para sí.',
    qualified:
      'El remitente quiere una firma de un prestador de servicios de confianza: antes de terminar, usted entra en su servicio; el prestador comprueba su identidad y firma con su clave. Necesita una cuenta con un prestador.',
    proofs: {
      'code-sms': 'Antes de terminar, escribe un código que se envía por SMS al {to}.',
      'code-mail': 'Antes de terminar, escribe un código que se envía por correo a {to}.',
      passkey: 'Antes de terminar, confirma con su llave de acceso.',
      'identity-provider':
        'Antes de terminar, inicia sesión en el proveedor de identidad de la organización.',
    },
  },
  ar: {
    title: 'ما سيُطلب منك أيضًا',
    advanced:
      'يريد المرسِل إثبات أنك أنت من يوقّع وأن أحدًا غيرك لم يكن ليستطيع ذلك: ينشئ متصفحك مفتاحًا لهذا التوقيع وحده ويحتفظ به لنفسه.',
    qualified:
      'يريد المرسِل توقيعًا عبر مقدّم خدمات ثقة: قبل الإنهاء تسجّل الدخول لديه، فيتحقق من هويتك ويوقّع بمفتاحك. تحتاج إلى حساب لدى مقدّم خدمات.',
    proofs: {
      'code-sms': 'قبل الإنهاء تُدخل رمزًا يُرسل في رسالة نصية إلى {to}.',
      'code-mail': 'قبل الإنهاء تُدخل رمزًا يُرسل بالبريد الإلكتروني إلى {to}.',
      passkey: 'قبل الإنهاء تؤكّد بمفتاح المرور الخاص بك.',
      'identity-provider': 'قبل الإنهاء تسجّل الدخول لدى مزوّد الهوية الخاص بالمؤسسة.',
    },
  },
};

/** What a level beyond the simple one asks of the signer, and why, before anything else. */
export function CoverLevel({ view, isTrial }: { view: SigningView; isTrial: boolean }) {
  const t = useText('signing');
  const texts = TEXTS[currentLanguage() as SigningLanguage] ?? TEXTS.en;
  const { type } = view.workflow;
  if (type === 'simple') return null;
  const { identification } = view;
  const proof = identification && texts.proofs[identification.method];
  const [before = '', after = ''] = proof?.split('{to}') ?? [];
  return (
    <section className="mt-6">
      <h2 className="text-14 text-muted">{texts.title}</h2>
      <p className="mt-1 max-w-text">{texts[type]}</p>
      {view.workflow.sandbox && <SandboxNotice />}
      {proof && (
        <p className="mt-2 max-w-text">
          {before}
          {proof.includes('{to}') && <bdi dir="ltr">{identification.to?.replaceAll(' ', '\u00a0')}</bdi>}
          {after}
        </p>
      )}
      {!isTrial && (
        <div className="mt-3 print:hidden">
          {type === 'advanced' && !canHoldKey() ? (
            <Banner tone="waiting" title={t('ownKey.missing')} action={<HandoverSection view={view} />}>
              {t('ownKey.missingHelp')}
            </Banner>
          ) : (
            <HandoverSection view={view} />
          )}
        </div>
      )}
    </section>
  );
}
