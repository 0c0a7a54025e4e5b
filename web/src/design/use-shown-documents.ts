import { useMemo } from 'react';
import type { PdfSource } from '../signing/pdf-files.ts';
import type { BoardField } from './board-state.ts';
import type { EditorDocument } from './editor-source.ts';
import { replacedFormFields } from './form-import-state.ts';

/** The documents, which are loaded again when other fields took the place of those in their forms. */
export function useShownDocuments(
  documents: readonly EditorDocument[],
  saved: readonly BoardField[],
): readonly (EditorDocument & PdfSource)[] {
  const versions = documents.map(({ id, form }) => (form ? replacedFormFields(saved, id).join('\n') : ''));
  const key = JSON.stringify(versions);
  return useMemo(() => {
    const shown = JSON.parse(key) as string[];
    return documents.map((document, index) => ({ ...document, sha256: shown[index] }));
  }, [documents, key]);
}
