import { keepLanguage } from '../text/app-languages.ts';
import { useText } from '../text/start-text.ts';
import { LanguageMenu } from './language-menu.tsx';

/** For pages that are shown without an account, whose language would be that of its profile. */
export function AppLanguageMenu() {
  const t = useText('ui');
  return <LanguageMenu label={t('language')} choose={keepLanguage} />;
}
