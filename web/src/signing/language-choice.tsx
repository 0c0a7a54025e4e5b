import { storeLanguage, useText } from '../text/start-text.ts';
import { LanguageMenu } from '../ui/language-menu.tsx';
import { loadLanguage } from './languages.ts';

export function LanguageChoice() {
  const t = useText('signing');
  const choose = (next: string) => loadLanguage(next).then(() => storeLanguage(next));
  return <LanguageMenu label={t('language')} choose={choose} />;
}
