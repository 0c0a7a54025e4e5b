const ENTER = /[\r\n]/;
const INTERRUPT = '\u0003';
const ERASE = /[\b\u007f]/;

/** Asks a person at the keyboard for one line, which the terminal does not show; undefined without a keyboard. */
export async function promptSecret(question: string): Promise<string | undefined> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) return undefined;
  stderr.write(question);
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  let line = '';
  try {
    for await (const typed of stdin.iterator({ destroyOnReturn: false })) {
      for (const character of typed as string) {
        if (ENTER.test(character)) return line;
        if (character === INTERRUPT) throw new Error('Interrupted; nothing was done.');
        line = ERASE.test(character) ? line.slice(0, -1) : line + character;
      }
    }
    return line;
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write('\n');
  }
}
