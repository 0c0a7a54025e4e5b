import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { showViolations } from './show-violations.ts';
import { useToast } from './toast.tsx';

type Query = { queryKey: QueryKey };

interface Act<Answer, Input, Values extends FieldValues> {
  does: (input: Input) => Promise<Answer>;
  /** The query whose data the answer is. */
  answers?: Query;
  /** Before the message, such as closing the dialog. */
  done?: (answer: Answer, input: Input) => unknown;
  /** The message when it is done; null for none. */
  says?: (answer: Answer, input: Input) => string | null;
  /** What is read again. */
  stale?: readonly Query[];
  /** Where the server's violations are shown. */
  form?: Pick<UseFormReturn<Values>, 'setError'>;
  fields?: readonly Path<Values>[];
}

/** Something that a person does on a page, and what follows where it succeeds. */
export function useAct<Answer, Input = void, Values extends FieldValues = FieldValues>(
  act: Act<Answer, Input, Values>,
): UseMutationResult<Answer, Error, Input> {
  const client = useQueryClient();
  const showToast = useToast();
  return useMutation({
    mutationFn: act.does,
    onSuccess: async (answer, input) => {
      if (act.answers) client.setQueryData(act.answers.queryKey, answer);
      await act.done?.(answer, input);
      const text = act.says?.(answer, input);
      if (text) showToast({ text });
      await Promise.all((act.stale ?? []).map(({ queryKey }) => client.invalidateQueries({ queryKey })));
    },
    onError: (error) => {
      if (act.form && act.fields) showViolations({ form: act.form, error, fields: act.fields });
    },
  });
}
