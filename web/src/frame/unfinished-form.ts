import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** The forms whose input stays when their page is left. */
export type UnfinishedForm = 'new-template' | `use-template ${number}` | `edit-draft ${number}`;

const keyOf = (form: UnfinishedForm) => ['unfinished', form] as const;

/**
 * The input of a form that was left unfinished: in the memory of the tab, because it may have files and addresses of
 * people, and forgotten with all other data of an account when another one signs in.
 */
export function useLeftInput<Input>(form: UnfinishedForm): Input | undefined {
  const client = useQueryClient();
  const [left] = useState(() => client.getQueryData<Input>(keyOf(form)));
  return left;
}

/** Remembers the input of a form after each change of it; null where there is nothing to remember. */
export function useRememberedInput<Input>(form: UnfinishedForm, input: Input | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (input === null) forgetInput(client, form);
    else {
      client.setQueryDefaults(keyOf(form), { gcTime: Number.POSITIVE_INFINITY });
      client.setQueryData<Input>(keyOf(form), input);
    }
  }, [client, form, input]);
}

/** Once the form is sent. */
export function forgetInput(client: QueryClient, form: UnfinishedForm): void {
  client.removeQueries({ queryKey: keyOf(form), exact: true });
}
