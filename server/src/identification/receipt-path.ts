/** Where a gateway reports what became of the text message with a code. */
export function receiptPath(codeId: number): string {
  return `/gateway/texts/${codeId}`;
}
