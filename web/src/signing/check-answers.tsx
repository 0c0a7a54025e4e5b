import { isAnswered, isFilledByService } from '@paraph/domain';
import { currentLanguage, useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { answerText, labelOf, locationText, namesOf } from './field-text.ts';
import { SandboxNotice } from './sandbox-notice.tsx';
import { isEmpty } from './signing-state.ts';
import type { SigningField, SigningView } from './signing-view.ts';
import type { SigningFields } from './use-signing-fields.ts';

interface CheckAnswersProps {
  readonly view: SigningView;
  readonly signing: SigningFields;
  readonly onChange: (field: SigningField) => void;
}

/** Every answer in words, to be changed, and the legal effect. */
export function CheckAnswers({ view, signing, onChange }: CheckAnswersProps) {
  const t = useText('signing');
  return (
    <div>
      {signing.fields.length > 0 && (
        <section aria-labelledby="answers-title" className="mb-8">
          <h2 id="answers-title" className="mb-3 text-16 font-semibold">
            {t('review.answers')}
          </h2>
          <ul className="border-b border-line">
            {signing.fields.map((field) => (
              <AnswerRow key={field.id} field={field} signing={signing} view={view} onChange={onChange} />
            ))}
          </ul>
        </section>
      )}
      <Effect view={view} />
    </div>
  );
}

interface AnswerRowProps extends CheckAnswersProps {
  readonly field: SigningField;
}

function AnswerRow({ field, signing, view, onChange }: AnswerRowProps) {
  const t = useText('signing');
  const label = labelOf(t, field);
  return (
    <li className="flex items-center gap-3 border-t border-line py-3">
      <div className="min-w-0 grow">
        <p className="text-14 text-muted">
          {label} · {locationText(t, field, view.documents)}
        </p>
        <AnswerValue field={field} signing={signing} />
      </div>
      {isAnswered(field) && (
        <Button
          variant="quiet"
          aria-label={t('review.changeOf', { label })}
          onClick={() => onChange(field)}
          className="shrink-0 whitespace-nowrap px-2 text-14"
        >
          {t('field.change')}
        </Button>
      )}
    </li>
  );
}

function AnswerValue({ field, signing }: Pick<AnswerRowProps, 'field' | 'signing'>) {
  const t = useText('signing');
  const value = signing.valueOf(field);
  const url = signing.signatureUrlOf(field);
  if (isFilledByService(field)) return <p>{t('field.dateByService')}</p>;
  if (url !== null) {
    return (
      <img
        src={url}
        alt={t('field.filled')}
        className="signature-paper mt-1 h-16 max-w-full object-contain"
      />
    );
  }
  if (isEmpty(value)) return <p className="text-muted">{t('review.nothing')}</p>;
  return (
    <p dir="auto" className="whitespace-pre-line">
      {answerText(t, field, value)}
    </p>
  );
}

const KIND_TEXTS = {
  simple: 'review.kind',
  advanced: 'review.kindAdvanced',
  qualified: 'review.kindQualified',
} as const satisfies Record<SigningView['workflow']['type'], string>;

function Effect({ view }: { view: SigningView }) {
  const t = useText('signing');
  const { recipient, documents } = view;
  const names = namesOf(documents, currentLanguage());
  return (
    <section aria-labelledby="effect-title" className="border-s-2 border-accent ps-4">
      <h2 id="effect-title" className="text-16 font-semibold">
        {t('review.effect')}
      </h2>
      <p className="mt-1 max-w-text">{t('review.documents', { count: documents.length, names })}</p>
      <p className="mt-2 max-w-text">{t(KIND_TEXTS[view.workflow.type])}</p>
      {view.workflow.sandbox && <SandboxNotice />}
      <p className="mt-2 max-w-text text-muted">
        {t('review.as', { name: recipient.name, email: recipient.email })}
      </p>
    </section>
  );
}
