/** A sentence of the contract, in which `this` is code. */
export function CodeText({ text }: { text: string }) {
  return text.split('`').map((piece, index) => (index % 2 === 1 ? <code key={piece}>{piece}</code> : piece));
}
