import type { SigningLanguage } from '@paraph/domain';
import { currentLanguage } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';

/** With the parts that only the level qualified loads, so that every language is in it. */
export const SANDBOX_TEXTS: Readonly<Record<SigningLanguage, { title: string; help: string }>> = {
  en: {
    title: 'Sandbox, no legal effect',
    help: 'This service runs for trial: its own provider signs, and certifies any name that is typed there.',
  },
  fr: {
    title: 'Bac à sable, sans effet juridique',
    help: 'Ce service fonctionne à l’essai : son propre prestataire signe, et certifie tout nom qu’on y saisit.',
  },
  de: {
    title: 'Sandbox, ohne rechtliche Wirkung',
    help: 'Dieser Dienst läuft zur Probe: Sein eigener Anbieter unterschreibt und bescheinigt jeden Namen, der dort eingegeben wird.',
  },
  es: {
    title: 'Entorno de pruebas, sin efecto jurídico',
    help: 'Este servicio funciona a modo de prueba: firma su propio prestador, que certifica cualquier nombre que se escriba allí.',
  },
  ar: {
    title: 'بيئة تجريبية، بلا أثر قانوني',
    help: 'تعمل هذه الخدمة للتجربة: يوقّع مقدّم الخدمة التجريبي التابع لها، ويصادق على أي اسم يُكتب فيه.',
  },
};

export function SandboxNotice() {
  const { title, help } = SANDBOX_TEXTS[currentLanguage() as SigningLanguage] ?? SANDBOX_TEXTS.en;
  return (
    <div className="mt-3">
      <Banner tone="waiting" title={title}>
        {help}
      </Banner>
    </div>
  );
}
