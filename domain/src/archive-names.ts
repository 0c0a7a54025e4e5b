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
/** UTF-8: file systems of Linux take 255 bytes, of which a few stay for what tells equal names apart. */
const BYTES_MAX = 240;
const EXTENSION = /\.[a-z0-9]{1,8}$/i;

/** A name without what a file system refuses, or reads as a folder; its extension stays. */
export function safeFileName(name: string): string {
  const allowed = name.toWellFormed().normalize('NFC').replaceAll(RESERVED, '_').trim();
  const extension = EXTENSION.exec(allowed)?.[0] ?? '';
  const stem = shortened(allowed.slice(0, allowed.length - extension.length), extension.length)
    .replace(/[. ]+$/, '')
    .replace(/^\.+/, '_')
    .replace(DEVICE, '_$&');
  return `${stem || 'document'}${extension}`;
}

/** An extension takes a unit and a byte for each letter. */
function shortened(text: string, extensionLength: number): string {
  let kept = '';
  let bytes = extensionLength;
  for (const character of text) {
    bytes += bytesOf(character);
    if (bytes > BYTES_MAX || kept.length + character.length + extensionLength > LENGTH_MAX) break;
    kept += character;
  }
  return kept;
}

function bytesOf(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
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
