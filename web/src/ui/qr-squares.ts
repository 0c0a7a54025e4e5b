/** The dark squares of a QR code as one path, a square being 1 × 1. */
export function pathOfSquares(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
}
