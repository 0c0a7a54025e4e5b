import { useSayer } from './use-sayer.ts';

/** A sentence of the server, in the language of the page; what no catalogue knows stays English. */
export function SaidSentence({ text }: { text: string }) {
  const said = useSayer(true)(text);
  return <span {...(said.includes(text) ? { lang: 'en', dir: 'ltr' } : {})}>{said}</span>;
}
