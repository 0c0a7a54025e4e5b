/** Where providers return people to; registered there once. */
export function providerReturnUrl({ baseUrl }: { baseUrl: string }): string {
  return `${baseUrl}/sign/provider/return`;
}
