import type { SigningLanguage } from '@paraph/domain';

/** No words of the sender: a text message must not become a way to send anything to any number. */
const SENTENCES: Readonly<Record<SigningLanguage, (code: string) => string>> = {
  en: (code) => `${code} is your code to sign. It is valid for 10 minutes. Do not give it to anyone.`,
  fr: (code) => `${code} est votre code pour signer. Il est valable 10 minutes. Ne le donnez à personne.`,
  de: (code) => `${code} ist Ihr Code zum Unterschreiben. Er gilt 10 Minuten. Geben Sie ihn nicht weiter.`,
  es: (code) => `${code} es su código para firmar. Es válido durante 10 minutos. No se lo dé a nadie.`,
  ar: (code) => `${code} هو رمزك للتوقيع. صالح لمدة 10 دقائق. لا تعطه لأي شخص.`,
};

/** The last line lets browsers offer the code on the page of this host, and on no other. */
export function codeText({
  code,
  language,
  baseUrl,
}: {
  code: string;
  language: SigningLanguage;
  baseUrl: string;
}) {
  return `${SENTENCES[language](code)}\n\n@${new URL(baseUrl).hostname} #${code}`;
}
