/** A sentence of the contract; text in backticks becomes code. */
export function CodeText({ text }: { text: string }) {
  return text.split('`').map((piece, index) => (index % 2 === 1 ? <code key={piece}>{piece}</code> : piece));
}
