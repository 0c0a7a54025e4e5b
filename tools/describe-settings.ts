import { SETTINGS } from '../server/src/config/settings.ts';

/** The text of `.env.example`. */
export function describeEnvExample(): string {
  const lines = [
    '# Settings of Paraph, with their defaults. Every one may be left out. Copied to .env, this file is read by npm start',
    '# and each command that runs in its folder; what the environment sets goes before it.',
  ];
  for (const { name, fallback, about } of Object.values(SETTINGS))
    lines.push('', `# ${about}`, `${fallback === '' ? '# ' : ''}${name}=${fallback}`);
  return `${lines.join('\n')}\n`;
}

/** The page of settings, in the order of `.env.example`. */
export function describeSettings(): string {
  const lines = [
    '<!-- Written by `npm run generate` from server/src/config/settings.ts. -->',
    '',
    '# Settings',
    '',
    'Each is a line `NAME=value` of the file `.env` in the folder of Paraph, or a variable of the environment, which goes before it. `npm start`',
    'and every command read both. Every setting may be left out. A value that is not valid, and a name that begins with `PARAPH_` and is none of',
    'these, is refused at the start, all problems at once. `npx paraph doctor` says what the settings amount to.',
  ];
  for (const { name, type, fallback, about } of Object.values(SETTINGS)) {
    const value = fallback === '' ? '' : ` Default: \`${fallback}\`.`;
    lines.push('', `## ${name}`, '', `Value: ${type}.${value}`, '', about.replaceAll('<', '&lt;'));
  }
  return `${lines.join('\n')}\n`;
}
