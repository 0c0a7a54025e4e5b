/**
 * Names of files in an archive, which every system can unpack: the rules are those of Windows, the strictest ones
 * (“Naming Files, Paths, and Namespaces”): reserved characters and devices, no dot or space at the end. Composed
 * letters (NFC), because some systems write what they are given, and others would make two files of one name.
 */

const RESERVED = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*]/gu;
/** Whatever follows the first dot. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?= *(?:\.|$))/i;
/** UTF-16 units: with its folder, it leaves more than half of the 260 of a path to where it is unpacked. */
const LENGTH_MAX = 120;
const EXTENSION = /\.[a-z0-9]{1,8}$/i;

/** A name without what a file system refuses, or reads as a folder; its extension stays. */
export function safeFileName(name: string): string {
  const allowed = name.toWellFormed().normalize('NFC').replaceAll(RESERVED, '_').trim();
  const extension = EXTENSION.exec(allowed)?.[0] ?? '';
  const stem = shortened(allowed.slice(0, allowed.length - extension.length), LENGTH_MAX - extension.length)
    .replace(/[. ]+$/, '')
    .replace(/^\.+/, '_')
    .replace(DEVICE, '_$&');
  return `${stem || 'document'}${extension}`;
}

function shortened(text: string, unitsMax: number): string {
  let kept = '';
  for (const character of text) {
    if (kept.length + character.length > unitsMax) break;
    kept += character;
  }
  return kept;
}

/** Gives each name once, also for a system that sees no difference between upper and lower case. */
export function distinctNames(): (name: string) => string {
  const taken = new Set<string>();
  return (name) => {
    const extension = EXTENSION.exec(name)?.[0] ?? '';
    const stem = name.slice(0, name.length - extension.length);
    let distinct = name;
    for (let count = 2; taken.has(distinct.toLowerCase()); count += 1)
      distinct = `${stem} (${count})${extension}`;
    taken.add(distinct.toLowerCase());
    return distinct;
  };
}
