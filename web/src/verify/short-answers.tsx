import type { ReactNode } from 'react';
import type { Verification } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { TimeText } from '../ui/time-text.tsx';
import { AnswerText } from './answer-text.tsx';
import {
  type Answer,
  comparedOf,
  facesOf,
  identityOf,
  laterOf,
  signingTimeOf,
  timeOf,
} from './verify-state.ts';

const SIGNERS_SHOWN = 3;
const CHANGES_SHOWN = 2;

/** Who signed and when, what came after, and how sure that is: what people ask first. */
export function ShortAnswers({ report }: { report: Verification }) {
  const t = useText('verify');
  const { changes, ...later } = laterOf(report);
  const compared = comparedOf(report);
  const faces = facesOf(report);
  return (
    <section aria-labelledby="answers-heading">
      <h3 id="answers-heading" className="sr-only">
        {t('answers')}
      </h3>
      <dl className="grid overflow-hidden rounded-paper border border-line bg-surface md:grid-cols-2">
        <Question title={t('who')}>
          <Signers report={report} />
        </Question>
        <Question title={t('after')}>
          <AnswerText tone={later.tone}>
            <Sentence answer={later} />
            <ul className="text-14">
              {changes.slice(0, CHANGES_SHOWN).map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </AnswerText>
        </Question>
        <Question title={t('identity')}>
          <Answered answer={identityOf(report)} />
        </Question>
        <Question title={t('when')}>
          <Answered answer={timeOf(report)} />
        </Question>
      </dl>
      {faces.length > 0 && (
        <div className="mt-2 px-1 text-14">
          <p>{t('two_faces')}</p>
          <ul lang="en">
            {faces.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
      {compared && <p className="mt-2 px-1 text-13 text-muted">{t(compared.sentence, compared.values)}</p>}
    </section>
  );
}

function Question({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="border-b border-line px-4 py-2.5 last:border-b-0 md:p-5 md:nth-last-2:border-b-0">
      <dt className="text-13 text-muted">{title}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}

function Answered({ answer }: { answer: Answer }) {
  return (
    <AnswerText tone={answer.tone}>
      <Sentence answer={answer} />
    </AnswerText>
  );
}

function Sentence({ answer: { sentence, values } }: { answer: Answer }) {
  const t = useText('verify');
  return <p className="text-14">{t(sentence, values)}</p>;
}

function Signers({ report: { signatures } }: { report: Verification }) {
  const t = useText('verify');
  const shown = signatures.slice(0, SIGNERS_SHOWN);
  const rest = signatures.length - shown.length;
  return (
    <ul>
      {shown.map((signature) => {
        const time = signingTimeOf(signature);
        return (
          <li key={signature.fieldName}>
            <span dir="auto" className="font-medium">
              {signature.signer.name ?? t('unnamed')}
            </span>
            {time !== null && (
              <span className="text-14 text-muted">
                {' · '}
                <TimeText seconds={time.seconds} />
              </span>
            )}
          </li>
        );
      })}
      {rest > 0 && <li className="text-14 text-muted">{t('moreSigners', { count: rest })}</li>}
    </ul>
  );
}
