/**
 * Characters not allowed in displayed names: invisible ones, which make a name look like another one, and those that
 * affect the text around it. Controls and line separators; embedding, override and isolation of direction (UAX #9);
 * fillers, word joiners, tags and other invisible characters. Allowed is what scripts need: right-to-left letters, the
 * direction marks U+200E, U+200F and U+061C, the joiners U+200C and U+200D within Persian or Indic words and emoji, and
 * the tags of flag emoji.
 */
const HIDDEN = new RegExp(
  [
    '[\\p{Cc}\\p{Zl}\\p{Zp}\\u00ad\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b\\u202a-\\u202e\\u2060-\\u206f',
    '\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}]',
  ].join(''),
  'u',
);
const FLAGS = /\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f}/gu;
const SEEN = /[^\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Z}\p{M}]/u;

/** Why a displayed name contains a forbidden character; null if it does not. */
export function findNameProblem(name: string): string | null {
  const hidden = HIDDEN.exec(name.replaceAll(FLAGS, ''))?.[0];
  if (hidden !== undefined) {
    const code = (hidden.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `Must not contain the control or invisible character U+${code}; leave it out.`;
  }
  return name === '' || SEEN.test(name) ? null : 'Must have a character that can be seen.';
}

/** Characters without a visible form or an encoding: control characters and unpaired surrogates. */
export function hasControls(text: string): boolean {
  return /[\p{Cc}\p{Cs}]/u.test(text);
}

/** Whether nothing of a text can be seen. The blank Braille pattern has a width and no dots. */
export function isInvisible(text: string): boolean {
  return /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text);
}
