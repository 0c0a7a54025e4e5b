import { missingCharacters } from '@paraph/pades';
import type { Config } from '../config/config.ts';
import { openFonts } from '../platform/fonts.ts';
import type { Finding } from './doctor-finding.ts';

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
