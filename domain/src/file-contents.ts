import type { SigningLanguage } from './identification.ts';
import type { ActionStatus, ActionType } from './workflow.ts';

/** What a file of a workflow is: as it was uploaded, with signatures of its signers, or sealed. */
export type FileContents =
  | { readonly kind: 'upload' }
  | { readonly kind: 'signed'; readonly names: readonly string[] }
  | { readonly kind: 'sealed' };

/** What one recipient does, in the order of the steps. */
export interface FileAct {
  readonly type: ActionType;
  readonly status: ActionStatus;
  readonly name: string;
}

/** Of every document of a workflow as it is now: who signs, signs all of them. */
export function fileContentsOf(status: string, acts: readonly FileAct[]): FileContents {
  if (status === 'signed') return { kind: 'sealed' };
  const signed = acts.filter((act) => act.type === 'sign' && act.status === 'signed');
  const names = [...new Set(signed.map(({ name }) => name))];
  return names.length === 0 ? { kind: 'upload' } : { kind: 'signed', names };
}

interface ContentsWords {
  readonly upload: string;
  /** With one name, with several, and where there are too many to name. */
  readonly signed: Readonly<Record<'one' | 'several' | 'many', string>>;
  readonly sealed: string;
}

const WORDS: Readonly<Record<SigningLanguage, ContentsWords>> = {
  en: {
    upload: 'as uploaded',
    signed: {
      one: 'with the signature of {names}',
      several: 'with the signatures of {names}',
      many: 'with {count} signatures',
    },
    sealed: 'sealed',
  },
  fr: {
    upload: 'version d’origine',
    signed: {
      one: 'avec la signature de {names}',
      several: 'avec les signatures de {names}',
      many: 'avec {count} signatures',
    },
    sealed: 'version scellée',
  },
  de: {
    upload: 'wie hochgeladen',
    signed: {
      one: 'mit der Unterschrift von {names}',
      several: 'mit den Unterschriften von {names}',
      many: 'mit {count} Unterschriften',
    },
    sealed: 'versiegelt',
  },
  es: {
    upload: 'versión original',
    signed: {
      one: 'con la firma de {names}',
      several: 'con las firmas de {names}',
      many: 'con {count} firmas',
    },
    sealed: 'versión sellada',
  },
  it: {
    upload: 'versione originale',
    signed: {
      one: 'con la firma di {names}',
      several: 'con le firme di {names}',
      many: 'con {count} firme',
    },
    sealed: 'versione sigillata',
  },
  pt: {
    upload: 'versão original',
    signed: {
      one: 'com a assinatura de {names}',
      several: 'com as assinaturas de {names}',
      many: 'com {count} assinaturas',
    },
    sealed: 'versão selada',
  },
  nl: {
    upload: 'zoals geüpload',
    signed: {
      one: 'met de handtekening van {names}',
      several: 'met de handtekeningen van {names}',
      many: 'met {count} handtekeningen',
    },
    sealed: 'verzegeld',
  },
  pl: {
    upload: 'wersja pierwotna',
    signed: {
      one: 'z podpisem: {names}',
      several: 'z podpisami: {names}',
      many: 'z podpisami ({count})',
    },
    sealed: 'wersja opieczętowana',
  },
  ar: {
    upload: 'النسخة الأصلية',
    signed: {
      one: 'مع توقيع {names}',
      several: 'مع توقيعات {names}',
      many: 'مع {count} من التوقيعات',
    },
    sealed: 'نسخة مختومة',
  },
};

const NAMES_MAX = 3;

/** “with the signatures of Ann and Bob”; the same for one document and for several. */
export function sayFileContents(contents: FileContents, language: SigningLanguage): string {
  if (contents.kind !== 'signed') return WORDS[language][contents.kind];
  const { names } = contents;
  const { one, several, many } = WORDS[language].signed;
  if (names.length > NAMES_MAX) return many.replace('{count}', String(names.length));
  const list = new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
  // A function: in a text, `$&` of a name would be replaced.
  return (names.length === 1 ? one : several).replace('{names}', () => list);
}

const FILE_WORDS_MAX = 80;

/** “lease (with the signature of Ann).pdf”; the name of an upload stays. */
export function nameFile(name: string, contents: FileContents, language: SigningLanguage): string {
  if (contents.kind === 'upload') return name;
  const said = sayFileContents(contents, language).replaceAll(/[\p{Cc}\p{Cf}/\\:*?"<>|]/gu, '');
  const characters = [...said];
  const isLong = characters.length > FILE_WORDS_MAX;
  const words = isLong ? `${characters.slice(0, FILE_WORDS_MAX - 1).join('')}…` : said;
  return `${name.replace(/\.pdf$/i, '')} (${words}).pdf`;
}
