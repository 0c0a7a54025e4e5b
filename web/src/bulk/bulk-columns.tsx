import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { type BulkIds, bulkJobQuery, mapColumns } from '../api/bulk-api.ts';
import { violationsIn } from '../api/violations.ts';
import type { BulkJob, Template } from '../api/wire.ts';
import { type TextOf, useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { SelectField } from '../ui/text-field.tsx';
import { useAct } from '../ui/use-act.ts';
import { type Meaning, mappingOf, meaningsFor } from './bulk-state.ts';

interface BulkColumnsProps {
  readonly ids: BulkIds;
  readonly job: BulkJob;
  readonly template: Template;
}

/** What each column says, as its heading has it; a person corrects it, and every row is checked again. */
export function BulkColumns({ ids, job, template }: BulkColumnsProps) {
  const t = useText('many');
  const before = mappingOf(job);
  const [mapping, setMapping] = useState(before);
  const mending = useAct({ does: () => mapColumns(ids, mapping), answers: bulkJobQuery(ids) });
  const errors = violationsIn(mending.error);
  const isChanged = Object.entries(mapping).some(([heading, word]) => before[heading] !== word);
  const pathOf = (heading: string) => `mapping[${heading}]`;
  return (
    <form
      noValidate
      aria-labelledby="bulk-columns"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        mending.mutate();
      }}
    >
      <div>
        <h2 id="bulk-columns" className="text-20 font-semibold">
          {t('columns')}
        </h2>
        <p className="text-14 text-muted">{t('columnsLead')}</p>
      </div>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {job.columns.map(({ heading, meaning }) => (
          <SelectField
            key={heading}
            label={heading}
            hint={meaning === null ? t('notUnderstood') : undefined}
            value={mapping[heading] ?? 'ignore'}
            error={errors[pathOf(heading)]}
            onChange={({ target }) => setMapping({ ...mapping, [heading]: target.value })}
          >
            <MeaningOptions known={meaning} heading={heading} template={template} />
          </SelectField>
        ))}
      </div>
      <ErrorBanner error={mending.error} shownFields={job.columns.map(({ heading }) => pathOf(heading))} />
      {isChanged && (
        <Button type="submit" icon={RefreshCw} busy={mending.isPending} className="self-start">
          {t('checkAgain')}
        </Button>
      )}
    </form>
  );
}

interface MeaningOptionsProps {
  /** What the column says now: the template may have changed since. */
  readonly known: string | null;
  readonly heading: string;
  readonly template: Template;
}

function MeaningOptions({ known, heading, template }: MeaningOptionsProps) {
  const t = useText('many');
  const meanings = meaningsFor(template, heading);
  const isListed = known === null || meanings.some(({ word }) => word === known);
  return (
    <>
      {!isListed && <option value={known}>{known}</option>}
      {meanings.map((meaning) => (
        <option key={meaning.word} value={meaning.word}>
          {wordsOf(meaning, t)}
        </option>
      ))}
    </>
  );
}

function wordsOf(meaning: Meaning, t: TextOf): string {
  if (meaning.of === 'person') return t(`means.${meaning.property}`, { placeholder: meaning.placeholder });
  if (meaning.of === 'field' || meaning.of === 'metadata')
    return t(`means.${meaning.of}`, { key: meaning.key });
  return t(`means.${meaning.of}`);
}
