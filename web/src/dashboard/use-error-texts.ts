import { LIMITS } from '@paraph/domain';
import { ApiError } from '../api/call.ts';
import { currentLanguage, type TextOf, useText } from '../text/start-text.ts';
import { useSayer } from '../text/use-sayer.ts';
import { formatBytes, formatMoment } from '../ui/format-time.ts';
import { ANY_CONVERTED, offeredKinds } from './chosen-files.ts';
import type { DeadlineLimits } from './deadline-state.ts';
import type { DraftError } from './send-state.ts';
import { useConvertedFormats, useDeadlineLimits } from './use-deadline-limits.ts';

/** The error text of each field: of our validation, else of the server's violations. */
export function useErrorTexts(errors: DraftError[], error: unknown): Map<string, string> {
  const t = useText('send');
  const limits = useDeadlineLimits();
  const converted = useConvertedFormats();
  const texts = new Map<string, string>(error instanceof ApiError ? Object.entries(error.violations) : []);
  const say = useSayer(errors.some(({ kind }) => kind !== 'file'));
  for (const { path, kind, sentence } of errors) {
    const isOfFile = kind === 'file';
    const found = { path, kind, sentence: isOfFile ? sentence : say(sentence) };
    texts.set(path, isOfFile ? t(sentence, fileLimits(converted)) : errorText(found, t, limits));
  }
  return texts;
}

/** What is wrong with the documents; of one of several, after its name. */
export function fileError(texts: ReadonlyMap<string, string>, files: readonly File[]): string | undefined {
  const [of, text] = [...texts].find(([path]) => /^document\[\d+\]$/.test(path)) ?? [];
  const file = files[Number(of?.slice('document['.length, -1))];
  return texts.get('document') ?? (file && text ? `${file.name}: ${text}` : text);
}

/** What is wrong with the files for information. */
export function annexError(texts: ReadonlyMap<string, string>): string | undefined {
  return [...texts].find(([path]) => /^annex(\[\d+\])?$/.test(path))?.[1];
}

/** The limits named in the file errors. */
export function fileLimits(converted = ANY_CONVERTED) {
  return {
    kinds: new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(offeredKinds(converted)),
    size: formatBytes(LIMITS.uploadBytesMax, currentLanguage()),
    all: formatBytes(LIMITS.workflowBytesMax, currentLanguage()),
    count: LIMITS.workflowDocumentsMax,
  };
}

/** The first and the last deadline that can be set now, in words. */
export function deadlineEdges({ expirySecondsMin, expirySecondsMax }: DeadlineLimits) {
  const now = Date.now() / 1000;
  const language = currentLanguage();
  return {
    earliest: formatMoment(now + expirySecondsMin, language),
    latest: formatMoment(now + expirySecondsMax, language),
  };
}

function errorText(
  { path, kind, sentence }: Pick<DraftError, 'path' | 'kind' | 'sentence'>,
  t: TextOf,
  limits: DeadlineLimits,
): string {
  switch (kind) {
    case 'people':
      return path.endsWith('[name]') ? t('error.personName') : t('error.personEmail');
    case 'email':
      return t('error.email');
    case 'duplicate':
      return t('error.duplicate');
    case 'name':
      return t('error.name');
    case 'message':
      return t('error.message', { max: LIMITS.messageCharactersMax });
    case 'deadline':
      return t('error.deadline', deadlineEdges(limits));
    case 'level':
      return sentence || t('levelNotPermitted');
    case 'start':
      return t('error.start');
    default:
      return sentence;
  }
}
