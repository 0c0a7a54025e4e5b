import { LIMITS } from '@paraph/domain';
import { ApiError } from '../api/call.ts';
import { currentLanguage, type TextOf, useText } from '../text/start-text.ts';
import { formatBytes } from '../ui/format-time.ts';
import type { Gap } from './send-state.ts';

/** What each field has to say: our own check's words, or else the server's. */
export function useGapWords(gaps: Gap[], error: unknown): Map<string, string> {
  const t = useText('send');
  const words = new Map<string, string>(error instanceof ApiError ? Object.entries(error.violations) : []);
  for (const { path, kind, sentence } of gaps) {
    words.set(path, kind === 'file' ? t(sentence, fileLimits()) : wordsOf({ path, kind, sentence }, t));
  }
  return words;
}

/** What the sentences about files name. */
export function fileLimits(): { size: string; all: string; count: number } {
  return {
    size: formatBytes(LIMITS.uploadBytesMax, currentLanguage()),
    all: formatBytes(LIMITS.workflowBytesMax, currentLanguage()),
    count: LIMITS.workflowDocumentsMax,
  };
}

function wordsOf({ path, kind, sentence }: Pick<Gap, 'path' | 'kind' | 'sentence'>, t: TextOf): string {
  switch (kind) {
    case 'people':
      return path.endsWith('[name]') ? t('gap.personName') : t('gap.personEmail');
    case 'email':
      return t('gap.email');
    case 'duplicate':
      return t('gap.duplicate');
    case 'name':
      return t('gap.name');
    case 'message':
      return t('gap.message', { max: LIMITS.messageCharactersMax });
    case 'deadline':
      return t('gap.deadline');
    default:
      return sentence;
  }
}
