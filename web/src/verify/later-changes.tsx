import { CircleX } from 'lucide-react';
import type { VerifiedSignature } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Disclosure } from './disclosure.tsx';

type Revisions = VerifiedSignature['changesAfter'];
type Change = Revisions[number]['changes'][number];
type LaterChangesProps = { revisions: Revisions; signers: ReadonlyMap<string, string> };

/** The changes after a signature by revision; expanded where one is not allowed. */
export function LaterChanges({ revisions, signers }: LaterChangesProps) {
  const t = useText('verify');
  const changeText = ({ kind, sentence, fieldName }: Change): string => {
    const name = kind === 'signature' && fieldName !== null ? signers.get(fieldName) : undefined;
    return name === undefined ? sentence : t('signed', { name });
  };
  const answeredFor = (changes: readonly Change[], confirmedBy: string | null): string | null => {
    if (!changes.some(({ kind }) => SHOWN_KINDS.has(kind))) return null;
    if (confirmedBy === null) return t('notAnsweredFor');
    return t('answeredFor', { name: signers.get(confirmedBy) ?? confirmedBy });
  };
  return (
    <Disclosure
      summary={t('laterChanges', { count: revisions.length })}
      isOpen={revisions.some(({ allowed }) => !allowed)}
      className="mt-3"
    >
      <ol className="flex flex-col gap-3 border-s-2 border-line ps-4 text-14">
        {revisions.map(({ revision, changes, confirmedBy }) => (
          <li key={revision}>
            <p className="text-muted">
              {[t('revision', { number: revision }), answeredFor(changes, confirmedBy)]
                .filter((text) => text !== null)
                .join(' · ')}
            </p>
            {changes.length === 0 && <p>{t('nothingChanged')}</p>}
            <ul>
              {distinct(changes).map((change) => (
                <li key={change.sentence}>
                  {change.objection === null ? (
                    changeText(change)
                  ) : (
                    <span className="flex items-start gap-2">
                      <CircleX aria-hidden size={16} className="mt-0.5 shrink-0 text-stopped" />
                      <span>
                        <strong className="font-semibold">{changeText(change)}</strong> {change.objection}
                      </span>
                    </span>
                  )}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}

/** Changes of which a reader asks who signed them. */
const SHOWN_KINDS: ReadonlySet<string> = new Set(['annotation', 'field-added', 'form-fill']);

/** Removes repeated sentences, which may concern several objects of the file. */
function distinct<Change extends { sentence: string }>(changes: readonly Change[]): Change[] {
  return [...new Map(changes.map((change) => [change.sentence, change])).values()];
}
