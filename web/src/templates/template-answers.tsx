import { FileDown } from 'lucide-react';
import { answersAddress, type TemplateIds } from '../api/templates-api.ts';
import { useText } from '../text/start-text.ts';
import { buttonClass } from '../ui/button.tsx';

/** What was filled in in all documents made from the template. */
export function TemplateAnswers({ ids }: { ids: TemplateIds }) {
  const t = useText('templates');
  return (
    <section aria-labelledby="template-answers" className="flex flex-col gap-4">
      <h2 id="template-answers" className="text-20 font-semibold">
        {t('answers.title')}
      </h2>
      <p className="text-14 text-muted">{t('answers.lead')}</p>
      <div className="flex flex-wrap gap-3">
        {(['csv', 'jsonl'] as const).map((format) => (
          <a key={format} href={answersAddress(ids, format)} className={buttonClass()} download>
            <FileDown aria-hidden size={18} className="shrink-0" />
            {t(`answers.${format}`)}
          </a>
        ))}
      </div>
    </section>
  );
}
