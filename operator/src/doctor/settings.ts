import { missingCharacters } from '@paraph/pades';
import type { Config } from '@paraph/server/config/config.ts';
import { openFonts } from '@paraph/server/platform/fonts.ts';
import type { Finding } from './finding.ts';

/** Mails that strangers may cause need an address at which their readers can report abuse. */
export async function checkSignUp({
  config: { signUp, newAccountDays, abuseContact },
}: {
  config: Pick<Config, 'signUp' | 'newAccountDays' | 'abuseContact'>;
}): Promise<Finding[]> {
  const name = 'sign-up';
  const contact =
    abuseContact === null
      ? 'Mails name no address for reports of abuse.'
      : `Mails name ${abuseContact} for reports of abuse.`;
  if (signUp !== 'open')
    return [{ name, state: 'well', detail: `No stranger can make an account. ${contact}` }];
  const detail = `Any visitor can make an account. ${contact}`;
  if (abuseContact === null)
    return [
      { name, state: 'warning', detail, remedy: 'Set PARAPH_ABUSE_CONTACT to an address that is read.' },
    ];
  if (newAccountDays === 0) {
    const remedy = 'Set PARAPH_NEW_ACCOUNT_DAYS, so that new accounts cannot send without limit.';
    return [{ name, state: 'warning', detail, remedy }];
  }
  return [{ name, state: 'well', detail }];
}

const samples = { Chinese: '签名', Japanese: '署名する', Korean: '서명', Thai: 'ลายเซ็น' } as const;

/** Whether names in the scripts of many people can be written on pages. */
export async function checkFonts({ config }: { config: Pick<Config, 'fontPaths'> }): Promise<Finding[]> {
  const name = 'fonts';
  const fonts = openFonts(config);
  const lacking = Object.entries(samples)
    .filter(([, sample]) => missingCharacters(sample, fonts).length > 0)
    .map(([language]) => language);
  if (lacking.length === 0)
    return [{ name, state: 'well', detail: 'Chinese, Japanese, Korean and Thai too.' }];
  return [
    {
      name,
      state: 'warning',
      detail: `Nothing here can write ${lacking.join(', ')}: on pages, such names are shown as email addresses.`,
      remedy: 'Install fonts-wqy-microhei and fonts-tlwg-garuda-ttf (Debian), or name fonts in PARAPH_FONTS.',
    },
  ];
}
